// The light on the island: always from the viewer's upper left.

import { svg } from "../drawing/dom.js";
import { toIslandDirection } from "./island_rotation.js";

/** Direction towards the light on the page, a unit vector. */
const LIGHT_DIRECTION = /** @type {Page.Point} */ ([-0.5, -0.866]);

/**
 * The gradients by name, from the centre outwards or from left to right.
 *
 * @type {{ [name: string]: { shape: "radialGradient" | "linearGradient", stops: [share: number, colour: string, opacity: number][], about: Page.Attributes } }}
 */
const GRADIENTS = {
  glow: { shape: "radialGradient", stops: [[0, "#fff8dc", 0.34], [1, "#fff8dc", 0]], about: {} },
  dusk: { shape: "radialGradient", stops: [[0, "#1c1408", 0.2], [1, "#1c1408", 0]], about: {} },
  token: { shape: "radialGradient", stops: [[0, "#fffaf0", 1], [0.7, "#f8eed6", 1], [1, "#e2d2ab", 1]], about: { cx: 0.4, cy: 0.36, r: 0.66 } },
  robber: { shape: "linearGradient", stops: [[0, "#7d776d", 1], [0.4, "#45413b", 1], [1, "#1b1917", 1]], about: {} },
};

/** The gradient definitions of a drawing. Style sheets fill with `url(#light-…)`. */
export const lightGradients = () =>
  svg(
    "defs",
    {},
    Object.entries(GRADIENTS).map(([name, { shape, stops, about }]) =>
      svg(
        shape,
        { id: `light-${name}`, ...about },
        stops.map(([offset, colour, opacity]) => svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity })),
      ),
    ),
  );

/** Light and shade over a hex, around its centre. They fade out, so they need no clipping. */
export const lightOnHex = () => [
  svg("circle", { class: "glow", cx: -0.25, cy: -0.32, r: 0.56 }),
  svg("circle", { class: "dusk", cx: 0.24, cy: 0.34, r: 0.56 }),
];

/**
 * Shift a point towards the light on an island rotated by `turn`; away from it if `far` is negative.
 *
 * @param {Page.Point} at
 * @param {number} far
 * @param {number} turn
 * @returns {Page.Point}
 */
export function shiftTowardsLight([x, y], far, turn) {
  const [dx, dy] = toIslandDirection(LIGHT_DIRECTION, turn);
  return [x + dx * far, y + dy * far];
}
