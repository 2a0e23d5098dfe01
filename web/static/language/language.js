// Translation. The English text is the key; catalogues (docs/languages.md), which the server sends as JSON, have the
// translations.
//
// Calls of t, n, c, mark and markAs must have literal texts, because `make words` collects them.

/** The available languages: `code`, `name`, and the URL of the catalogue as `words`. */
export const LANGUAGES = /** @type {{ code: string, name: string, words: string }[]} */ (
  JSON.parse(document.getElementById("languages")?.textContent ?? "[]")
);

const COOKIE_SECONDS = 400 * 24 * 3600;
const RETRY_MS = 2000;
/** Separator between a context and its text in catalogues. */
const CONTEXT_SEPARATOR = "\u0004";

/** @type {Api.Words} */
let catalogue = { texts: {}, forms: {} };
let rules = new Intl.PluralRules("en");
/** @type {(() => void)[]} */
const listeners = [];

/**
 * Adds a listener for changes of the language.
 *
 * @param {() => void} listener
 */
export const onLanguageChange = (listener) => listeners.push(listener);

/** The code of the current language. */
export const language = () => document.documentElement.lang;

/**
 * Sets the language of this page and of pages opened later. Rejects if its catalogue can't be loaded.
 *
 * @param {string} code
 */
export async function setLanguage(code) {
  await loadCatalogue(code);
  document.cookie = `language=${code}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

/** @param {string} code */
async function loadCatalogue(code) {
  const { words } = /** @type {{ words: string }} */ (LANGUAGES.find((each) => each.code === code));
  const answer = await fetch(words);
  if (!answer.ok) throw new Error(`${words}: ${answer.status}`);
  catalogue = await answer.json();
  rules = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  listeners.forEach((listener) => listener());
}

/** @typedef {{ [name: string]: string | number | null | undefined }} Fields */

/**
 * Translates a text and fills in its `{names}`.
 *
 * @param {string} text
 * @param {Fields} fields
 * @returns {string}
 */
export function t(text, fields = {}) {
  const translation = /** @type {string | undefined} */ (findTranslation(text));
  return fillFields(translation ?? /** @type {string} */ (text.split(CONTEXT_SEPARATOR).at(-1)), fields);
}

/**
 * Translates a text with a number by the language's plural rules; fills in `{count}`.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Fields} fields
 * @returns {string}
 */
export function n(one, many, count, fields = {}) {
  const texts = findTranslation(one);
  const category = rules.select(count);
  const form = Array.isArray(texts) ? texts[catalogue.forms[category] ?? texts.length - 1] : null;
  return fillFields(form ?? (count === 1 ? one : many), { count, ...fields });
}

/**
 * Translates a text that has several meanings; the context selects one.
 *
 * @param {string} context
 * @param {string} text
 * @param {Fields} fields
 */
export const c = (context, text, fields = {}) => t(markAs(context, text), fields);

/**
 * Marks an English text for the catalogues; `t` translates it later.
 *
 * @param {string} text
 */
export const mark = (text) => text;

/**
 * Marks an English text with a context for the catalogues.
 *
 * @param {string} context
 * @param {string} text
 */
export const markAs = (context, text) => context + CONTEXT_SEPARATOR + text;

/**
 * Translates a sentence from the API.
 *
 * A string is returned unchanged. An object has the English `text`, its `template` and its `fields`. For a plural it
 * also has the `plural` template and the `number`.
 *
 * @param {Api.Sentence | number} sentence
 * @returns {string}
 */
export function translateSentence(sentence) {
  if (typeof sentence !== "object") return `${sentence}`;
  const { template, plural, number } = sentence;
  const fields = Object.fromEntries(
    Object.entries(sentence.fields).map(([name, value]) => [name, value === null ? "" : translateSentence(value)]),
  );
  return plural === undefined ? t(template, fields) : n(template, plural, number ?? 0, fields);
}

/**
 * Finds a text's translation by its hash, which `text_key` of web/i18n.py also computes.
 *
 * @param {string} text
 */
const findTranslation = (text) => catalogue.texts[textHash(text)];

/** @param {string} text */
function textHash(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash >>> 24) ^ (hash & 0xffffff)).toString(16);
}

/**
 * @param {string} text
 * @param {Fields} fields
 */
function fillFields(text, fields) {
  return text.replace(/\{([a-z_]+)\}/gi, (whole, name) => `${fields[name] ?? whole}`);
}

// Importing modules wait for the catalogue, so that the first drawing is in the right language.
try {
  await loadCatalogue(language());
} catch {
  // English needs no catalogue; the page uses it until the catalogue is loaded.
  const retryTimer = setInterval(() => loadCatalogue(language()).then(() => clearInterval(retryTimer), () => {}), RETRY_MS);
}
