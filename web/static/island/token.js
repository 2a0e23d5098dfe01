// Number tokens and texts in the drawing of the island.

import { svg } from "../drawing/dom.js";

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
