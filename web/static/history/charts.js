// Charts drawn as SVG. Never colour alone: lines end in their player's name and have dashes of their own.

import { crestAt } from "../drawing/crests.js";
import { svg } from "../drawing/dom.js";

/** On a phone charts have fewer units across, so that what is written in them stays large enough to read. */
export const NARROW = Boolean(globalThis.matchMedia?.("(max-width: 640px)").matches);
export const WIDTH = NARROW ? 400 : 640;
const HEIGHT = 300;
const LEFT = 34;
const BOTTOM = 28;
const TOP = 12;
const LINE = 6;
const LETTERS = 20;
// Names at the ends of lines: as history.css writes them (.line-name), how far from the end, and how wide at most.
const NAME = "600 16px";
const NAMED = 31;
const WIDEST_NAME = NARROW ? 150 : 200;
const STEPS = [1, 2, 5, 10, 20, 50, 100];
/**
 * The dashes of each player's line, in the order of the legend: the first is whole.
 *
 * @type {number[][]}
 */
export const DASHES = [[], [9, 5], [2, 5], [14, 4, 2, 4]];

/**
 * How far a player's line lies aside, of several `width` wide: who has as many points as others is seen, too.
 *
 * @param {number} index
 * @param {number} count
 * @param {number} width
 */
export const aside = (index, count, width) => (index - (count - 1) / 2) * width;

/**
 * What draws on a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 */
export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no pictures");
  return pen;
}

/**
 * How wide a name is written, in a chart's own measure; a little more than that.
 *
 * @param {string} name
 */
function widthOf(name) {
  const pen = penOf(document.createElement("canvas"));
  pen.font = `${NAME} ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(pen.measureText(name).width * 1.03);
}

/**
 * As much of a name as there is room for beside a chart; the legend has it whole.
 *
 * @param {string} name
 */
function short(name) {
  if (widthOf(name) <= WIDEST_NAME) return name;
  const letters = [...name];
  /** @param {number} count */
  const cut = (count) => `${letters.slice(0, count).join("").trimEnd()}…`;
  return cut(letters.findLastIndex((_, count) => widthOf(cut(count)) <= WIDEST_NAME));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string | number} content
 * @param {Page.Attributes} attributes
 */
const text = (x, y, content, attributes = {}) => svg("text", { x, y, ...attributes }, `${content}`);

/**
 * @param {string} label
 * @param {Page.Content[]} children
 */
function chart(label, ...children) {
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": label }, children);
}

/**
 * Points over the turns, a line for each player.
 *
 * `points` as the summary has it; `players` in the order of the legend: {name, colour}.
 *
 * @param {string} label
 * @param {Page.Counted[]} points
 * @param {Page.Player[]} players
 */
export function pointsChart(label, points, players) {
  const written = players.map(({ name }) => short(name));
  const names = NAMED + Math.max(...written.map(widthOf));
  const last = Math.max(1, points.length - 1);
  const final = points[points.length - 1];
  const highest = Math.max(10, ...points.flatMap((each) => Object.values(each.points)));
  /** @param {number} index */
  const x = (index) => LEFT + (index * (WIDTH - LEFT - names)) / last;
  /** @param {number} value */
  const y = (value) => TOP + ((highest - value) * (HEIGHT - TOP - BOTTOM)) / highest;
  const grid = Array.from({ length: Math.floor(highest / 2) + 1 }, (_, k) => 2 * k);
  const every = STEPS.find((step) => last / step <= 10) ?? last;
  const ends = apart(players.map(({ colour }) => y(final.points[colour])), 17, HEIGHT - BOTTOM);
  return chart(
    label,
    grid.map((value) => [
      svg("line", { x1: LEFT, y1: y(value), x2: WIDTH - names, y2: y(value), class: "grid" }),
      text(LEFT - 8, y(value) + 4, value, { class: "tick", "text-anchor": "end" }),
    ]),
    points.map(({ turn }, index) =>
      index % every ? null : text(x(index), HEIGHT - 8, turn, { class: "tick", "text-anchor": "middle" }),
    ),
    players.map(({ colour }, index) => {
      /** @param {Page.Counted} each */
      const height = (each) => y(each.points[colour]) + aside(index, players.length, LINE);
      const steps = points.map((each, at) => `${x(at)},${height(each)}`).join(" ");
      const end = x(points.length - 1);
      return svg(
        "g",
        { "data-colour": colour },
        svg("polyline", { points: steps, class: "line-edge" }),
        svg("polyline", { points: steps, class: "line", "stroke-dasharray": DASHES[index % DASHES.length].join(" ") }),
        svg("line", { x1: end, y1: height(final), x2: end + 12, y2: ends[index], class: "lead" }),
        crestAt(colour, [end + 21, ends[index]], 12),
        text(end + NAMED, ends[index] + 5, written[index], { class: "line-name" }),
      );
    }),
  );
}

/**
 * Heights that keep a distance, each as near to where it belongs as the others let it; none below `lowest`.
 *
 * @param {number[]} heights
 * @param {number} distance
 * @param {number} lowest
 */
export function apart(heights, distance, lowest) {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  for (let k = 1; k < order.length; k += 1) {
    placed[order[k]] = Math.max(placed[order[k]], placed[order[k - 1]] + distance);
  }
  const over = Math.max(0, placed[order[order.length - 1]] - lowest);
  return placed.map((height) => height - over);
}

/**
 * How often each sum was rolled as a bar, and how often it was to be expected as a mark across it.
 *
 * @param {string} label
 * @param {{ sum: string | number, rolled: number, expected: number }[]} sums
 */
export function diceChart(label, sums) {
  const highest = Math.max(1, ...sums.flatMap(({ rolled, expected }) => [rolled, expected]));
  const slot = (WIDTH - LEFT) / sums.length;
  const y = (/** @type {number} */ value) => TOP + 14 + ((highest - value) * (HEIGHT - TOP - 14 - BOTTOM)) / highest;
  return chart(
    label,
    sums.map(({ sum, rolled, expected }, index) => {
      const left = LEFT + index * slot + slot * 0.16;
      // On its bar; where the mark would strike it out, on the mark.
      const over = y(rolled) - y(expected);
      const foot = over > -3 && over < LETTERS ? y(expected) : y(rolled);
      const width = slot * 0.68;
      return svg(
        "g",
        {},
        svg("rect", { x: left, y: y(rolled), width, height: y(0) - y(rolled), class: sum === 7 ? "bar bar-seven" : "bar" }),
        svg("line", { x1: left - 4, y1: y(expected), x2: left + width + 4, y2: y(expected), class: "expected" }),
        text(left + width / 2, foot - 5, rolled, { class: "rolled", "text-anchor": "middle" }),
        text(left + width / 2, HEIGHT - 8, sum, { class: "line-name", "text-anchor": "middle" }),
      );
    }),
  );
}
