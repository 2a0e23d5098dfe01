// Sample data for the design page: a table in every state.

/** @typedef {{ [name: string]: unknown }} Sample */

/**
 * Casts a sample to the type that a component expects.
 *
 * @template T
 * @param {unknown} sample
 */
export const castSample = (sample) => /** @type {T} */ (sample);

const COLOURS = ["red", "blue", "orange", "white", "green", "brown"];
const NAMES = ["Ana", "Ben", "Clémentine", "Dora", "Émile", "Fatoumata"];
const PIECES_IN_BOX = { road: 15, settlement: 5, city: 4 };

/** @type {Sample} */
const PLAYER = {
  points: 0, cards: 0, cards_between: [0, 0], cards_certain: true, cards_likely: true, development_cards: 0, knights: 0,
  road_length: 0, largest_army: false, longest_road: false, hand: null, certain: true, resting: false, left: PIECES_IN_BOX,
};

export const NAMED_PLAYERS = COLOURS.map((colour, n) => ({ colour, name: NAMES[n] }));

/** Players, each in a different state. */
export const PLAYERS = [
  {},
  { points: 3, cards: 5, cards_between: [4, 6], cards_certain: false, cards_likely: false, development_cards: 2, knights: 1, road_length: 4 },
  { points: 9, cards: 12, cards_between: [12, 12], development_cards: 1, knights: 3, largest_army: true, road_length: 4, left: { road: 0, settlement: 2, city: 1 } },
  { points: 10, cards: 3, cards_between: [3, 3], road_length: 7, longest_road: true, hand: { lumber: 2, ore: 1 } },
  { points: 5, cards: 4, cards_between: [4, 4], hand: { wool: 3, grain: 1 }, certain: false },
  { points: 2, cards: 2, cards_between: [2, 2], resting: true },
].map((player, n) => ({ ...PLAYER, ...NAMED_PLAYERS[n], ...player }));

/** @type {Sample} */
export const VIEW = {
  phase: "play", turn: 12, turn_began: null, rolled: true, players: PLAYERS, log: [], to_do: [], points_to_win: 10, may_have_won: 0,
  watched: true, winner: null, winners: [], last_roll: null, dealt: null,
};

const ROLL = { number: 1, as_of: 1, event: { kind: "roll", player: "red", dice: [3, 5] }, source: "tower", certainty: 1, faults: [] };
const PRODUCTION = NAMED_PLAYERS.map(({ colour }, n) => ({ colour, cards: n % 2 ? { ore: 2 } : { lumber: 1, grain: 2 } }));

/**
 * Rolls with their production.
 *
 * @type {[name: string, view: Sample][]}
 */
export const ROLLS = [
  ["before the first", { ...VIEW, roll: null }],
  ["many take cards", rollView({ takes: PRODUCTION.slice(0, 4) })],
  ["the others take cards", rollView({ takes: PRODUCTION.slice(4) })],
  ["one takes cards, the bank is short", rollView({ takes: PRODUCTION.slice(2, 3), shortage: ["wool", "brick"] })],
  ["nobody takes cards", rollView({ takes: [] })],
  ["a seven", sevenView([
    { kind: "discard", colour: "red", count: 4 },
    { kind: "discard", colour: "blue", count: 5, likely: false, between: [4, 6] },
    { kind: "may_discard", colour: "white", count: 4, likely: false, between: [3, 5] },
    { kind: "move_robber", colour: "orange" },
  ])],
  ["somebody is robbed", sevenView([{ kind: "steal", colour: "orange", from: ["red", "blue", "white"] }])],
  ["the one before, while a sum is entered", { ...VIEW, log: [ROLL], last_roll: { dice: [6, 5], sum: 11, player: "white" }, roll: null, rolled: false, watched: false, to_do: [{ kind: "roll", colour: "red" }] }],
];

/** @param {Sample} roll */
function rollView(roll) {
  return { ...VIEW, log: [ROLL], roll: { dice: [3, 5], sum: 8, player: "red", shortage: [], ...roll } };
}

/** @param {Sample[]} toDo */
function sevenView(toDo) {
  return { ...VIEW, log: [ROLL], to_do: toDo, roll: { dice: [3, 4], sum: 7, player: "orange", takes: [], shortage: [] } };
}

/**
 * Turn lines with the next action.
 *
 * @type {[name: string, view: Sample][]}
 */
