// At a table that plays: how the step that was repeated came out, and the way back to the table.

import { html } from "../drawing/dom.js";
import { labelled, said, t, word } from "../language/i18n.js";
import { goTo } from "./calibration.js";
import { STATES } from "./step_states.js";

/** The step at which nothing is repeated. */
const LIVE = "live";

/**
 * Whether the table plays while this page is open; else it is being prepared.
 *
 * @param {Api.CalibrationView} view
 */
export const plays = (view) => "repeats" in view;

/**
 * What is said of the table beside the step that is on; null: it doesn't play.
 *
 * @param {Api.CalibrationView} view
 */
export const pickMeanwhile = (view) => (plays(view) ? { repeats: view.repeats, lent: view.lent, last: view.last } : null);

/** @param {ReturnType<typeof pickMeanwhile>} picked */
export function drawMeanwhile(picked) {
  if (!picked) return [];
  if (picked.repeats) return (picked.lent ?? []).map(resting);
  return [
    picked.last && outcome(picked.last),
    html("p", { class: "quiet" }, t("Tap a step to repeat only that one; then the table is watched again.")),
  ];
}

/** @param {string} part */
const resting = (part) => html("p", { class: "quiet" }, labelled(t("Paused during this step"), word("source", part)));

/** @param {Api.StepRepeated} last */
function outcome({ title, state, text, but }) {
  return html(
    "p",
    { class: "came-out", "data-state": state },
    html("span", { class: "step-sign", "aria-hidden": "true" }, STATES[state].sign),
    html("span", {}, html("strong", {}, said(title)), " ", said(text), " ", said(but)),
  );
}

/**
 * The way back to the table's own page; from a step that is repeated, which is then left.
 *
 * @param {string | null} [repeats]
 */
export function wayBack(repeats) {
  if (!repeats) return html("a", { class: "button", href: "/", "data-key": "back" }, t("Back to the table"));
  return html("button", { type: "button", class: "leave", "data-key": "back", onclick: leave }, t("Stop and return to the table"));
}

async function leave() {
  if (await goTo(LIVE)) location.assign("/");
}
