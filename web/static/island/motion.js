// The differences between two views of the island, and the motion that explains them.

import { afterDrawing, animate } from "../device/motion.js";
import { HEXES, INTERSECTIONS, PATHS } from "./sites.js";
import { toIslandDirection } from "./rotation.js";
import { findAll, html, svg } from "../drawing/dom.js";
import { pageRotation } from "../device/rotation.js";

// The changes on the island between two views, for animation.

/** More changes at once than this are a correction or a catch-up, which is not animated. */
const MANY_PIECES = 3;
const MANY_ENTRIES = 3;
/** The two special cards, which move between players. */
const SPECIAL_CARDS = /** @type {("longest_road" | "largest_army")[]} */ (["longest_road", "largest_army"]);

/**
 * The changes between two views that an animation can show; null if there are none or too many.
 *
 * @param {Page.View | undefined} before
 * @param {Page.View} after
 */
export function diffViews(before, after) {
  if (!before?.layout || !after.layout) return null;
  const stood = new Set(before.pieces.map(pieceKey));
  const put = after.pieces.filter((piece) => !stood.has(pieceKey(piece))).map(({ at }) => at);
  const entries = (after.log.at(-1)?.number ?? 0) - (before.log.at(-1)?.number ?? 0);
  if (put.length > MANY_PIECES || entries > MANY_ENTRIES || entries < 0) return null;
  const isMoved = before.robber && after.robber && before.robber !== after.robber;
  return {
    put,
    robber: isMoved ? { from: before.robber ?? "", to: after.robber ?? "" } : null,
    isRolled: entries > 0 && isRollLatest(after),
    stolen: findRobberySince(before.log.at(-1)?.number ?? 0, after),
    won: SPECIAL_CARDS.flatMap((card) => cardTransfers(card, before.players ?? [], after.players ?? [])),
  };
}

/** @param {Api.PieceStands} piece */
const pieceKey = ({ at, kind, colour }) => `${at} ${kind} ${colour}`;

/**
 * The transfer of a special card to a new holder, with its previous holder if any.
 *
 * @param {"longest_road" | "largest_army"} card
 * @param {Api.BasePlayer[]} before
 * @param {Api.BasePlayer[]} after
 */
function cardTransfers(card, before, after) {
  const [from, to] = [before, after].map((players) => players.find((player) => player[card])?.colour ?? null);
  return to && to !== from ? [{ card, from, to }] : [];
}

/**
 * The latest robbery after a log entry: thief and victim; null if there is none.
 *
 * @param {number} number
 * @param {Page.View} view
 * @returns {{ by: string, from: string } | null}
 */
function findRobberySince(number, { log }) {
  const robbery = log.findLast((line) => line.number > number && line.event.kind === "steal" && line.event.from);
  return robbery ? { by: robbery.event.player ?? "", from: robbery.event.from } : null;
}

/**
 * Test whether a roll is the latest event, so that its production is still being collected.
 *
 * @param {Page.View} view
 */
export const isRollLatest = (view) => view.log.at(-1)?.event.kind === "roll";

// Animations that explain the latest change on the island. The final state is drawn first; the animation follows it. A
// later redraw interrupts it. It is left out if the device asks for reduced motion.

// The paths of a player's longest road. The rules' state doesn't list them.

