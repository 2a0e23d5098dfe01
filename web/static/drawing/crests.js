// The players' crests: one shape per colour, so that nobody depends on telling colours apart.

import { svg } from "./dom.js";

// In a square of 24 by 24.
/** @type {{ [colour: string]: string }} */
const SHAPES = {
  red: "M12 2 23 21H1z",
  blue: "M3 3h18v18H3z",
  orange: "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z",
  white: "M12 0 24 12 12 24 0 12z",
  green: "M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z",
  brown: "M1 7h10V1.5L23 12 11 22.5V17H1z",
};

/**
 * The shape of a colour's crest, as a path in a square of 24 by 24.
 *
 * @param {string} colour
 */
export const shapeOf = (colour) => SHAPES[colour] ?? SHAPES.orange;

/**
 * A player's crest, as wide as a line of text is high. Hidden from screen readers, because the name is beside it.
 *
 * @param {string} colour
 */
export function crest(colour) {
  return svg(
    "svg",
    { viewBox: "-1 -1 26 26", class: "crest", "data-colour": colour, "aria-hidden": "true" },
    svg("path", { d: shapeOf(colour) }),
  );
}

/**
 * A crest inside a larger drawing: centred at (x, y), `size` wide.
 *
 * @param {string} colour
 * @param {Page.Point} at
 * @param {number} size
 */
export function crestAt(colour, [x, y], size) {
  return svg("path", {
    d: shapeOf(colour),
    class: "crest-shape",
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`,
  });
}
