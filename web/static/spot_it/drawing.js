// The drawn cards of the deck.

import { crestAt } from "../drawing/signs.js";
import { svg } from "../drawing/dom.js";
import { CARDS, SYMBOLS } from "./deck.js";
import { t } from "../language/i18n.js";
import { gameName } from "./course.js";

// The round cards of the deck to print, inside larger drawings.

const INK = "#1e1e24";
const OUTLINE = 6;
/** Radii of a card, in hundredths of its radius. */
const [RADIUS, FACE_RADIUS, CREST_SIZE] = [100, 88, 46];
/** Radius of a ring divided by that of its symbol. */
const RING = 1.12;


/**
 * The number of the `n`-th card of a kind; it starts again after the last one.
 *
 * @param {string} kind island, harbor, or the colour of a team
 * @param {number} n
 */
export function cardNumber(kind, n) {
  const numbers = CARDS.flatMap(([each], number) => (each === kind ? [number] : []));
  return numbers[n % numbers.length];
}

/** @param {import("./deck.js").Shape} shape */
const drawShape = ([paint, d, line]) =>
  line > 0
    ? svg("path", { d, fill: "none", stroke: paint, "stroke-width": line, "stroke-linecap": "round", "stroke-linejoin": "round" })
    : svg("path", { d, fill: paint, stroke: line ? INK : null, "stroke-width": line ? OUTLINE : null, "stroke-linejoin": "round" });

/** The element with all definitions, once per document. */
function definitions() {
  const known = document.querySelector("#deck-art defs");
  if (known) return known;
  const defs = svg("defs", {});
  document.body.prepend(svg("svg", { id: "deck-art", class: "hidden", "aria-hidden": "true" }, defs));
  return defs;
}

/**
 * Define a drawing, once per document.
 *
 * @param {string} id
 * @param {() => Page.Content} draw
 */
function define(id, draw) {
  if (!document.getElementById(id)) definitions().append(svg("g", { id }, draw()));
  return `#${id}`;
}

/** @param {number} symbol */
const symbolLink = (symbol) => define(`deck-symbol-${symbol}`, () => SYMBOLS[symbol].map(drawShape));

/** @param {import("./deck.js").PlacedSymbol} placed */
const placeSymbol = ([symbol, x, y, radius, turn]) =>
  svg("use", { href: symbolLink(symbol), transform: `translate(${x} ${y}) rotate(${turn}) scale(${radius / 100})` });

/** @param {number} number */
const cardLink = (number) =>
  define(`deck-card-${number}`, () => {
    const [kind, symbols] = CARDS[number];
    return svg(
      "g",
      { class: `deck-${kind}`, "data-colour": isTeam(kind) ? kind : null },
      svg("circle", { r: RADIUS, class: "deck-rim" }),
      svg("circle", { r: FACE_RADIUS, class: "deck-face" }),
      symbols.map(placeSymbol),
      svg("circle", { r: RADIUS, class: "deck-dusk" }),
    );
  });

/** @param {string} kind */
const isTeam = (kind) => kind !== "island" && kind !== "harbor";

/**
 * A card with its face up, centred at a point. A team's card has its crest at its lower edge, whichever way it is turned.
 *
 * @param {number} number
 * @param {Page.Point} at
 * @param {number} radius
 * @param {{ turn?: number, ringed?: number }} options `turn` in degrees; `ringed` is the symbol to ring
 */
export function deckCardAt(number, [x, y], radius, { turn = 0, ringed } = {}) {
  const [kind, symbols] = CARDS[number];
  const placed = symbols.find(([symbol]) => symbol === ringed);
  return svg(
    "g",
    { class: "deck-card", transform: `translate(${x} ${y}) scale(${radius / RADIUS})` },
    svg("circle", { cx: 4, cy: 7, r: RADIUS, class: "deck-shadow" }),
    svg(
      "g",
      { transform: `rotate(${turn})` },
      svg("use", { href: cardLink(number) }),
      placed ? svg("circle", { cx: placed[1], cy: placed[2], r: placed[3] * RING, class: "deck-ring" }) : null,
    ),
    isTeam(kind) ? drawCrest(kind) : null,
  );
}