export const TURNS = [
  ...NAMED_PLAYERS.map(({ colour, name }) => /** @type {[string, Sample]} */ ([`${name} trades and builds`, { ...VIEW, on_turn: colour }])),
  ...NAMED_PLAYERS.map(({ colour, name }) => /** @type {[string, Sample]} */ ([`${name} is to roll`, { ...VIEW, on_turn: colour, to_do: [{ kind: "roll", colour, fresh: true }] }])),
  ["a piece is founded", { ...VIEW, phase: "founding", on_turn: "red", to_do: [{ kind: "found", colour: "red", piece: "settlement" }] }],
  ["two roads are free", { ...VIEW, on_turn: "blue", to_do: [{ kind: "free_roads", colour: "blue", count: 2 }] }],
];

/** @type {[name: string, view: Sample][]} */
export const BANKS = [
  ["full", bankView({ lumber: 19, brick: 19, wool: 19, grain: 19, ore: 19 }, 25)],
  ["run out", bankView({ lumber: 4, brick: 0, wool: 0, grain: 11, ore: 9 }, 0)],
  ["with cards that nobody named", { ...bankView({ lumber: 4, brick: 6, wool: 3, grain: 11, ore: 9 }, 7), bank_unidentified: 3 }],
];

/**
 * @param {Page.Cards} cards
 * @param {number} left
 */
function bankView(cards, left) {
  return { ...VIEW, bank: cards, bank_unidentified: 0, development_cards_left: left };
}

/** @type {Sample} */
const OFFER = { number: 1, by: "red", to: ["blue", "white", "orange"], give: { lumber: 2, ore: 1 }, take: { grain: 1 }, accepted: [], refused: [] };

/** @type {[name: string, offer: Sample][]} */
export const OFFERS = [
  ["open", OFFER],
  ["one accepts, one refuses", { ...OFFER, number: 2, accepted: ["blue"], refused: ["white"] }],
  ["of many cards", { ...OFFER, number: 3, to: ["blue"], give: { wool: 6, brick: 4 }, take: { ore: 3 } }],
];

const HELD_CARDS = { lumber: 0, brick: 1, wool: 2, grain: 3, ore: 7 };
const CARD_BOUNDS = { lumber: [0, 0], brick: [1, 1], wool: [2, 2], grain: [3, 3], ore: [7, 7] };
/** @type {Sample} */
const HAND = { cards: HELD_CARDS, count: 13, certain: true, probability: 1, doubtful: [], likely: [], between: CARD_BOUNDS };

/** @type {[name: string, seated: Sample][]} */
export const HANDS = [
  ["certain", seatView({ hand: HAND })],
  ["likely", seatView({ hand: {
    ...HAND, certain: false, probability: 0.62, doubtful: ["wool", "ore"], between: { ...CARD_BOUNDS, wool: [1, 3], ore: [6, 8] },
    likely: [HAND, { cards: { brick: 1, wool: 1, grain: 3, ore: 8 }, probability: 0.21 }],
  } })],
  ["covered", { ...seatView({ hand: HAND }), covered: true }],
];

export const OWN_CARDS = seatView({ development_cards: [
  { card: "knight", count: 2, bought_now: false },
  { card: "road_building", count: 1, bought_now: false },
  { card: "year_of_plenty", count: 1, bought_now: false },
  { card: "monopoly", count: 1, bought_now: true },
  { card: "victory_point", count: 1, bought_now: false },
  { card: null, count: 1, bought_now: true },
] });

/** Offers on each player's phone. */
export const OFFERS_ON_PHONES = [
  { ...seatView({ hand: HAND }, "white"), offers: [OFFER] },
  { ...seatView({ hand: { ...HAND, cards: { ...HELD_CARDS, grain: 0 } } }, "white"), offers: [{ ...OFFER, number: 4 }] },
  { ...seatView({ hand: HAND }, "blue"), offers: [{ ...OFFER, number: 5, accepted: ["blue"] }] },
  { ...seatView({ hand: HAND }, "red"), offers: [{ ...OFFER, number: 6, accepted: ["blue"], refused: ["white"] }] },
];

/**
 * @param {Sample} seat
 * @param {string} colour
 */
function seatView(seat, colour = "red") {
  return { game: { view: VIEW }, offers: [], covered: false, seat: { colour, hand: HAND, development_cards: [], may: { show_hand: true }, ...seat } };
}

