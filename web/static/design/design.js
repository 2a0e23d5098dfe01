// The page that shows every component in every state (docs/design.md).

import { counters, cardCounters } from "../base_entries/card_transfers.js";
import { drawPlayers, drawBank, pickBank, pickPlayers } from "../base_game/players.js";
import { drawOffers, drawToDo, pickToDo } from "../base_game/turn.js";
import { rollPanel } from "../base_game/roll.js";
import { drawCards, drawHand, pickCards, pickHand } from "../base_phone/hand.js";
import { drawOffers as drawOffered, pickOffers as pickOffered } from "../base_phone/turn.js";
import { playerChips, radioGroup } from "../dialogs/form_fields.js";
import { actionSign, crest, sign, race } from "../drawing/signs.js";
import { KINDS, card, drawCardCounts, drawFan } from "../drawing/cards.js";
import { elementById, flattenContent, html } from "../drawing/dom.js";
import { BEGINNERS } from "../island/sites.js";
import { drawIsland } from "../island/island.js";
import { onLanguageChange } from "../language/i18n.js";
import { drawSources } from "../table/message.js";

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

// The design page: every component in every state, and the design tokens (docs/design.md). Taps enter nothing.

/** Sections that take half a page on a tablet. */
const WIDE_SECTIONS = ["Whose turn it is", "The roll", "Players", "The bank", "What waits"];
const TOKENS_PATH = "/static/design/tokens.css";
const names = Object.fromEntries(NAMED_PLAYERS.map(({ colour, name }) => [colour, name]));

/**
 * A component in one state, with its caption.
 *
 * @param {string} name
 * @param {Page.Content} shown
 * @param {string} kind
 */
const specimen = (name, shown, kind = "") => html("figure", { class: `specimen ${kind}`.trim() }, html("figcaption", { lang: "en" }, name), shown);

/**
 * @param {string} title
 * @param {Page.Content[]} specimens
 */
const section = (title, ...specimens) => html("section", { class: `specimens${WIDE_SECTIONS.includes(title) ? " specimens-wide" : ""}` }, html("h2", { lang: "en" }, title), specimens);

/** Reads the tokens that the style sheet declares: names and current values. */
function readTokens() {
  const sheet = [...document.styleSheets].find(({ href }) => href && new URL(href).pathname === TOKENS_PATH);
  const declared = [...(sheet?.cssRules ?? [])].flatMap((rule) =>
    rule instanceof CSSStyleRule ? [...rule.style].filter((name) => name.startsWith("--")) : [],
  );
  const root = getComputedStyle(document.documentElement);
  return [...new Set(declared)].map((name) => ({ name, value: root.getPropertyValue(name).trim() }));
}

const isColour = (/** @type {string} */ value) => CSS.supports("color", value) && !/^[\d.]+$/.test(value);

/** @param {{ name: string, value: string }} token */
function colourToken({ name, value }) {
  const swatch = html("span", { class: "colour", "aria-hidden": "true" });
  swatch.style.background = `var(${name})`;
  return html("span", { class: "token-specimen" }, swatch, html("code", {}, name), html("small", {}, value));
}

/** @param {{ name: string, value: string }} token */
function measureToken({ name, value }) {
  const shown = html("span", { class: "measured" }, /rem$/.test(value) ? "Ana 8" : value);
  if (/rem$/.test(value)) shown.style.fontSize = `var(${name})`;
  return html("span", { class: "token-specimen" }, shown, html("code", {}, name), html("small", {}, value));
}

const BUTTONS = [
  ["a button", {}, "Cancel"],
  ["the one that is meant", { class: "primary" }, "They traded"],
  ["not yet", { class: "primary", disabled: true }, "They traded"],
  ["an action", { class: "action" }, [actionSign("trade"), "Trade"]],
  ["an action that is usual now", { class: "action action-usual" }, [actionSign("end"), "End turn"]],
  ["an action that is due", { class: "action action-due" }, [actionSign("roll"), "Enter a roll"]],
  ["an action that can't be", { class: "action", disabled: true }, [actionSign("undo"), "Undo"]],
  ["a large choice", { class: "choice" }, "Road building"],
  ["one the rules don't allow now", { class: "choice choice-unusual" }, "Monopoly"],
  ["a card to choose", { class: "choice choice-card" }, [card("knight"), html("span", {}, "Knight")]],
  ["a control", { class: "icon-button", "aria-label": "View and sound" }, sign("settings")],
];

