// Translation for all parts of the page: the current language, its texts, and the terms of the games.
//
// The English text is the key; catalogues (docs/languages.md), which the server sends as JSON, have the
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
export function c(context, text, fields = {}) {
  const marked = markAs(context, text);
  return t(marked, fields);
}

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

// Game terms from the published rules, by the API's keys.

/**
 * Terms by kind and key, for the table and for the base game with its cards.
 *
 * @type {{ [kind: string]: { [name: string]: string } }}
 */
export const TERMS = {
  colour: {
    red: mark("Red"),
    blue: mark("Blue"),
    orange: mark("Orange"),
    white: mark("White"),
    green: mark("Green"),
    brown: mark("Brown"),
  },
  resource: {
    lumber: mark("lumber"),
    brick: mark("brick"),
    wool: mark("wool"),
    grain: mark("grain"),
    ore: mark("ore"),
    gold: mark("gold"),
    unidentified: mark("unknown"),
  },
  terrain: {
    forest: mark("Forest"),
    hills: mark("Hills"),
    pasture: mark("Pasture"),
    fields: mark("Fields"),
    mountains: mark("Mountains"),
    desert: mark("Desert"),
  },
  harbor: {
    generic: mark("3:1"),
    lumber: mark("Lumber 2:1"),
    brick: mark("Brick 2:1"),
    wool: mark("Wool 2:1"),
    grain: mark("Grain 2:1"),
    ore: mark("Ore 2:1"),
  },
  piece: {
    road: mark("road"),
    settlement: mark("settlement"),
    city: mark("city"),
    knight: mark("knight"),
  },
  card: {
    knight: mark("Knight"),
    road_building: mark("Road building"),
    year_of_plenty: mark("Year of plenty"),
    monopoly: mark("Monopoly"),
    victory_point: mark("Victory point"),
  },
  phase: {
    layout: mark("Setting up the island"),
    founding: mark("Set-up phase"),
    taking_up: mark("Joining a game in progress"),
    play: mark("Play"),
    over: mark("Game over"),
  },
  setup: {
    variable: mark("variable set-up"),
    first_game: mark("first game"),
  },
  stat: {
    cards: mark("cards"),
    development_cards: mark("development cards"),
    knights: mark("knights"),
    road_length: mark("longest road"),
  },
  short: {
    cards: markAs("short", "cards"),
    development_cards: markAs("short", "dev."),
    knights: markAs("short", "knights"),
    road_length: markAs("short", "road"),
  },
  source: {
    tower: mark("Dice tower"),
    camera: mark("Camera"),
    bluetooth: mark("Bluetooth dice"),
    tablet: mark("Tablet"),
    phone: mark("Phone"),
    panel: mark("Buttons"),
    people: mark("Simulated players"),
    recording: mark("Recording"),
    backup: mark("Backup"),
    import: mark("Imported file"),
    inferred: mark("Inferred"),
  },
  health: {
    ok: mark("works"),
    waiting: mark("searching"),
    fault: mark("needs attention"),
  },
  violation: {
    not_on_turn: mark("not this player's turn"),
    wrong_phase: mark("not at this time of the game"),
    game_over: mark("the game is over"),
    player_count: mark("not with this number of players"),
    already_rolled: mark("the dice have already been rolled"),
    not_rolled: mark("the dice have not been rolled yet"),
    discards_due: mark("players still have to discard"),
    robber_due: mark("the robber has to move first"),
    steal_due: mark("a player must be robbed first"),
    free_roads_due: mark("free roads must be placed first"),
    cannot_pay: mark("not enough cards to pay"),
    site_taken: mark("the spot is occupied"),
    distance_rule: mark("breaks the distance rule"),
    not_connected: mark("not connected"),
    no_piece_left: mark("no piece of this kind left"),
    no_settlement_there: mark("no settlement of this player there"),
    discard_not_owed: mark("this player has nothing to discard"),
    robber_not_due: mark("the robber was not allowed to move"),
    robber_same_hex: mark("the robber must move to another hex"),
    steal_not_due: mark("no robbery was due"),
    not_at_robber: mark("no building beside the robber"),
    must_rob: mark("a player must be robbed"),
    victim_lacks: mark("has no such card"),
    gift: mark("a trade needs cards on both sides"),
    like_for_like: mark("the same resource on both sides"),
    no_partner: mark("players can't trade with themselves"),
    partner_cannot_pay: mark("the other player doesn't have these cards"),
    trade_after_building: mark("trading comes before building"),
    wrong_rate: mark("this player doesn't have this trade rate"),
    bank_lacks: mark("the bank doesn't have these cards"),
    deck_empty: mark("no development cards left"),
    no_such_card_left: mark("no cards of this kind left"),
    card_not_held: mark("no such card in hand"),
    card_bought_this_turn: mark("bought only this turn"),
    card_already_played: mark("a card was already played this turn"),
    wrong_cards_taken: mark("not the right number of cards"),
    not_enough_to_win: mark("not enough points to win"),
    has_left: mark("this player has left"),
    has_not_left: mark("this player has not left"),
    not_in_deck: mark("no such card left in the deck"),
    robber_spares: mark("the friendly robber spares this player"),
  },
};

