// How the game is looked back on that a page is for: its own script says it once, and the parts that all share ask here.

/** @type {Page.Look} */
let looked = { draw: () => [] };

/**
 * Say how (page.js).
 *
 * @param {Page.Look} look
 */
export function lookAt(look) {
  looked = look;
}

/** How the game is looked back on. */
export const look = () => looked;