/** @param {Page.Point} point */
const pointKey = ([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;

/**
 * The points of a player's longest road in order; empty without a road.
 *
 * It uses no path twice and does not pass another player's building.
 *
 * @param {Pick<Api.PieceStands, "at" | "kind" | "colour">[]} pieces
 * @param {string} colour
 * @returns {Page.Point[]}
 */
export function longestRoad(pieces, colour) {
  const roads = pieces.filter((piece) => piece.kind === "road" && piece.colour === colour && PATHS[piece.at]).map(({ at }) => PATHS[at]);
  const barred = new Set(pieces.filter((piece) => piece.kind !== "road" && piece.colour !== colour && INTERSECTIONS[piece.at]).map(({ at }) => pointKey(INTERSECTIONS[at])));
  /** @type {Page.Point[]} */
  let longest = [];
  /**
   * @param {Page.Point[]} run
   * @param {Set<number>} used
   */
  const extendRun = (run, used) => {
    if (run.length > longest.length) longest = run;
    const end = /** @type {Page.Point} */ (run.at(-1));
    if (run.length > 1 && barred.has(pointKey(end))) return;
    roads.forEach((road, n) => {
      if (used.has(n)) return;
      const at = road.findIndex((point) => pointKey(point) === pointKey(end));
      if (at >= 0) extendRun([...run, road[1 - at]], new Set([...used, n]));
    });
  };
  for (const road of roads) for (const end of road) extendRun([end], new Set());
  return longest;
}

/** Height from which a placed piece drops, in hex sides. */
const DROP_HEIGHT = 0.7;

/**
 * Animate the changes that led to the current drawing, on an island rotated by `turn`.
 *
 * @param {ReturnType<typeof diffViews>} what
 * @param {Element} picture
 * @param {number} turn
 * @param {Api.PieceStands[]} pieces
 */
export function animateChanges(what, picture, turn, pieces) {
  if (what === null || what.isRolled) pulsing.splice(0).forEach((copy) => copy.remove());
  if (what === null) return;
  const above = toTranslate(toIslandDirection([0, -DROP_HEIGHT], turn));
  for (const at of what.put) {
    const falls = [{ translate: above, opacity: 0 }, { translate: "0px 0px", opacity: 1 }];
    const piece = picture.querySelector(`.piece[data-at="${CSS.escape(at)}"]`);
    animate(piece, falls, { duration: "drop", easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" });
  }
  if (what.robber) {
    const [[fx, fy], [tx, ty]] = [HEXES[what.robber.from].at, HEXES[what.robber.to].at];
    const slides = [{ translate: toTranslate([fx - tx, fy - ty]) }, { translate: "0px 0px" }];
    animate(picture.querySelector(".robber"), slides, { duration: "slide", easing: "ease-in-out" });
  }
  const road = what.won.find(({ card }) => card === "longest_road");
  if (road) animateLongestRoad(picture, longestRoad(pieces, road.to), road.to);
  if (what.isRolled) afterDrawing(() => pulseTokens(picture));
}

/**
 * The copies of tokens that pulse.
 *
 * @type {Element[]}
 */
let pulsing = [];
/** Half the width of a copy, in hex sides. */
const PULSE_RADIUS = 0.5;

/**
 * Let the tokens of the rolled hexes pulse, as copies above the page: a browser animates boxes without new drawings, but
 * would lay out and paint the island in each frame in which a part of it moves.
 *
 * @param {Element} picture
 */
function pulseTokens(picture) {
  const copies = findAll(picture, ".hex-rolled .token-disc", SVGCircleElement).map(copyToken);
  document.body.append(...copies);
  pulsing = copies;
  for (const copy of copies) {
    const frames = [1, 1.22, 1, 1.12, 1].map((scale) => ({ transform: `rotate(${pageRotation()}deg) scale(${scale})` }));
    const pulse = animate(copy, frames, { duration: "pulse" });
    if (pulse) pulse.onfinish = () => copy.remove();
    else copy.remove();
  }
}

/**
 * Copy a token as a box at its place on the screen.
 *
 * @param {SVGCircleElement} disc the token's disc
 */
function copyToken(disc) {
  const { left, top, width } = disc.getBoundingClientRect();
  const { x, y, width: sides } = disc.getBBox();
  const px = width / sides;
  const margin = PULSE_RADIUS - sides / 2;
  const picture = svg("svg", { viewBox: `${x - margin} ${y - margin} ${2 * PULSE_RADIUS} ${2 * PULSE_RADIUS}` });
  picture.append(svg("g", { class: "hex-rolled" }, /** @type {Element} */ (disc.parentElement).cloneNode(true)));
  const box = html("div", { class: "pulse", "aria-hidden": "true" }, picture);
  box.style.left = `${left - margin * px + scrollX}px`;
  box.style.top = `${top - margin * px + scrollY}px`;
  box.style.width = `${2 * PULSE_RADIUS * px}px`;
  return box;
}

/**
 * Draw the longest road over its pieces from end to end, then remove the line.
 *
 * @param {Element} picture
 * @param {Page.Point[]} run
 * @param {string} colour
 */
function animateLongestRoad(picture, run, colour) {
  const line = svg("path", { class: "road-drawn", "data-colour": colour, "aria-hidden": "true", d: `M${run.map((point) => point.join(" ")).join("L")}`, pathLength: 1 });
  picture.querySelector(".turned")?.append(line);
  const drawn = animate(line, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0, offset: 0.8 }, { strokeDashoffset: 0 }], { duration: "pulse", easing: "ease-in-out" });
  if (drawn) drawn.onfinish = () => line.remove();
  else line.remove();
}

/** @param {Page.Point} by */
const toTranslate = ([x, y]) => `${x}px ${y}px`;
