// What stands upright on the island, however it is turned.

import { svg } from "../drawing/dom.js";

/**
 * Something that stands upright at a place.
 *
 * @param {Page.Point} at
 * @param {number} turn
 * @param {Page.Attributes} attributes
 * @param {Page.Content[]} children
 */
export const upright = ([x, y], turn, attributes, ...children) =>
  svg("g", { ...attributes, transform: `rotate(${-turn} ${x} ${y})` }, children);
