// Translation for all parts of the page: current language, texts and game terms.

export { LANGUAGES, c, language, mark, markAs, n, onLanguageChange, translateSentence, setLanguage, t } from "./language.js";
export { joinClauses, hexName, withLabel, listCards, joinNames, word } from "./terms.js";
