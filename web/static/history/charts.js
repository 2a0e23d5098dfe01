// Charts as SVG. Colour is never the only mark: each line ends in its player's name and has its own dashes.

import { crestAt } from "../drawing/signs.js";
import { svg } from "../drawing/dom.js";

/** A narrow screen: charts have fewer units across, so that their text stays legible. */
export const NARROW = Boolean(globalThis.matchMedia?.("(max-width: 640px)").matches);
export const WIDTH = NARROW ? 400 : 640;
const HEIGHT = 300;
const MARGIN_LEFT = 34;
const MARGIN_BOTTOM = 28;
const MARGIN_TOP = 12;
const LINE_WIDTH = 6;
const LETTER_HEIGHT = 20;
// Names at the ends of lines: their font (.line-name in history.css), distance from the end and greatest width.
const NAME_FONT = "600 16px";
const NAME_OFFSET = 31;
const MAX_NAME_WIDTH = NARROW ? 150 : 200;
const TICK_STEPS = [1, 2, 5, 10, 20, 50, 100];
/**
 * The dashes of each player's line, in the order of the legend; the first line is solid.
 *
 * @type {number[][]}
 */
export const DASHES = [[], [9, 5], [2, 5], [14, 4, 2, 4]];

/**
 * The offset of a player's line, so that lines of players with equal points stay visible; `width` is a line's width.
 *
 * @param {number} index
 * @param {number} count
 * @param {number} width
 */
export const lineOffset = (index, count, width) => (index - (count - 1) / 2) * width;

/**
 * The 2D context of a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 */
export function canvasContext(canvas) {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no pictures");
  return pen;
}

/**
 * The width of a name in a chart's units, with a small margin.
 *
 * @param {string} name
 */
function nameWidth(name) {
  const pen = canvasContext(document.createElement("canvas"));
  pen.font = `${NAME_FONT} ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(pen.measureText(name).width * 1.03);
}

/**
 * Shortens a name to the room beside a chart; the legend has the full name.
 *
 * @param {string} name
 */
function shortenName(name) {
  if (nameWidth(name) <= MAX_NAME_WIDTH) return name;
  const letters = [...name];
  /** @param {number} count */
  const truncate = (count) => `${letters.slice(0, count).join("").trimEnd()}…`;
  return truncate(letters.findLastIndex((_, count) => nameWidth(truncate(count)) <= MAX_NAME_WIDTH));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string | number} content
 * @param {Page.Attributes} attributes
 */
const drawText = (x, y, content, attributes = {}) => svg("text", { x, y, ...attributes }, `${content}`);

/**
 * @param {string} label
 * @param {Page.Content[]} children
 */
function chartElement(label, ...children) {
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": label }, children);
}

/**
 * Points over the turns, a line for each player.
 *
 * `points` come from the summary; `players` are in the order of the legend: {name, colour}.
 *
 * @param {string} label
 * @param {Page.PointsAtTurn[]} points
 * @param {Page.Player[]} players
 */
export function pointsChart(label, points, players) {
  const labels = players.map(({ name }) => shortenName(name));
  const namesWidth = NAME_OFFSET + Math.max(...labels.map(nameWidth));
  const last = Math.max(1, points.length - 1);
  const final = points[points.length - 1];
  const highest = Math.max(10, ...points.flatMap((each) => Object.values(each.points)));
  /** @param {number} index */
  const x = (index) => MARGIN_LEFT + (index * (WIDTH - MARGIN_LEFT - namesWidth)) / last;
  /** @param {number} value */
  const y = (value) => MARGIN_TOP + ((highest - value) * (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM)) / highest;
  const grid = Array.from({ length: Math.floor(highest / 2) + 1 }, (_, k) => 2 * k);
  const tickStep = TICK_STEPS.find((step) => last / step <= 10) ?? last;
  const ends = spreadHeights(players.map(({ colour }) => y(final.points[colour])), 17, HEIGHT - MARGIN_BOTTOM);
  return chartElement(
    label,
    grid.map((value) => [
      svg("line", { x1: MARGIN_LEFT, y1: y(value), x2: WIDTH - namesWidth, y2: y(value), class: "grid" }),
      drawText(MARGIN_LEFT - 8, y(value) + 4, value, { class: "tick", "text-anchor": "end" }),
    ]),
    points.map(({ turn }, index) =>
      index % tickStep ? null : drawText(x(index), HEIGHT - 8, turn, { class: "tick", "text-anchor": "middle" }),
    ),
    players.map(({ colour }, index) => {
      /** @param {Page.PointsAtTurn} each */
      const height = (each) => y(each.points[colour]) + lineOffset(index, players.length, LINE_WIDTH);
      const steps = points.map((each, at) => `${x(at)},${height(each)}`).join(" ");
      const end = x(points.length - 1);
      return svg(
        "g",
        { "data-colour": colour },
        svg("polyline", { points: steps, class: "line-edge" }),
        svg("polyline", { points: steps, class: "line", "stroke-dasharray": DASHES[index % DASHES.length].join(" ") }),
        svg("line", { x1: end, y1: height(final), x2: end + 12, y2: ends[index], class: "lead" }),
        crestAt(colour, [end + 21, ends[index]], 12),
        drawText(end + NAME_OFFSET, ends[index] + 5, labels[index], { class: "line-name" }),
      );
    }),
  );
}

/**
 * Moves heights apart to a least distance, each as little as possible; none exceeds `lowest`.
 *
 * @param {number[]} heights
 * @param {number} distance
 * @param {number} lowest
 */
export function spreadHeights(heights, distance, lowest) {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  for (let k = 1; k < order.length; k += 1) {
    placed[order[k]] = Math.max(placed[order[k]], placed[order[k - 1]] + distance);
  }
  // Those that would be too low move up, and only the ones that are in their way with them.
  let limit = lowest;
  for (let k = order.length - 1; k >= 0; k -= 1) {
    placed[order[k]] = Math.min(placed[order[k]], limit);
    limit = placed[order[k]] - distance;
  }
  return placed;
}

/**
 * Draws for each sum a bar of its number of rolls, and a mark at the expected number.
 *
 * @param {string} label
 * @param {{ sum: string | number, rolled: number, expected: number }[]} sums
 */
export function diceChart(label, sums) {
  const highest = Math.max(1, ...sums.flatMap(({ rolled, expected }) => [rolled, expected]));
  const slot = (WIDTH - MARGIN_LEFT) / sums.length;
  const y = (/** @type {number} */ value) => MARGIN_TOP + 14 + ((highest - value) * (HEIGHT - MARGIN_TOP - 14 - MARGIN_BOTTOM)) / highest;
  return chartElement(
    label,
    sums.map(({ sum, rolled, expected }, index) => {
      const left = MARGIN_LEFT + index * slot + slot * 0.16;
      // The number is on its bar, or on the mark where the mark would cross it.
      const over = y(rolled) - y(expected);
      const foot = over > -3 && over < LETTER_HEIGHT ? y(expected) : y(rolled);
      const width = slot * 0.68;
      return svg(
        "g",
        {},
        svg("rect", { x: left, y: y(rolled), width, height: y(0) - y(rolled), class: sum === 7 ? "bar bar-seven" : "bar" }),
        svg("line", { x1: left - 4, y1: y(expected), x2: left + width + 4, y2: y(expected), class: "expected" }),
        drawText(left + width / 2, foot - 5, rolled, { class: "rolled", "text-anchor": "middle" }),
        drawText(left + width / 2, HEIGHT - 8, sum, { class: "line-name", "text-anchor": "middle" }),
      );
    }),
  );
}