/** All sections, in the current language. */
function sections() {
  const all = readTokens();
  const rolls = ROLLS.map(([name, view]) => {
    const root = html("section", { class: "panel roll" });
    rollPanel(root, () => () => null)(castSample(view));
    return specimen(name, root);
  });
  return [
    section("Colours", specimen("as they are now", all.filter(({ value }) => isColour(value)).map(colourToken), "tokens")),
    section("Type, space, motion", specimen("as they are now", all.filter(({ value }) => !isColour(value)).map(measureToken), "tokens")),
    section("Buttons", ...BUTTONS.map(([name, attributes, text]) => specimen(/** @type {string} */ (name), html("button", { type: "button", .../** @type {Page.Attributes} */ (attributes) }, /** @type {Page.Content} */ (text))))),
    section(
      "Fields",
      specimen("one of several", radioGroup("points", "How many?", [["1", "1"], ["2", "2"], ["3", "3"]], "2")),
      specimen("one of the players", playerChips("player", "Who?", NAMED_PLAYERS, "white")),
      specimen("none chosen yet", playerChips("from", "From whom?", NAMED_PLAYERS.slice(0, 3), null, [["bank", "The bank"]])),
      specimen("a tick", html("label", { class: "tick" }, html("input", { type: "checkbox", checked: true }), html("span", {}, "Sounds"))),
      specimen("a choice folded away", html("label", {}, html("span", {}, "Language"), html("select", {}, html("option", {}, "English")))),
    ),
    section(
      "Cards",
      specimen("every card", KINDS.map((kind) => html("span", { class: "card-specimen" }, card(kind), html("small", { lang: "en" }, kind))), "all-cards"),
      specimen("fanned", drawFan({ lumber: 2, wool: 1, ore: 4, unidentified: 6 })),
      specimen("counted", html("p", { class: "counted" }, drawCardCounts({ brick: 1, grain: 3, unidentified: 2 }))),
      specimen("none of it left", html("p", { class: "counted card-gone" }, card("ore"), card("development"))),
      specimen("tapped across", html("div", { class: "trade" }, [
        cardCounters("Gives", { given: { grain: 4 }, step: (kind) => (kind === "grain" ? 2 : 4), note: (kind) => (kind === "grain" ? "2:1" : "4:1") }).element,
        cardCounters("Takes", { given: { ore: 2 }, most: (kind, counts) => (kind === "ore" ? 2 : counts[kind] ?? 0) }).element,
      ])),
      specimen("of a hand that is known", cardCounters("You give", { given: { wool: 1 }, held: (kind) => ({ wool: 3, brick: 1 })[kind] ?? 0, most: (kind) => ({ wool: 3, brick: 1 })[kind] ?? 0 }).element),
      specimen("counted in rows", counters("How many does each give?", NAMED_PLAYERS.slice(0, 3).map(({ colour: key, name }) => ({ key, name, label: [crest(key), html("span", { class: "count-name" }, name)] })), { given: { blue: 2 } }).element),
    ),
    section("Whose turn it is", ...TURNS.map(([name, view]) => specimen(name, html("section", { class: "panel to-do" }, drawToDo(pickToDo(castSample(view))))))),
    section("The roll", ...rolls),
    section(
      "Players",
      ...[null, ...NAMED_PLAYERS].map((who) =>
        specimen(who ? `${who.name} is on turn` : "nobody is on turn", html("section", { class: "panel players" }, drawPlayers({
          ...pickPlayers(castSample(({ ...VIEW, players: PLAYERS, on_turn: who?.colour ?? null }))), mayHaveWon: 0.3, victims: who ? [] : ["blue", "white"],
        }))),
      ),
      specimen("the race", html("p", { "data-colour": "blue" }, race(4, 10))),
      specimen("crests", NAMED_PLAYERS.map(({ colour: each }) => crest(each))),
    ),
    section("The bank", ...BANKS.map(([name, view]) => specimen(name, html("section", { class: "panel bank" }, drawBank(pickBank(castSample(view))))))),
    section(
      "What waits",
      ...OFFERS.map(([name, offer]) => specimen(`an offer: ${name}`, html("div", { class: "waiting" }, drawOffers(castSample([{ ...offer, names }]))))),
      specimen("a strip", html("p", { class: "strip" }, "The page can't keep the screen on.")),
      specimen("a strip that warns", html("p", { class: "strip strip-alert" }, "Not connected to the table. What you see may be old.")),
      specimen("a refusal", html("p", { class: "message" }, "The robber stands there already.", html("button", { type: "button" }, "Undo"))),
      specimen("what was taken", html("p", { class: "message", "data-kind": "recorded" }, "Ana builds a road.")),
      specimen("a flag", html("span", { class: "flag" }, "not enough cards to pay")),
      specimen("sources", html("div", { class: "sources" }, drawSources(castSample([
        { name: "camera", health: "ok", text: "" }, { name: "tower", health: "waiting", text: "" }, { name: "panel", health: "fault", text: "" },
      ])))),
    ),
    section(
      "On a phone",
      ...HANDS.map(([name, seen]) => specimen(`the hand: ${name}`, html("section", { class: "panel phone-hand" }, drawHand(pickHand(castSample(seen)))))),
      specimen("development cards", html("section", { class: "panel phone-cards" }, drawCards(pickCards(castSample(OWN_CARDS))))),
      ...OFFERS_ON_PHONES.map((seen) => specimen("an offer", html("section", { class: "offers" }, drawOffered(pickOffered(castSample(seen)))))),
    ),
    section("The island", specimen("at rest", html("div", { class: "island" }, drawIsland(BEGINNERS)))),
  ];
}

/** @param {Event} event */
function blockEvent(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Components that react to taps on this page. */
const INTERACTIVE_SELECTOR = ".across, .counter, .face, .tick, summary";
/** @param {Event} event */
const isEntry = ({ target }) => target instanceof Element && !target.closest(INTERACTIVE_SELECTOR);
const root = elementById("design");
// Forms look as on the tablet; taps enter nothing.
document.body.dataset.role = "tablet";
for (const kind of ["click", "submit"]) root.addEventListener(kind, (event) => isEntry(event) && blockEvent(event), true);
onLanguageChange(draw);
draw();

function draw() {
  document.title = "Companion · design";
  root.replaceChildren(html("h1", { lang: "en" }, "Components"), ...flattenContent(sections()));
  root.ariaBusy = "false";
}
