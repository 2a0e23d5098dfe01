// Points as a race: one field per point to win, filled for each point made.

import { html } from "../drawing/dom.js";

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
