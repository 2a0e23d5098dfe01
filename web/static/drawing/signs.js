// Drawn signs: resources and pieces, the players' crests, actions, and points as a race.

import { svg, html } from "./dom.js";

// Icons: resources, dice, pieces. Each has a distinct shape, not only a colour.

/** The resources in display order. */
export const RESOURCES = /** @type {Api.Resource[]} */ (["lumber", "brick", "wool", "grain", "ore"]);

export const TERRAINS = ["forest", "hills", "pasture", "fields", "mountains", "desert"];

/** @type {{ [terrain: string]: Api.Resource }} */
export const PRODUCES = {
  forest: "lumber",
  hills: "brick",
  pasture: "wool",
  fields: "grain",
  mountains: "ore",
};

// In a square of 24 by 24.
/** @type {{ [name: string]: string }} */
export const SHAPES = {
  lumber: "M12 1 18 9h-3l5 7h-6.5v6.5h-3V16H4l5-7H6z",
  brick: "M2 5h9v6H2zM13 5h9v6h-9zM2 13h4v6H2zM8 13h9v6H8zM19 13h3v6h-3z",
  wool:
    "M7 7a4 4 0 0 1 7-1.5 3.5 3.5 0 0 1 5 3c2.5 0 4 1 4 2.5s-1.5 2.5-3.5 2.5A4 4 0 0 1 17 16.5V21h-2.5v-4" +
    "h-5v4H7v-4.5A5 5 0 0 1 7 7z",
  grain:
    "M12 0c2.5 2.5 2.5 5 0 7.5-2.5-2.5-2.5-5 0-7.5z" +
    "M11.4 12.5c-3.6.2-6.1-1.7-6.4-5.6 3.7-.2 6.2 1.7 6.4 5.6zM12.6 12.5c3.6.2 6.1-1.7 6.4-5.6-3.7-.2-6.2 1.7-6.4 5.6z" +
    "M11.4 18c-3.6.2-6.1-1.7-6.4-5.6 3.7-.2 6.2 1.7 6.4 5.6zM12.6 18c3.6.2 6.1-1.7 6.4-5.6-3.7-.2-6.2 1.7-6.4 5.6z" +
    "M11.2 18h1.6v6h-1.6z",
  ore: "M8 3h8l5 6-2 9-7 4-7-4-2-9zm1 2.5L6.5 9H11zm6 0L13 9h4.5zM5.8 11l1.2 5.5 3.5 2zm12.4 0-4.7 7.5 3.5-2z",
  gold:
    "M12 1.5c5 0 9 1.700 9 4s-4 4-9 4-9-1.700-9-4 4-4 9-4zM3 8.200c1.500 2 5 3.300 9 3.300s7.500-1.300 9-3.300v4c0 2.300-4 4-9 4" +
    "s-9-1.700-9-4zM3 14.800c1.500 2 5 3.300 9 3.300s7.500-1.300 9-3.300v3.500c0 2.300-4 4-9 4s-9-1.700-9-4z",
  desert: "M1 19c3-6 7-6 10-1 3-5 7-6 12 1v2H1zM17 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  generic: "M11 2h2v3h4v2h-4v12c3-.5 5-2 6-4l-2 .5L20 11l3 4.5-2 .3c-1.5 4-5 6.2-9 6.2s-7.5-2.2-9-6.2l-2-.3L4 11l3 4.5-2-.5c1 2 3 3.5 6 4V7H7V5h4z",
  robber: "M12 1.5a4.5 4.5 0 0 1 2.5 8.2C17 11 18 15 18 19h2v3.5H4V19h2c0-4 1-8 3.5-9.3A4.5 4.5 0 0 1 12 1.5z",
  cards: "M3 5.5 13 3l1 3.5h7V21H8.5L8 19l-1 .3zm7 3V19h9V8.5z",
  development_cards: "M5 2h14v20H5zm7 4-1.5 3.5-3.5.3 2.7 2.4-.8 3.6 3.1-1.9 3.1 1.9-.8-3.6 2.7-2.4-3.5-.3z",
  knights: "M12 1.5 20.5 4v7.5c0 5-3.5 9-8.5 11-5-2-8.5-6-8.5-11V4zm0 3-5.5 1.6v5.4c0 3.5 2.2 6.2 5.5 7.9z",
  road_length: "M9.5 3h1.5l-1 18H3zM13 3h1.5L21 21h-7zM11.3 4h1.4v4h-1.4zM11.3 10h1.4v4h-1.4zM11.3 16h1.4v4h-1.4z",
  road: "M2.5 17.5 18 4l3.5 3.5L6 21z",
  settlement: "M4 21V11l8-7.5 8 7.5v10z",
  city: "M2 21.5V12h9V7l5.5-5L22 7v14.5z",
  camera: "M2 7h5l2-3h6l2 3h5v13H2zm10 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm0 2a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  tower: "M6 1h3v2h1.5V1h3v2H15V1h3v7l-2 2v6h6v7H2v-2.5h4V10L6 8zm4 12v3h4v-3a2 2 0 0 0-4 0z",
  bluetooth:
    "M3 3h18v18H3zm5 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm8 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm8 0a2 2 0 1 0 0 4 " +
    "2 2 0 0 0 0-4z",
  tablet: "M4 2h16v20H4zm2 2.5v13h12v-13zM10.5 19v1.5h3V19z",
  panel: "M2 7a5 5 0 0 1 5-5h10a5 5 0 0 1 0 10H7a5 5 0 0 1-5-5zm5-2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4 15h16v7H4z",
  settings:
    "M10.5 1h3l.5 3 2 .8 2.4-1.7 2.1 2.1L18.8 7.6l.8 2 3 .5v3l-3 .5-.8 2 1.7 2.4-2.1 2.1-2.4-1.7-2 .8-.5 3h-3l-.5-3" +
    "-2-.8-2.4 1.7-2.1-2.1 1.7-2.4-.8-2-3-.5v-3l3-.5.8-2L3.5 5.2l2.1-2.1L8 4.8l2-.8zM12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6z",
};

