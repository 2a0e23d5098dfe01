// Icons for actions, each with a distinct shape.

import { svg } from "./dom.js";

// In a square of 24 by 24.
/** @type {{ [key: string]: string }} */
const SHAPES = {
  roll: "M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4zm1.5 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm9 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  draw: "M4 4h11v17H4zM17 3.5l4.500 1.200-4 15.500-.5-.1zM7 8v3h5V8z",
  trade: "M2 7h13V3l7 6-7 6v-4H2zM22 17H9v4l-7-6h20z",
  buy: "M3 2h12v9h-2V4H5v16h6v2H3zm13 11h2.5v3.5H22V19h-3.5v3.5H16V19h-3.5v-2.5H16z",
  play: "M7 9h12v13H7zM12 1l5 6h-3.5v1h-3V7H7z",
  reveal: "M12 1l3.2 7.2 7.8.8-5.9 5.2 1.7 7.8-6.8-4-6.8 4 1.7-7.8L1 9l7.8-.8z",
  discard: "M5 2h12v11H5zM12 23l-5-5.5h3.5V14h3v3.5H17z",
  rob: "M12 1.5a4.5 4.5 0 0 1 2.5 8.200C17 11 18 15 18 19h2v3.5H4V19h2c0-4 1-8 3.5-9.300A4.5 4.5 0 0 1 12 1.5z",
  end: "M3 4l9 8-9 8zM12 4l9 8-9 8z",
  score: "M4 1h2.5v1.5H21L17.5 8 21 13.500H6.500V23H4z",
  undo: "M10 3v5c7 0 11 4 12 12-3-4-6-6-12-6v5L1 11z",
  redo: "M14 3v5C7 8 3 12 2 20c3-4 6-6 12-6v5l9-8z",
  more: "M5 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zm7 0a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zm7 0a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
};

/**
 * The icon of an action by its key. The button's text names the action.
 *
 * @param {string} key
 */
export function actionSign(key) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
    svg("path", { d: SHAPES[key], "fill-rule": "evenodd" }),
  );
}