/** @param {string} colour */
const drawCrest = (colour) =>
  svg(
    "g",
    { class: "deck-crest", "data-colour": colour, transform: `translate(0 ${FACE_RADIUS})` },
    svg("circle", { r: CREST_SIZE * 0.62 }),
    crestAt(colour, [0, 0], CREST_SIZE * 0.66),
  );

/**
 * A card with its back up, as on the printed sheets.
 *
 * @param {string} colour
 * @param {Page.Point} at
 * @param {number} radius
 */
export const deckBackAt = (colour, [x, y], radius) =>
  svg(
    "g",
    { class: "deck-card", "data-colour": colour, transform: `translate(${x} ${y}) scale(${radius / RADIUS})` },
    svg("circle", { cx: 4, cy: 7, r: RADIUS, class: "deck-shadow" }),
    svg("circle", { r: RADIUS, class: "deck-rim" }),
    svg("circle", { r: FACE_RADIUS, class: "deck-back-ring" }),
    svg("circle", { r: 46, class: "deck-back-middle" }),
    crestAt(colour, [0, 0], 54),
  );

/**
 * The turn of a card, in degrees, that brings one of its symbols to the upper side, where no crest hides it.
 *
 * @param {number} number
 * @param {number | undefined} symbol
 */
export function turnUp(number, symbol) {
  const placed = CARDS[number][1].find(([each]) => each === symbol);
  return placed ? -90 - (Math.atan2(placed[2], placed[1]) * 180) / Math.PI : 0;
}

/**
 * The one symbol that two cards share.
 *
 * @param {number} one
 * @param {number} other
 */
export function commonSymbol(one, other) {
  const others = new Set(CARDS[other][1].map(([symbol]) => symbol));
  return CARDS[one][1].map(([symbol]) => symbol).find((symbol) => others.has(symbol));
}

// Drawings of the table in each game, and of its rule, with the cards of the deck.

/** @typedef {{ teams: { [team: number]: string[] }, taken?: string[], harbors?: boolean, begins?: boolean, joined?: boolean }} Layout */

const STEP_UNITS = 40;
const CARD_RADIUS = 19.4;
const ISLAND_RADIUS = 2;
const WAVES = 26;
const ROW_SPACING = Math.sqrt(3) / 2;
/** How far a card lies from the middle of its place. */
const LOOSE_UNITS = 1.6;
/** More than the distance of touching places. */
const TOUCHING_UNITS = 1.1 * STEP_UNITS;

/**
 * The places within a number of steps of the centre, as [column, row] in axial coordinates, row by row.
 *
 * @param {number} steps
 * @returns {Page.Point[]}
 */
const placesWithin = (steps) =>
  Array.from({ length: 2 * steps + 1 }, (_, k) => k - steps).flatMap((row) =>
    Array.from({ length: 2 * steps + 1 }, (_, k) => /** @type {Page.Point} */ ([k - steps, row])).filter(
      ([column]) => Math.abs(column + row) <= steps,
    ),
  );

/**
 * @param {Page.Point} place
 * @returns {Page.Point}
 */
const placeCenter = ([column, row]) => [(column + row / 2) * STEP_UNITS, row * STEP_UNITS * ROW_SPACING];
/** @param {Page.Point} place */
const placeKey = (place) => place.join();
/** @param {string} key */
const centerOf = (key) => placeCenter(/** @type {Page.Point} */ (key.split(",").map(Number)));

/**
 * The places of the harbors; each touches two cards of the island.
 *
 * @type {Page.Point[]}
 */
const HARBOR_PLACES = [[1, -3], [3, -2], [2, 1], [-1, 3], [-3, 2], [-2, -1]];

/**
 * Layouts by game: places with a team's card by team number, places whose card is taken, and marks.
 *
 * @type {{ [game: number]: Layout }}
 */
