// The camera's live picture: the next frame is requested when the last one has loaded.

import { html } from "../drawing/dom.js";
import { PRODUCES, TERRAINS, sign } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";

const NEXT_PICTURE_MS = 200;
const RETRY_MS = 1000;
// A frame that takes longer is skipped, so that no old frame is shown as live.
const PICTURE_TIMEOUT_MS = 4000;

/**
 * Creates a live picture in a figure. Returns a callback to show or hide it.
 *
 * @param {HTMLElement} figure
 * @param {HTMLImageElement} image
 */
export function livePicture(figure, image) {
  let isShown = false;
  let number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {number} pause */
  const scheduleNext = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(loadNext, pause);
  };
  const loadNext = () => {
    if (!isShown) return;
    image.src = `/api/calibration/picture?${(number += 1)}`;
    scheduleNext(PICTURE_TIMEOUT_MS);
  };
  image.addEventListener("load", () => {
    figure.classList.toggle("upright", image.naturalHeight > image.naturalWidth);
    scheduleNext(NEXT_PICTURE_MS);
  });
  image.addEventListener("error", () => scheduleNext(RETRY_MS));
  return (/** @type {boolean} */ show) => {
    if (show === isShown) return;
    isShown = show;
    figure.hidden = !show;
    loadNext();
  };
}

// The legend of the live picture, on which there are only signs and numbers.

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
