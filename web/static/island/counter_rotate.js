// Parts that stay upright however the island is rotated.

import { svg } from "../drawing/dom.js";

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
