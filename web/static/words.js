// Which language the page speaks: the browser's at first, then what the switch says.

import { en } from "./words_en.js";
import { fr } from "./words_fr.js";

const LANGUAGES = { en, fr };
const KEPT_AS = "companion.language";

function kept() {
  // Where a browser keeps nothing for a page, its own language is asked each time.
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

function preferred() {
  const wanted = [kept(), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

let language = preferred();
document.documentElement.lang = language;

/** Speak the other language from now on. */
export function switchLanguage() {
  language = other();
  document.documentElement.lang = language;
  try {
    localStorage.setItem(KEPT_AS, language);
  } catch {
    // Kept for as long as the page is open, then.
  }
}

/** The code of the language that isn't spoken. */
export function other() {
  return language === "en" ? "fr" : "en";
}

// What the catalogue of the language spoken says for an English text; English itself needs none.
const catalogue = {};

/** A text in the language spoken, its `{names}` filled in. The English text is the catalogue's key. */
export function t(text, fields = {}) {
  return filled(catalogue[text] ?? text, fields);
}

/** As `t`, of the two English texts the one that the language's plural rule wants; `{count}` is filled in. */
export function n(one, many, count, fields = {}) {
  return filled(catalogue[one]?.[count === 1 ? 0 : 1] ?? (count === 1 ? one : many), { count, ...fields });
}

const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);

/** What stands under a key: a text, a table of texts, or the sentence made with the arguments. */
export function say(key, ...args) {
  const found = LANGUAGES[language][key];
  return typeof found === "function" ? found(...args) : found;
}

/** What stands under `name` in a table of words, else the name itself, legibly. */
export function word(table, name) {
  return say(table)[name] ?? legible(name);
}

function legible(name) {
  return String(name).replaceAll("_", " ");
}

/** What an event of the log says; `name` turns a colour into a player's name. */
export function tell(event, name) {
  const sentence = say("events")[event.kind];
  if (sentence) return sentence(event, name, { cards: listCards, word });
  return `${legible(event.kind)}${event.player ? ` (${name(event.player)})` : ""}`;
}

/** Cards in words, as "2 wool, 1 ore". */
export function listCards(cards) {
  const words = say("resource");
  return Object.keys(words)
    .filter((kind) => cards?.[kind])
    .map((kind) => `${cards[kind]} ${words[kind]}`)
    .join(", ");
}

/** What the island departs in from the box, in the language spoken. */
export function tellDeparture(text) {
  const counted = /^(terrain|number token|harbor) (\S+): (\d+) on the table, (\d+) in the box$/.exec(text);
  if (!counted) return text;
  const [, what, key, table, box] = counted;
  const name = { terrain: say("terrain")[key], harbor: say("harbor")[key] }[what] ?? key;
  return say("departure", say("departs")[what], name, table, box);
}
