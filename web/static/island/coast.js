// The sea around the island: a beach, the surf and the shallows, along an irregular coast.

import { svg } from "../drawing/dom.js";
import { seededRandom } from "./seeded_random.js";
import { HARBORS } from "./geometry.js";

/** Width of each zone from the land, in hex sides, outermost first. */
const REACH_BY_ZONE = { shelf: 0.8, shallows: 0.48, surf: 0.26, beach: 0.14 };
/** Random variation of a zone's width, as a share of it. */
const REACH_JITTER = 0.2;
/** Points of a coast line between two corners of the land. */
const POINTS_PER_EDGE = 3;

/** The closed lines along the coast, outermost first, each with the name of the zone inside it. */
export function coastLines() {
  const coast = coastPoints();
  return Object.entries(REACH_BY_ZONE).map(([name, reach]) => ({ name, points: offsetCoast(coast, name, reach) }));
}

/** Draw the sea around the island. */
export const drawSea = () => coastLines().map(({ name, points }) => svg("path", { class: name, d: closedCurve(points) }));

/** @typedef {{ at: Page.Point, out: Page.Point }} CoastPoint A point and the direction of the sea. */

/**
 * List the points of the land's edge, once around.
 *
 * @returns {CoastPoint[]}
 */
function coastPoints() {
  /** @type {Map<string, { to: Page.Point, out: Page.Point }[]>} */
  const from = new Map();
  for (const { at, ends } of Object.values(HARBORS)) {
    const middle = /** @type {Page.Point} */ ([(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2]);
    const far = Math.hypot(at[0] - middle[0], at[1] - middle[1]);
    const out = /** @type {Page.Point} */ ([(at[0] - middle[0]) / far, (at[1] - middle[1]) / far]);
    // Seen from the land, the next corner is to the right of the sea.
    const [one, other] = isRightOf(ends[0], ends[1], out) ? ends : [ends[1], ends[0]];
    from.set(pointKey(one), [...(from.get(pointKey(one)) ?? []), { to: other, out }]);
  }
  const [start] = from.keys();
  if (start === undefined) return [];
  const points = /** @type {CoastPoint[]} */ ([]);
  for (let name = start, next = from.get(name)?.[0], n = 0; next && n < from.size; n += 1) {
    const [x, y] = name.split(",").map(Number);
    for (let part = 0; part < POINTS_PER_EDGE; part += 1) {
      const along = (part + 0.5) / POINTS_PER_EDGE;
      points.push({ at: [x + (next.to[0] - x) * along, y + (next.to[1] - y) * along], out: next.out });
    }
    name = pointKey(next.to);
    next = from.get(name)?.[0];
  }
  return points;
}

/** @param {Page.Point} point */
const pointKey = ([x, y]) => `${x},${y}`;

/**
 * @param {Page.Point} one
 * @param {Page.Point} other
 * @param {Page.Point} out
 */
const isRightOf = ([ax, ay], [bx, by], [ox, oy]) => (bx - ax) * oy - (by - ay) * ox < 0;

/**
 * Offset the coast towards the sea by `reach`, with random variation.
 *
 * Leaves out points in a bay that would be closer to the opposite coast.
 *
 * @param {CoastPoint[]} coast
 * @param {string} name
 * @param {number} reach
 * @returns {Page.Point[]}
 */
function offsetCoast(coast, name, reach) {
  const random = seededRandom(name);
  return coast.flatMap(({ at, out }) => {
    const far = reach * (1 + (random() - 0.5) * 2 * REACH_JITTER);
    const point = /** @type {Page.Point} */ ([at[0] + out[0] * far, at[1] + out[1] * far]);
    const nearest = Math.min(...coast.map((other) => Math.hypot(point[0] - other.at[0], point[1] - other.at[1])));
    return nearest < far * 0.99 ? [] : [point];
  });
}

/**
 * Draw a closed curve through points: a Catmull-Rom spline as Bézier curves.
 *
 * @param {Page.Point[]} points
 */
function closedCurve(points) {
  const count = points.length;
  const pointAt = (/** @type {number} */ n) => points[(n + count) % count];
  const formatPoint = (/** @type {Page.Point} */ [x, y]) => `${Math.round(x * 1000) / 1000} ${Math.round(y * 1000) / 1000}`;
  const curves = points.map((point, n) => {
    const [before, next, after] = [pointAt(n - 1), pointAt(n + 1), pointAt(n + 2)];
    const leaves = /** @type {Page.Point} */ ([point[0] + (next[0] - before[0]) / 6, point[1] + (next[1] - before[1]) / 6]);
    const arrives = /** @type {Page.Point} */ ([next[0] - (after[0] - point[0]) / 6, next[1] - (after[1] - point[1]) / 6]);
    return `C${formatPoint(leaves)} ${formatPoint(arrives)} ${formatPoint(next)}`;
  });
  return `M${formatPoint(points[0])}${curves.join("")}Z`;
}
