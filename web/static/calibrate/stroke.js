// What a finger means that draws an area in one stroke: an outline where it comes round, a rectangle from corner to corner
// where it goes straight across.

/** A way that is so straight (its ends' distance by its length) is a rectangle's diagonal. */
const STRAIGHT = 0.85;
/** A stroke shorter than this share of the picture's diagonal is none: a tap, or a finger that trembled. */
const LEAST = 0.04;
/** How far corners may lie beside the finger's way, as a share of the stroke's length; widened until they are few enough to drag. */
const BESIDE = 0.012;
const MOST_CORNERS = 10;

/**
 * The corners of the area that a stroke draws; null: it is too short to mean one.
 *
 * @param {Page.Point[]} stroke where the finger was, in shares of the picture
 * @param {number[]} size the picture's width and height, by which distances are meant
 * @returns {Page.Point[] | null}
 */
export function outlined(stroke, [width, height]) {
  const way = stroke.map(([x, y]) => /** @type {Page.Point} */ ([x * width, y * height]));
  const [first, last] = [way[0], way[way.length - 1]];
  const length = way.slice(1).reduce((sum, at, n) => sum + far(way[n], at), 0);
  if (length < LEAST * Math.hypot(width, height)) return null;
  const corners = far(first, last) > STRAIGHT * length ? rectangle(first, last) : corneredOf(loopOf(way), length);
  return corners && corners.map(([x, y]) => [rounded(x / width), rounded(y / height)]);
}

/** @param {number} share */
const rounded = (share) => Math.round(Math.min(Math.max(share, 0), 1) * 10000) / 10000;

/**
 * @param {Page.Point} a
 * @param {Page.Point} b
 */
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

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
 * The stroke without the ends that stick out where it comes over itself, as it does when a finger closes an outline.
 *
 * @param {Page.Point[]} way
 */
function loopOf(way) {
  for (let reach = way.length - 2; reach > 1; reach -= 1)
    for (let from = 0; from + reach < way.length - 1; from += 1) {
      const to = from + reach;
      const at = crossing(way[from], way[from + 1], way[to], way[to + 1]);
      if (at) return [at, ...way.slice(from + 1, to + 1)];
    }
  return way;
}

/**
 * Where two lines cross; null: they don't.
 *
 * @param {Page.Point} a
 * @param {Page.Point} b
 * @param {Page.Point} c
 * @param {Page.Point} d
 * @returns {Page.Point | null}
 */
function crossing(a, b, c, d) {
  const across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (!across) return null;
  const along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across;
  const there = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across;
  return along >= 0 && along <= 1 && there >= 0 && there <= 1 ? [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])] : null;
}

/**
 * A loop's corners, few enough to be dragged. One that still comes over itself means what is within it all.
 *
 * @param {Page.Point[]} loop
 * @param {number} length
 * @returns {Page.Point[] | null}
 */
function corneredOf(loop, length) {
  let corners = loop;
  for (let beside = BESIDE; ; beside *= 1.3) {
    corners = closed(loop, beside * length);
    if (corners.length <= MOST_CORNERS) break;
  }
  const whole = crosses(corners) ? hull(corners) : corners;
  return whole.length < 3 ? null : whole;
}

/**
 * A loop made simpler: halved at the two points that lie farthest from each other, each half by itself.
 *
 * @param {Page.Point[]} loop
 * @param {number} beside
 */
function closed(loop, beside) {
  const begin = farthest(loop, loop[0]);
  const turned = [...loop.slice(begin), ...loop.slice(0, begin)];
  const other = farthest(turned, turned[0]);
  return [
    ...simpler(turned.slice(0, other + 1), beside).slice(0, -1),
    ...simpler([...turned.slice(other), turned[0]], beside).slice(0, -1),
  ];
}

/**
 * @param {Page.Point[]} points
 * @param {Page.Point} from
 */
const farthest = (points, from) => points.reduce((best, at, n) => (far(at, from) > far(points[best], from) ? n : best), 0);

/**
 * A line without the points that lie beside it by no more than so much (Douglas and Peucker).
 *
 * @param {Page.Point[]} line
 * @param {number} beside
 * @returns {Page.Point[]}
 */
function simpler(line, beside) {
  const [first, last] = [line[0], line[line.length - 1]];
  const out = line.map((at) => offLine(at, first, last));
  const most = out.reduce((best, value, n) => (value > out[best] ? n : best), 0);
  if (out[most] <= beside) return [first, last];
  return [...simpler(line.slice(0, most + 1), beside).slice(0, -1), ...simpler(line.slice(most), beside)];
}

/**
 * How far a point is from the line between two.
 *
 * @param {Page.Point} at
 * @param {Page.Point} a
 * @param {Page.Point} b
 */
function offLine([x, y], a, b) {
  const long = far(a, b);
  return long ? Math.abs((b[0] - a[0]) * (a[1] - y) - (a[0] - x) * (b[1] - a[1])) / long : far([x, y], a);
}

/** @param {Page.Point[]} corners */
const crosses = (corners) =>
  corners.some((at, n) =>
    corners.some((other, m) => {
      const next = (n + 1) % corners.length;
      const after = (m + 1) % corners.length;
      return m > n && m !== next && after !== n && crossing(at, corners[next], other, corners[after]);
    }),
  );

/**
 * What a thread around points lies on.
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
      while (kept.length > 1 && !turnsLeft(kept[kept.length - 2], kept[kept.length - 1], at)) kept.pop();
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
const turnsLeft = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
