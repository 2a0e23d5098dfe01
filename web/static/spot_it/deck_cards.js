// The round cards of the deck to print, inside larger drawings.

import { crestAt } from "../drawing/crests.js";
import { svg } from "../drawing/dom.js";
import { CARDS, SYMBOLS } from "./deck.js";

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
