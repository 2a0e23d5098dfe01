// The legend of the live picture, on which there are only signs and numbers.

import { html } from "../drawing/dom.js";
import { PRODUCES, TERRAINS, sign } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";

/**
 * Selects the data of the hint below the map; null: there is no map.
 *
 * @param {Api.StepView | undefined} step
 */
export const pickHint = (step) => (step?.name === "island" && step.about.layout ? { doubted: countUncertain(step.about.perhaps) } : null);

/** @param {Page.IslandRead["perhaps"]} perhaps */
const countUncertain = ({ hexes, harbors }) => Object.keys(hexes).length + Object.keys(harbors).length;

/**
 * Draws the lines of the hint.
 *
 * @param {ReturnType<typeof pickHint>} picked
 */
export function drawHint(picked) {
  if (!picked) return [];
  return [
    html("li", {}, t("Tap a hex or a harbor to correct it; tap + to add a harbor that wasn't read.")),
    picked.doubted > 0 && html("li", {}, html("b", { class: "dashed", "aria-hidden": "true" }), t("uncertain: check it first")),
  ];
}

/**
 * The kind of marks on the current step's picture; null: none.
 *
 * @param {Api.CalibrationView} view
 * @param {Api.StepView | undefined} step
 */
export function pickLegend(view, step) {
  if (!view.picture || !step) return null;
  if (step.about.drawn) return "island";
  return step.about.frame ? "dice" : null;
}

/**
 * Draws the lines of the legend.
 *
 * @param {string | null} drawn
 */
export function drawLegend(drawn) {
  if (drawn === "dice") return html("li", {}, t("Only dice in the bright part of the picture count."));
  if (drawn !== "island") return [];
  const terrains = TERRAINS.map((terrain) => [PRODUCES[terrain] ?? terrain, word("terrain", terrain)]);
  const signs = [...terrains, ["generic", word("harbor", "generic")], ["robber", t("Robber")]];
  return [
    signs.map(([name, text]) => html("li", {}, sign(name), text)),
    html("li", {}, html("b", { class: "doubt", "aria-hidden": "true" }, "%"), t("certainty of a doubtful reading")),
  ];
}