const LAYOUTS = {
  1: { teams: { 0: ["0,-2", "-1,0", "1,0", "0,1"], 1: ["2,-2", "0,0", "-2,1", "1,1"], 2: ["1,-1", "-1,2"] } },
  2: { teams: { 0: ["0,0", "0,-1", "1,-2"], 1: ["1,0", "1,1"], 2: ["-1,1"] }, harbors: true, begins: true },
  3: { teams: { 0: ["-2,0", "-1,0", "0,-1", "1,-1", "1,0"], 1: ["-1,2", "0,1"], 2: ["2,-2"] }, joined: true },
  4: { teams: {}, taken: ["0,-2", "1,-2", "2,-1", "0,0", "-1,1", "1,1"] },
};

/**
 * A turn and a shift that look random, the same for a number in every drawing.
 *
 * @param {number} number
 */
function loosen(number) {
  const angle = (number * 137.5) % 360;
  const radians = (angle * Math.PI) / 180;
  return { turn: (number * 77) % 360, shift: /** @type {Page.Point} */ ([LOOSE_UNITS * Math.cos(radians), LOOSE_UNITS * Math.sin(radians)]) };
}

/** @param {number} game */
const seaRadius = (game) => (LAYOUTS[game].harbors ? 3.55 : 2.75) * STEP_UNITS;

/**
 * The sea around the island, with waves.
 *
 * @param {number} radius
 */
function drawSea(radius) {
  const waves = Array.from({ length: WAVES }, (_, n) => {
    const angle = ((n + 0.5) * 2 * Math.PI) / WAVES;
    const away = radius * (n % 2 ? 0.955 : 0.9);
    return `M${away * Math.cos(angle) - 5} ${away * Math.sin(angle)}q2.5-3.500 5 0t5 0`;
  });
  return [svg("circle", { r: radius, class: "table-sea" }), svg("path", { d: waves.join(""), class: "table-waves" })];
}

/**
 * Draws the table in a game; `colours` are the teams' colours.
 *
 * @param {number} game
 * @param {string[]} colours
 */
export function drawTable(game, colours) {
  const label = t("The table layout for the game “{game}”", { game: gameName(game) });
  const [width, height] = game === 5 ? [6.4 * STEP_UNITS, 4.4 * STEP_UNITS] : Array(2).fill(2 * (seaRadius(game) + 1));
  return svg(
    "svg",
    { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, class: "match-drawing", role: "img", "aria-label": label },
    game === 5 ? drawDuel(colours) : drawIsland(LAYOUTS[game], colours, seaRadius(game)),
  );
}

/**
 * @param {Layout} layout
 * @param {string[]} colours
 * @param {number} sea radius
 */
function drawIsland({ teams, taken = [], harbors = false, begins = false, joined = false }, colours, sea) {
  const owned = Object.entries(teams).flatMap(([team, places]) => places.map((place, n) => /** @type {const} */ ({ place, colour: colours[Number(team)], n })));
  const own = owned.filter(({ colour }) => colour);
  return [
    drawSea(sea),
    placesWithin(ISLAND_RADIUS).map((place, n) =>
      taken.includes(placeKey(place))
        ? svg("circle", { cx: placeCenter(place)[0], cy: placeCenter(place)[1], r: CARD_RADIUS - 2, class: "card-taken" })
        : layCard(cardNumber("island", n), placeCenter(place)),
    ),
    harbors ? HARBOR_PLACES.map((place, n) => layCard(cardNumber("harbor", n), placeCenter(place))) : null,
    own.map(({ place, colour, n }) => layCard(cardNumber(colour, n), centerOf(place))),
    joined ? colours.map((colour, team) => joinCards((teams[team] ?? []).map(centerOf), colour)) : null,
    begins ? svg("circle", { cx: 0, cy: 0, r: CARD_RADIUS + 3, class: "card-start" }) : null,
  ];
}

/**
 * @param {number} number
 * @param {Page.Point} at
 */
