// The calibration's forms: a camera that wasn't detected, and the players' seats.

import { html } from "../drawing/dom.js";
import { seatFields } from "../start/seats.js";
import { t } from "../language/i18n.js";
import { answerStep } from "./calibration.js";

/** The supported numbers of players. */
const PLAYER_COUNTS = [3, 4];

/**
 * Selects the data of the current step's form; null: it has none.
 *
 * @param {Api.StepView | undefined} step
 */
export function pickForm(step) {
  if (step?.name === "camera" && step.state !== "good") return { asked: null };
  if (step?.name === "players" && step.about.colours) return { asked: /** @type {Page.PlayersAsked} */ (step.about) };
  return null;
}

/** @param {ReturnType<typeof pickForm>} picked */
export function drawForm(picked) {
  if (!picked) return [];
  return picked.asked ? playersForm(picked.asked) : cameraForm();
}

/**
 * @param {Page.Content} content
 * @param {string} button
 * @param {() => unknown} send
 */
function answerForm(content, button, send) {
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    send();
  };
  return html(
    "form",
    { class: "calibrate-form", onsubmit: submit },
    content,
    html("div", { class: "buttons" }, html("button", { class: "primary" }, button)),
  );
}

function cameraForm() {
  const typed = html("input", { name: "camera", maxlength: 500, autocomplete: "off", required: true, "data-key": "camera-text" });
  const field = html("label", {}, html("span", {}, t("Another camera: its number, its path or its address")), typed);
  return answerForm(field, t("Use this camera"), () => answerStep("camera", { camera: typed.value.trim() }));
}

/** @param {Page.PlayersAsked} about */
function playersForm({ players, colours, suggested }) {
  const expected = players.length ? players : colours.slice(0, suggested).map((colour) => ({ name: "", colour }));
  const counts = PLAYER_COUNTS.filter((count) => count <= colours.length);
  const fields = seatFields({ players: counts, colours }, [], expected);
  return answerForm(fields.element, t("Confirm seats"), () => answerStep("players", { players: fields.players() }));
}
