// The drawings of coast, harbors and pieces.

import { svg } from "../drawing/dom.js";
import { seededRandom } from "./landscape.js";
import { HARBORS, HEXES, INTERSECTIONS, PATHS, SITES, interpolate } from "./sites.js";
import { crestAt, shapeAt } from "../drawing/signs.js";
import { t } from "../language/i18n.js";
import { shiftTowardsLight } from "./rotation.js";

// The sea around the island: a beach, the surf and the shallows, along an irregular coast.

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

// The pieces, number tokens and texts on the island.

// Parts that stay upright however the island is rotated.

/**
 * Group children and rotate them against the island's rotation, so that they appear upright.
 *
 * @param {Page.Point} at
 * @param {number} turn
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
export const counterRotate = ([x, y], turn, attributes, ...children) =>
  svg("g", { ...attributes, transform: `rotate(${-turn} ${x} ${y})` }, children);

/** The robber's width, and its offset from the centre of the hex, where the token is. */
const ROBBER = { size: 0.78, beside: 0.5, above: 0.08 };
const ROAD_CREST = 0.2;

/**
 * Buildings, in a square of 24 by 24: `front` faces the viewer, roof and wall are to its right.
 *
 * `size` is the width of the square on the island; `crest` is the width of the owner's sign and its offset from the centre.
 *
 * @type {{ [kind: string]: { size: number, outline: string, front: string, lit: string, roof: string, wall: string, crest: [size: number, dx: number, dy: number] } }}
 */
const BUILDINGS = {
  settlement: {
    size: 0.58,
    outline: "M2 21V11L10 3.500 14.500 1 22.500 8.500V18.500L18 21Z",
    front: "M2 21V11L10 3.500 18 11V21Z",
    lit: "M2 11L10 3.500 11 4.500 3.500 11.500V21H2Z",
    roof: "M10 3.500 14.500 1 22.500 8.500 18 11Z",
    wall: "M18 11 22.500 8.500V18.500L18 21Z",
    crest: [0.22, -0.048, 0.085],
  },
  city: {
    size: 0.74,
    outline: "M1 21.500V12L4.600 10H10V7L15.500 2 19 0 24.500 5V19.500L21 21.500Z",
    front: "M1 21.500V12H10V7L15.500 2 21 7V21.500Z",
    lit: "M1 12 4.600 10H10V12ZM10 7 15.500 2 16.300 2.800 11.200 7.500V12H10Z",
    roof: "M15.500 2 19 0 24.500 5 21 7Z",
    wall: "M21 7 24.500 5V19.500L21 21.500Z",
    crest: [0.24, -0.04, 0.14],
  },
};

/**
 * Draw the pieces, roads first, and the robber.
 *
 * @param {[pieces: Api.PieceStands[], robber: string | null, turn: number]} picked
 */
export function drawPieces([pieces, robber, turn]) {
  const roads = pieces.filter(({ kind }) => kind === "road");
  const buildings = pieces.filter(({ kind }) => kind !== "road");
  return [
    ...roads.map((piece) => drawRoad(piece, turn)),
    ...buildings.map((piece) => drawBuilding(piece, turn)),
    robber && drawRobber(robber, turn),
  ];
}

/**
 * @param {Api.PieceStands} piece
 * @param {number} turn
 */
function drawRoad({ at, colour }, turn) {
  const [from, to] = PATHS[at];
  const ends = [interpolate(from, to, 0.2), interpolate(from, to, 0.8)];
  /**
   * @param {string} name
   * @param {number} far
   */
  const line = (name, far) => {
    const [[x1, y1], [x2, y2]] = ends.map((end) => shiftTowardsLight(end, far, turn));
    return svg("line", { x1, y1, x2, y2, class: name });
  };
  return svg(
    "g",
    { class: "piece road", "data-at": at, "data-colour": colour },
    [line("road-shadow", -0.07), line("road-edge", 0), line("road-face", 0), line("road-lit", 0.055)],
    counterRotate(SITES[at], turn, {}, crestAt(colour, SITES[at], ROAD_CREST)),
  );
}

/**
 * @param {Api.PieceStands} piece
 * @param {number} turn
 */
function drawBuilding({ at, kind, colour }, turn) {
  const place = INTERSECTIONS[at];
  const { size, outline, front, lit, roof, wall, crest } = BUILDINGS[kind];
  const [x, y] = place;
  const parts = Object.entries({ shadow: outline, body: outline, front, lit, roof, wall });
  return counterRotate(
    place,
    turn,
    { class: `piece ${kind}`, "data-at": at, "data-colour": colour },
    svg(
      "g",
      { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` },
      parts.map(([name, d]) => svg("path", { class: name, d })),
    ),
    crestAt(colour, [x + crest[1], y + crest[2]], crest[0]),
  );
}

/**
 * @param {string} at
 * @param {number} turn
 */
function drawRobber(at, turn) {
  const [x, y] = HEXES[at].at;
  const { size, beside, above } = ROBBER;
  return counterRotate(
    [x, y],
    turn,
    { class: "robber", "data-at": at },
    svg("title", {}, t("Robber")),
    svg("ellipse", { class: "shadow", cx: x + beside + 0.07, cy: y - above + size * 0.45, rx: size * 0.4, ry: size * 0.12 }),
    shapeAt("robber", [x + beside, y - above], size, { class: "body" }),
  );
}

// Number tokens and texts.

/** @type {{ [number: number]: number }} */
const PIPS = { 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1 };

/**
 * Move a point.
 *
 * @param {Page.Point} at
 * @param {number} dx
 * @param {number} dy
 * @returns {Page.Point}
 */
export const offsetPoint = ([x, y], dx, dy) => [x + dx, y + dy];

/**
 * Draw a number token around a point.
 *
 * @param {Page.Point} at
 * @param {number} number
 */
export function drawToken(at, number) {
  const count = PIPS[number] ?? 0;
  const pips = Array.from({ length: count }, (_, n) =>
    svg("circle", { cx: at[0] + (n - (count - 1) / 2) * 0.105, cy: at[1] + 0.25, r: 0.038 }),
  );
  const likely = number === 6 || number === 8;
  return svg(
    "g",
    { class: likely ? "token token-likely" : "token" },
    svg("ellipse", { cx: at[0] + 0.03, cy: at[1] + 0.05, rx: 0.41, ry: 0.41, class: "shadow" }),
    svg("circle", { cx: at[0], cy: at[1], r: 0.4, class: "token-disc" }),
    svg("ellipse", { cx: at[0], cy: at[1], rx: 0.35, ry: 0.35, class: "token-ring" }),
    drawText(offsetPoint(at, 0, -0.05), number, "token-number"),
    pips,
  );
}

/**
 * Draw a text centred at a point.
 *
 * @param {Page.Point} at
 * @param {string | number} content
 * @param {string} name
 */
export function drawText([x, y], content, name) {
  return svg("text", { x, y, class: name }, `${content}`);
}
