// Calibration during a game: the result of a repeated step, and the way back to the table.

import { html } from "../drawing/dom.js";
import { withLabel, translateSentence, t, word } from "../language/i18n.js";
import { startStep } from "./calibration.js";
import { STATES } from "./steps.js";

/** The step at which nothing is repeated. */
const LIVE_STEP = "live";

/**
 * Returns whether the table plays while this page is open, rather than being prepared.
 *
 * @param {Api.CalibrationView} view
 */
export const isPlaying = (view) => "repeats" in view;

/**
 * Selects the table's status beside the current step; null: it doesn't play.
 *
 * @param {Api.CalibrationView} view
 */
export const pickMeanwhile = (view) => (isPlaying(view) ? { repeats: view.repeats, lent: view.lent, last: view.last } : null);

/** @param {ReturnType<typeof pickMeanwhile>} picked */
export function drawMeanwhile(picked) {
  if (!picked) return [];
  if (picked.repeats) return (picked.lent ?? []).map(drawPaused);
  return [
    picked.last && drawOutcome(picked.last),
    html("p", { class: "quiet" }, t("Tap a step to repeat only that one; then the table is watched again.")),
  ];
}

/** @param {string} part */
const drawPaused = (part) => html("p", { class: "quiet" }, withLabel(t("Paused during this step"), word("source", part)));

/** @param {Api.StepRepeated} last */
function drawOutcome({ title, state, text, but }) {
  return html(
    "p",
    { class: "step-outcome", "data-state": state },
    html("span", { class: "step-sign", "aria-hidden": "true" }, STATES[state].sign),
    html("span", {}, html("strong", {}, translateSentence(title)), " ", translateSentence(text), " ", translateSentence(but)),
  );
}

/**
 * A link to the table's page, or a button that also leaves the repeated step.
 *
 * @param {string | null} [repeats]
 */
export function backButton(repeats) {
  if (!repeats) return html("a", { class: "button", href: "/", "data-key": "back" }, t("Back to the table"));
  return html("button", { type: "button", class: "leave", "data-key": "back", onclick: leave }, t("Stop and return to the table"));
}

async function leave() {
  if (await startStep(LIVE_STEP)) location.assign("/");
}
