// Interprets a stroke around an area: an outline if it closes, a rectangle between its ends if it is straight.

/** The ratio of the ends' distance to the length above which a stroke is a rectangle's diagonal. */
const STRAIGHT_RATIO = 0.85;
/** The shortest stroke, as a share of the picture's diagonal. A shorter one is a tap or a tremor. */
const MIN_STROKE_SHARE = 0.04;
/**
 * The tolerance of the simplification, as a share of the stroke's length; increased until there are few enough
 * corners to drag.
 */
const TOLERANCE_SHARE = 0.012;
const MAX_CORNERS = 10;

/**
 * The corners of the area that a stroke encloses; null: the stroke is too short.
 *
 * @param {Page.Point[]} stroke the finger's positions, in shares of the picture
 * @param {number[]} size the picture's width and height in px, the unit of distances
 * @returns {Page.Point[] | null}
 */
export function strokeCorners(stroke, [width, height]) {
  const way = stroke.map(([x, y]) => /** @type {Page.Point} */ ([x * width, y * height]));
  const [first, last] = [way[0], way[way.length - 1]];
  const length = way.slice(1).reduce((sum, at, n) => sum + distance(way[n], at), 0);
  if (length < MIN_STROKE_SHARE * Math.hypot(width, height)) return null;
  const corners = distance(first, last) > STRAIGHT_RATIO * length ? rectangle(first, last) : loopCorners(loopOf(way), length);
  return corners && corners.map(([x, y]) => [roundShare(x / width), roundShare(y / height)]);
}

/** @param {number} share */
const roundShare = (share) => Math.round(Math.min(Math.max(share, 0), 1) * 10000) / 10000;

/**
 * @param {Page.Point} a
 * @param {Page.Point} b
 */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * @param {Page.Point} one
 * @param {Page.Point} other
 * @returns {Page.Point[]}
 */
function rectangle(one, other) {
  const [left, right] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
  const [top, bottom] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/**
 * The closed part of a stroke, without the ends that protrude beyond its intersection with itself.
 *
 * @param {Page.Point[]} way
 */
function loopOf(way) {
  for (let reach = way.length - 2; reach > 1; reach -= 1)
    for (let from = 0; from + reach < way.length - 1; from += 1) {
      const to = from + reach;
      const at = intersection(way[from], way[from + 1], way[to], way[to + 1]);
      if (at) return [at, ...way.slice(from + 1, to + 1)];
    }
  return way;
}

/**
 * The intersection of two line segments; null: there is none.
 *
 * @param {Page.Point} a
 * @param {Page.Point} b
 * @param {Page.Point} c
 * @param {Page.Point} d
 * @returns {Page.Point | null}
 */
function intersection(a, b, c, d) {
  const across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (!across) return null;
  const along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across;
  const alongOther = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across;
  return along >= 0 && along <= 1 && alongOther >= 0 && alongOther <= 1 ? [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])] : null;
}

/**
 * The corners of a loop, few enough to drag. The convex hull if the simplified loop intersects itself; null for less
 * than three.
 *
 * @param {Page.Point[]} loop
 * @param {number} length
 * @returns {Page.Point[] | null}
 */
function loopCorners(loop, length) {
  let corners = loop;
  for (let tolerance = TOLERANCE_SHARE; ; tolerance *= 1.3) {
    corners = simplifyLoop(loop, tolerance * length);
    if (corners.length <= MAX_CORNERS) break;
  }
  const outline = isSelfIntersecting(corners) ? hull(corners) : corners;
  return outline.length < 3 ? null : outline;
}

/**
 * Simplifies a loop, split at the two points that are farthest apart.
 *
 * @param {Page.Point[]} loop
 * @param {number} tolerance
 */
function simplifyLoop(loop, tolerance) {
  const begin = farthestIndex(loop, loop[0]);
  const turned = [...loop.slice(begin), ...loop.slice(0, begin)];
  const other = farthestIndex(turned, turned[0]);
  return [
    ...simplifyLine(turned.slice(0, other + 1), tolerance).slice(0, -1),
    ...simplifyLine([...turned.slice(other), turned[0]], tolerance).slice(0, -1),
  ];
}

/**
 * @param {Page.Point[]} points
 * @param {Page.Point} from
 */
const farthestIndex = (points, from) => points.reduce((best, at, n) => (distance(at, from) > distance(points[best], from) ? n : best), 0);

/**
 * Simplifies a line: removes the points within the tolerance (Douglas–Peucker).
 *
 * @param {Page.Point[]} line
 * @param {number} tolerance
 * @returns {Page.Point[]}
 */
function simplifyLine(line, tolerance) {
  const [first, last] = [line[0], line[line.length - 1]];
  const distances = line.map((at) => distanceToLine(at, first, last));
  const most = distances.reduce((best, value, n) => (value > distances[best] ? n : best), 0);
  if (distances[most] <= tolerance) return [first, last];
  return [...simplifyLine(line.slice(0, most + 1), tolerance).slice(0, -1), ...simplifyLine(line.slice(most), tolerance)];
}

/**
 * The distance of a point from the line through two points.
 *
 * @param {Page.Point} at
 * @param {Page.Point} a
 * @param {Page.Point} b
 */
function distanceToLine([x, y], a, b) {
  const long = distance(a, b);
  return long ? Math.abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / long : distance([x, y], a);
}

/** @param {Page.Point[]} corners */
const isSelfIntersecting = (corners) =>
  corners.some((at, n) =>
    corners.some((other, m) => {
      const next = (n + 1) % corners.length;
      const after = (m + 1) % corners.length;
      return m > n && m !== next && after !== n && intersection(at, corners[next], other, corners[after]);
    }),
  );

/**
 * The convex hull of points.
 *
 * @param {Page.Point[]} points
 */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  /** @param {Page.Point[]} each */
  const half = (each) => {
    /** @type {Page.Point[]} */
    const kept = [];
    for (const at of each) {
      while (kept.length > 1 && !isLeftTurn(kept[kept.length - 2], kept[kept.length - 1], at)) kept.pop();
      kept.push(at);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/**
 * @param {Page.Point} a
 * @param {Page.Point} b
 * @param {Page.Point} c
 */
const isLeftTurn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