/** @type {{ [kind: string]: (count: number) => string }} */
const CARD_COUNT_TEXTS = {
  lumber: (count) => n("{count} lumber", "{count} lumber", count),
  brick: (count) => n("{count} brick", "{count} brick", count),
  wool: (count) => n("{count} wool", "{count} wool", count),
  grain: (count) => n("{count} grain", "{count} grain", count),
  ore: (count) => n("{count} ore", "{count} ore", count),
  gold: (count) => n("{count} gold", "{count} gold", count),
};

/** @type {{ [kind: string]: { [name: string]: string } }} */
let gameTerms = {};

/**
 * Sets the terms of a game, in the format of `TERMS`; they have priority.
 *
 * @param {{ [kind: string]: { [name: string]: string } }} words
 */
export const setGameTerms = (words) => (gameTerms = words);

/**
 * The term for a key of a kind; without a term, the key in readable form.
 *
 * A part after a colon is ignored: "phone:red" is a phone.
 *
 * @param {string} kind
 * @param {string | number | null | undefined} name
 * @returns {string}
 */
export function word(kind, name) {
  const [baseName] = String(name).split(":");
  const term = gameTerms[kind]?.[baseName ?? ""] ?? TERMS[kind]?.[baseName ?? ""];
  return term === undefined ? String(name).replaceAll("_", " ") : t(term);
}

/**
 * Cards in words, such as "2 wool, 1 ore"; unidentified ones are "cards", or "other cards" after others.
 *
 * @param {{ [kind: string]: number } | null | undefined} cards
 * @returns {string}
 */
export function listCards(cards) {
  const named = Object.keys(CARD_COUNT_TEXTS)
    .filter((kind) => cards?.[kind])
    .map((kind) => CARD_COUNT_TEXTS[kind](cards?.[kind] ?? 0));
  const others = cards?.unidentified ?? 0;
  if (!others) return named.join(", ");
  if (!named.length) return n("{count} card", "{count} cards", others);
  return [...named, n("{count} other card", "{count} other cards", others)].join(", ");
}

/**
 * The name of a hex: its terrain and number.
 *
 * @param {{ terrain: string, number?: number | null }} hex
 * @returns {string}
 */
export const hexName = ({ terrain, number }) =>
  number ? t("{terrain}, {number}", { terrain: word("terrain", terrain), number }) : word("terrain", terrain);

/**
 * Joins texts that may contain commas, with semicolons.
 *
 * @param {string[]} texts
 * @returns {string}
 */
export const joinClauses = (texts) =>
  texts.length ? texts.reduce((one, other) => t("{one}; {other}", { one, other })) : "";

/**
 * Joins names with commas and "and".
 *
 * @param {string[]} names
 * @returns {string}
 */
export function joinNames(names) {
  const [last, ...others] = [...names].reverse();
  return others.length ? t("{one} and {other}", { one: others.reverse().join(", "), other: last }) : last;
}

/**
 * A text after its label.
 *
 * @param {string} label
 * @param {string} text
 * @returns {string}
 */
export const withLabel = (label, text) => t("{label}: {text}", { label, text });

// Sentences for changes by a correction that all games share.

/**
 * Sentences for each kind of change; `name` turns a colour into a player's name.
 *
 * @type {Page.Changes}
 */
export const SHARED_CHANGES = {
  winner: ({ before, after }, name) => [
    t("Winner: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  on_turn: ({ before, after }, name) => [
    t("Active player: {before} → {after}", { before: name(before), after: name(after) }),
  ],
  turn: ({ before, after }) => [t("Turn: {before} → {after}", { before, after })],
  points: ({ colour, before, after }, name) => [
    n("{name}: {before} → {count} point", "{name}: {before} → {count} points", after, { name: name(colour), before }),
  ],
};