/**
 * An icon by name, as wide as a line of text is high; unlabelled without `label`.
 *
 * @param {string} name
 * @param {{ colour?: string, label?: string }} about
 */
export function sign(name, { colour, label } = {}) {
  const shape = svg("path", { d: SHAPES[name], "fill-rule": "evenodd" });
  return svg(
    "svg",
    {
      viewBox: "0 0 24 24",
      class: `sign sign-${name}`,
      "data-colour": colour,
      role: label ? "img" : undefined,
      "aria-label": label,
      "aria-hidden": label ? undefined : "true",
    },
    label ? svg("title", {}, label) : null,
    shape,
  );
}

/**
 * An icon inside a larger drawing: centred at (x, y), `size` wide.
 *
 * @param {string} name
 * @param {Page.Point} at
 * @param {number} size
 * @param {Page.Attributes} attributes
 */
export function shapeAt(name, [x, y], size, attributes = {}) {
  const scale = size / 24;
  return svg("path", {
    d: SHAPES[name],
    "fill-rule": "evenodd",
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`,
    ...attributes,
  });
}

/** @type {{ [value: number]: number[] }} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * The face of a die.
 *
 * @param {number} value
 */
export function die(value) {
  const pips = PIPS[value].map((n) =>
    svg("circle", { cx: 6 + (n % 3) * 6, cy: 6 + Math.floor(n / 3) * 6, r: 2 }),
  );
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "die", role: "img", "aria-label": `${value}` },
    svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    pips,
  );
}

// The players' crests: one shape per colour, so that nobody depends on telling colours apart.

// In a square of 24 by 24.
/** @type {{ [colour: string]: string }} */
const CREST_SHAPES = {
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
export const shapeOf = (colour) => CREST_SHAPES[colour] ?? CREST_SHAPES.orange;

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

// Icons for actions, each with a distinct shape.

// In a square of 24 by 24.
/** @type {{ [key: string]: string }} */
const ACTION_SHAPES = {
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
    svg("path", { d: ACTION_SHAPES[key], "fill-rule": "evenodd" }),
  );
}

// Points as a race: one field per point to win, filled for each point made.

/**
 * @param {number} points
 * @param {number} goal
 */
export const race = (points, goal) =>
  html(
    "span",
    { class: "race", "aria-hidden": "true" },
    Array.from({ length: goal }, (_, at) => html("i", { class: at < points ? "made" : null })),
  );
