// Game terms from the published rules, by the API's keys.

import { mark, markAs, n, t } from "./language.js";

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
