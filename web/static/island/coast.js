// The sea around the island: a beach, the surf before it and the shallows, along a coast as nature wears one.

import { svg } from "../drawing/dom.js";
import { chanceOf } from "./chance.js";
import { HARBORS } from "./geometry.js";

/** How far from the land each reaches, in sides of a hex, from the outermost inwards. */
const REACHES = { shelf: 0.8, shallows: 0.48, surf: 0.26, beach: 0.14 };
/** So much nearer or farther it is here and there, as a share of how far it reaches. */
const WORN = 0.2;
/** Points of a coast line between two corners of the land. */
const POINTS = 3;

/** The lines along the coast, from the outermost inwards: each closed, by what lies within it. */
export function coastLines() {
  const coast = coastline();
  return Object.entries(REACHES).map(([name, reach]) => ({ name, points: worn(coast, name, reach) }));
}

/** What of the sea is drawn around the island. */
export const drawSea = () => coastLines().map(({ name, points }) => svg("path", { class: name, d: smooth(points) }));

/** @typedef {{ at: Page.Point, out: Page.Point }} CoastPoint Where, and which way the sea is. */

/**
 * The points of the land's edge, once around.
 *
 * @returns {CoastPoint[]}
 */
function coastline() {
  /** @type {Map<string, { to: Page.Point, out: Page.Point }[]>} */
  const from = new Map();
  for (const { at, ends } of Object.values(HARBORS)) {
    const middle = /** @type {Page.Point} */ ([(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2]);
    const far = Math.hypot(at[0] - middle[0], at[1] - middle[1]);
    const out = /** @type {Page.Point} */ ([(at[0] - middle[0]) / far, (at[1] - middle[1]) / far]);
    // Seen from the land, the next corner lies to the right of the sea.
    const [one, other] = isRightOf(ends[0], ends[1], out) ? ends : [ends[1], ends[0]];
    from.set(nameOf(one), [...(from.get(nameOf(one)) ?? []), { to: other, out }]);
  }
  const [start] = from.keys();
  if (start === undefined) return [];
  const points = /** @type {CoastPoint[]} */ ([]);
  for (let name = start, next = from.get(name)?.[0], n = 0; next && n < from.size; n += 1) {
    const [x, y] = name.split(",").map(Number);
    for (let part = 0; part < POINTS; part += 1) {
      const along = (part + 0.5) / POINTS;
      points.push({ at: [x + (next.to[0] - x) * along, y + (next.to[1] - y) * along], out: next.out });
    }
    name = nameOf(next.to);
    next = from.get(name)?.[0];
  }
  return points;
}

/** @param {Page.Point} point */
const nameOf = ([x, y]) => `${x},${y}`;

/**
 * @param {Page.Point} one
 * @param {Page.Point} other
 * @param {Page.Point} out
 */
const isRightOf = ([ax, ay], [bx, by], [ox, oy]) => (bx - ax) * oy - (by - ay) * ox < 0;

/**
 * A line that runs so far out along the coast, here a little nearer, there a little farther.
 *
 * In a bay, where it would come nearer to the coast across, it takes the short way.
 *
 * @param {CoastPoint[]} coast
 * @param {string} name
 * @param {number} reach
 * @returns {Page.Point[]}
 */
function worn(coast, name, reach) {
  const chance = chanceOf(name);
  return coast.flatMap(({ at, out }) => {
    const far = reach * (1 + (chance() - 0.5) * 2 * WORN);
    const point = /** @type {Page.Point} */ ([at[0] + out[0] * far, at[1] + out[1] * far]);
    const nearest = Math.min(...coast.map((other) => Math.hypot(point[0] - other.at[0], point[1] - other.at[1])));
    return nearest < far * 0.99 ? [] : [point];
  });
}

/**
 * A closed curve through points (Catmull and Rom's, as Bézier curves).
 *
 * @param {Page.Point[]} points
 */
function smooth(points) {
  const many = points.length;
  const at = (/** @type {number} */ n) => points[(n + many) % many];
  const show = (/** @type {Page.Point} */ [x, y]) => `${Math.round(x * 1000) / 1000} ${Math.round(y * 1000) / 1000}`;
  const curves = points.map((point, n) => {
    const [before, next, after] = [at(n - 1), at(n + 1), at(n + 2)];
    const leaves = /** @type {Page.Point} */ ([point[0] + (next[0] - before[0]) / 6, point[1] + (next[1] - before[1]) / 6]);
    const arrives = /** @type {Page.Point} */ ([next[0] - (after[0] - point[0]) / 6, next[1] - (after[1] - point[1]) / 6]);
    return `C${show(leaves)} ${show(arrives)} ${show(next)}`;
  });
  return `M${show(points[0])}${curves.join("")}Z`;
}
