// The light that falls on the island, always from the upper left of whoever looks at it.

import { svg } from "../drawing/dom.js";
import { onIsland } from "./island_turning.js";

/** Where the light comes from, seen on the page; of length one. */
const FROM = /** @type {Page.Point} */ ([-0.5, -0.866]);

/**
 * What is filled with light, by its name: how it is from the middle outwards, or from the left to the right.
 *
 * @type {{ [name: string]: { shape: "radialGradient" | "linearGradient", stops: [share: number, colour: string, opacity: number][], about: Page.Attributes } }}
 */
const FILLED = {
  glow: { shape: "radialGradient", stops: [[0, "#fff8dc", 0.34], [1, "#fff8dc", 0]], about: {} },
  dusk: { shape: "radialGradient", stops: [[0, "#1c1408", 0.2], [1, "#1c1408", 0]], about: {} },
  token: { shape: "radialGradient", stops: [[0, "#fffaf0", 1], [0.7, "#f8eed6", 1], [1, "#e2d2ab", 1]], about: { cx: 0.4, cy: 0.36, r: 0.66 } },
  robber: { shape: "linearGradient", stops: [[0, "#7d776d", 1], [0.4, "#45413b", 1], [1, "#1b1917", 1]], about: {} },
};

/** What a drawing of the island needs once, for its light: style sheets fill with `url(#light-…)`. */
export const lights = () =>
  svg(
    "defs",
    {},
    Object.entries(FILLED).map(([name, { shape, stops, about }]) =>
      svg(
        shape,
        { id: `light-${name}`, ...about },
        stops.map(([offset, colour, opacity]) => svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity })),
      ),
    ),
  );

/**
 * Light and shade over a hex, around its middle: without an edge of their own, so that they need not be cut.
 */
export const lightOnHex = () => [
  svg("circle", { class: "glow", cx: -0.25, cy: -0.32, r: 0.56 }),
  svg("circle", { class: "dusk", cx: 0.24, cy: 0.34, r: 0.56 }),
];

/**
 * A place nearer to the light by so much, on an island turned so far; farther from it where that is negative.
 *
 * @param {Page.Point} at
 * @param {number} far
 * @param {number} turn
 * @returns {Page.Point}
 */
export function towardsLight([x, y], far, turn) {
  const [dx, dy] = onIsland(FROM, turn);
  return [x + dx * far, y + dy * far];
}