function layCard(number, [x, y]) {
  const { turn, shift } = loosen(number);
  return deckCardAt(number, [x + shift[0], y + shift[1]], CARD_RADIUS, { turn });
}

/**
 * Joins the middles of cards that touch.
 *
 * @param {Page.Point[]} places
 * @param {string} colour
 * @param {number} touching the greatest distance of cards that touch
 */
function joinCards(places, colour, touching = TOUCHING_UNITS) {
  const steps = places.flatMap((one, n) => places.slice(n + 1).filter((other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < touching).map((other) => `M${one} ${other}`));
  return steps.length ? svg("g", { "data-colour": colour }, svg("path", { d: steps.join(""), class: "card-road-edge" }), svg("path", { d: steps.join(""), class: "card-road" })) : null;
}

/**
 * Draws two or three teams' cards in the middle, each with its pile.
 *
 * @param {string[]} colours
 */
const drawDuel = (colours) => {
  const ringed = commonSymbol(cardNumber(colours[0], 2), cardNumber(colours[1], 2));
  return [
    svg("ellipse", { rx: 3.1 * STEP_UNITS, ry: 2.1 * STEP_UNITS, class: "table-sea" }),
    colours.map((colour, n) => {
      const x = (n - (colours.length - 1) / 2) * 1.95 * STEP_UNITS;
      const y = colours.length === 3 && n === 1 ? -1.0 * STEP_UNITS : -0.75 * STEP_UNITS;
      const pileAt = /** @type {Page.Point} */ ([x, 1.15 * STEP_UNITS]);
      return [
        deckBackAt(colour, [pileAt[0] + 3, pileAt[1] + 4], 24),
        deckBackAt(colour, pileAt, 24),
        deckCardAt(cardNumber(colour, 2), [x, y], 33, { turn: turnUp(cardNumber(colour, 2), ringed) + 30, ringed: n < 2 ? ringed : undefined }),
      ];
    }),
  ];
};

/**
 * Draws the rule of a game: two cards with the symbol that they share, and what follows.
 *
 * @param {number} game
 * @param {string[]} colours
 */
export function drawRule(game, [own, other]) {
  const mine = cardNumber(own, 1);
  const found = game === 5 ? cardNumber(other, 4) : cardNumber("island", 7);
  const ringed = commonSymbol(mine, found);
  return svg(
    "svg",
    { viewBox: "0 0 300 92", class: "match-rule-drawing", "aria-hidden": "true" },
    deckCardAt(mine, [46, 44], 42, { ringed, turn: turnUp(mine, ringed) + 50 }),
    deckCardAt(found, [134, 44], 42, { ringed, turn: turnUp(found, ringed) - 50 }),
    svg("path", { d: "M186 44h18m-8-9 9 9-9 9", class: "rule-arrow" }),
    RESULTS[game](mine, found, own),
  );
}

/** @type {{ [game: number]: (mine: number, found: number, own: string) => Page.Content }} */
const RESULTS = {
  1: (mine, found) => [deckCardAt(found, [262, 48], 34, { turn: -25 }), deckCardAt(mine, [252, 40], 34, { turn: 20 })],
  2: (mine, _, own) => [deckCardAt(cardNumber("harbor", 0), [276, 44], 22), deckCardAt(cardNumber(own, 3), [234, 30], 22), deckCardAt(mine, [246, 66], 22)],
  3: (mine, _, own) => [deckCardAt(cardNumber(own, 3), [230, 60], 21), deckCardAt(mine, [256, 26], 21), deckCardAt(cardNumber(own, 5), [280, 62], 21), joinCards([[230, 60], [256, 26], [280, 62]], own, 60)],
  4: (_, found, own) => [deckBackAt(own, [240, 52], 30), deckCardAt(found, [262, 38], 30, { turn: -25 })],
  5: (_, found, own) => [deckBackAt(own, [240, 52], 30), deckCardAt(found, [262, 38], 30, { turn: -25 })],
};
