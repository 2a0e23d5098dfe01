// The language that the page speaks. A text is known by its English words; what other languages
// have for it stands in their catalogues (docs/languages.md), which the server gives as JSON.
//
// The texts have to be written out where t, n, c, mark and markAs are called: `make words` gathers them.

/** The languages there are: objects with their `code`, their `name` and the address of their `words`. */
export const LANGUAGES = /** @type {{ code: string, name: string, words: string }[]} */ (
  JSON.parse(document.getElementById("languages")?.textContent ?? "[]")
);

const COOKIE_SECONDS = 400 * 24 * 3600;
const RETRY = 2000;
/** What stands between a context and its text in catalogues. */
const AFTER_CONTEXT = "\u0004";

/** @type {Api.Words} */
let catalogue = { texts: {}, forms: {} };
let rules = new Intl.PluralRules("en");
/** @type {(() => void)[]} */
const listeners = [];

/**
 * Have a function called whenever another language is spoken.
 *
 * @param {() => void} listener
 */
export const onLanguage = (listener) => listeners.push(listener);

/** The code of the language spoken. */
export const language = () => document.documentElement.lang;

/**
 * Speak another language from now on, here and in the pages opened later; rejects where it can't be had.
 *
 * @param {string} code
 */
export async function speak(code) {
  await learn(code);
  document.cookie = `language=${code}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

/** @param {string} code */
async function learn(code) {
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
 * A text in the language spoken, its `{names}` filled in.
 *
 * @param {string} text
 * @param {Fields} fields
 * @returns {string}
 */
export function t(text, fields = {}) {
  const one = /** @type {string | undefined} */ (found(text));
  return filled(one ?? /** @type {string} */ (text.split(AFTER_CONTEXT).at(-1)), fields);
}

/**
 * As `t`, of the two English texts the one that the language's plural rule wants; `{count}` is filled in.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Fields} fields
 * @returns {string}
 */
export function n(one, many, count, fields = {}) {
  const texts = found(one);
  const category = rules.select(count);
  const form = Array.isArray(texts) ? texts[catalogue.forms[category] ?? texts.length - 1] : null;
  return filled(form ?? (count === 1 ? one : many), { count, ...fields });
}

/**
 * As `t`, for a text that means one thing here and another elsewhere: the context tells them apart.
 *
 * @param {string} context
 * @param {string} text
 * @param {Fields} fields
 */
export const c = (context, text, fields = {}) => t(markAs(context, text), fields);

/**
 * An English text that is said later, by `t`: written out here so that catalogues have it.
 *
 * @param {string} text
 */
export const mark = (text) => text;

/**
 * As `mark`, for a text that needs a context, as `c` does.
 *
 * @param {string} context
 * @param {string} text
 */
export const markAs = (context, text) => context + AFTER_CONTEXT + text;

/**
 * What the table says: a text that nobody translates, or an object with the English `text`, its
 * `template` and its `fields`, and where a number decides, the template for many as `plural` and the `number`.
 *
 * @param {Api.Sentence | number} sentence
 * @returns {string}
 */
export function said(sentence) {
  if (typeof sentence !== "object") return `${sentence}`;
  const { template, plural, number } = sentence;
  const fields = Object.fromEntries(
    Object.entries(sentence.fields).map(([name, value]) => [name, value === null ? "" : said(value)]),
  );
  return plural === undefined ? t(template, fields) : n(template, plural, number ?? 0, fields);
}

/**
 * What the catalogue has for a text: it knows it by its hash, as `text_key` of web/i18n.py makes it.
 *
 * @param {string} text
 */
const found = (text) => catalogue.texts[short(text)];

/** @param {string} text */
function short(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

/**
 * @param {string} text
 * @param {Fields} fields
 */
function filled(text, fields) {
  return text.replace(/\{([a-z_]+)\}/gi, (whole, name) => `${fields[name] ?? whole}`);
}

// A page is drawn in its own language from the first: whoever imports this waits for its words.
try {
  await learn(language());
} catch {
  // In English meanwhile, which needs no catalogue.
  const again = setInterval(() => learn(language()).then(() => clearInterval(again), () => {}), RETRY);
}
