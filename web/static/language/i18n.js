// All that a part of the page needs to speak: the language spoken, and the terms of the games.

export { LANGUAGES, c, language, mark, markAs, n, onLanguage, said, speak, t } from "./language.js";
export { apart, hexName, labelled, listCards, together, word } from "./terms.js";
