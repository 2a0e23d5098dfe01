// The steps of the calibration, their forms, and the game that can be played meanwhile.

import { html } from "../drawing/dom.js";
import { seatFields } from "../start/seats.js";
import { t, translateSentence, word, withLabel } from "../language/i18n.js";
import { answerStep, startStep, isOver, skipStep } from "./calibration.js";
import { crest } from "../drawing/signs.js";
import { ISLAND_TASK, TRAY_TASK } from "./corners.js";

// The calibration's forms: a camera that wasn't detected, and the players' seats.

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

// The list of steps, and the current step with its text and answers.

// The states of a step.

/** Each state's sign and, for screen readers, its words. */
export const STATES = {
  to_do: { sign: "○", words: () => t("to do") },
  looking: { sign: "●", words: () => t("now") },
  good: { sign: "✓", words: () => t("done") },
  wrong: { sign: "!", words: () => t("action needed") },
  skipped: { sign: "–", words: () => t("skipped") },
};

/**
 * The possible answers to a step, or that no step is left.
 *
 * @typedef {{
 *   over?: boolean, leads?: boolean, repeats?: string | null, name?: string, choices?: Api.StepChoice[],
 *   drawable?: Page.Point[] | null, area?: string, corners?: Page.Point[] | null, pointedOut?: boolean, last?: boolean,
 * }} Choices
 */

/**
 * The last step.
 *
 * @param {Api.CalibrationView} view
 */
const lastStep = ({ steps }) => steps[steps.length - 1];

/** Steps that show all details even if nothing is wrong. */
const DETAILED_STEPS = ["camera", "island", "colours", "faces", "tower", "bluetooth"];

/** @typedef {[name: string, title: Api.Sentence, state: Api.StepState]} ListedStep */
/** @typedef {[current: string | null, steps: ListedStep[]]} StepList */

/**
 * Selects the data of the list: the current step, and the state of each.
 *
 * @param {Api.CalibrationView} view
 * @returns {StepList}
 */
export const pickSteps = ({ current, steps }) => [current, steps.map(({ name, title, state }) => [name, title, state])];

/**
 * Draws the list of steps; a tap starts or repeats one.
 *
 * @param {StepList} picked
 */
export function drawSteps([current, steps]) {
  return html(
    "ol",
    { class: "steps" },
    steps.map(([name, title, state]) => {
      const shown = state === "looking" && name !== current ? "to_do" : state;
      return html(
        "li",
        {},
        html(
          "button",
          {
            type: "button",
            class: "step-button",
            "data-state": shown,
            "data-key": name,
            "aria-current": name === current && "step",
            onclick: () => startStep(name),
          },
          html("span", { class: "step-sign", "aria-hidden": "true" }, STATES[shown].sign),
          html("span", {}, translateSentence(title)),
          html("span", { class: "hidden" }, STATES[shown].words()),
        ),
      );
    }),
  );
}

/**
 * Selects a step's texts.
 *
 * @param {Api.CalibrationView} view
 * @param {Api.StepView | undefined} step
 */
export function pickStep(view, step) {
  const last = lastStep(view);
  if (!step) {
    const whole = isOver(view) && !last.about?.left_out && !last.about?.trial;
    return { whole, title: last.title, text: last.text, state: "good", more: last.more };
  }
  const { title, text, state, more } = step;
  return { title, text, state, more: state === "wrong" || DETAILED_STEPS.includes(step.name) ? more : [] };
}

/** @param {ReturnType<typeof pickStep>} picked */
export function drawStep({ whole, title, text, state, more }) {
  return [
    html("h2", {}, whole ? t("Well done") : translateSentence(title ?? "")),
    html("p", { class: "step-text", "data-state": state }, translateSentence(text) || t("One moment …")),
    more.length > 0 && html("ul", { class: "more" }, more.map((each) => html("li", {}, translateSentence(each)))),
  ];
}

/**
 * Draws the learned colours, each with its crest.
 *
 * @param {Api.StepView | undefined} step
 * @param {string[]} colours
 */
export function drawColours(step, colours = []) {
  if (step?.name !== "colours") return [];
  return colours.map((colour) => html("li", {}, crest(colour), word("colour", colour)));
}

/**
 * Selects the offered answers.
 *
 * @param {Api.CalibrationView} view
 * @param {Api.StepView | undefined} step
 * @returns {Choices}
 */
export function pickChoices(view, step) {
  // A trial has no table to go to.
  if (!step) return { over: isOver(view) && !lastStep(view).about?.trial };
  const { name, choices, about } = step;
  // The dice area is drawn on the live picture.
  const drawable = view.picture ? (about.frame ?? null) : null;
  // During a game a step can be left, but not skipped.
  const last = isPlaying(view) || name === lastStep(view).name;
  // The island's corners are marked on the live picture if they weren't detected.
  const corners = view.picture ? (about.corners ?? null) : null;
  return { leads: view.leads, repeats: view.repeats, name, choices, drawable, area: about.area, corners, pointedOut: about.pointed_out, last };
}

/**
 * Draws the buttons of the answers. `pointOut` opens the corner editor with a task, the initial corners, and whether
 * people have confirmed them before.
 *
 * @param {Choices} picked
 * @param {(task: import("./corners.js").Task, corners: Page.Point[], known: boolean) => void} pointOut
 */
export function drawChoices({ over, leads, repeats, name = "", choices = [], drawable, area, corners, pointedOut = false, last }, pointOut) {
  if (over) return backButton();
  return [
    choices.map(({ word, text, usual }) =>
      html(
        "button",
        { type: "button", class: usual && "primary", "data-key": word, onclick: () => answerStep(name, { word }) },
        translateSentence(text),
      ),
    ),
    drawable &&
      html(
        "button",
        { type: "button", "data-key": "draw", onclick: () => pointOut(TRAY_TASK, drawable, area === "tray") },
        area === "tray" ? t("Redraw the dice area") : t("Draw the dice area"),
      ),
    corners &&
      html(
        "button",
        { type: "button", "data-key": "corners", onclick: () => pointOut(ISLAND_TASK, corners, pointedOut) },
        t("Mark the island's corners"),
      ),
    name &&
      !last &&
      html("button", { type: "button", class: "leave", "data-key": "skip", onclick: () => skipStep(name) }, t("Skip this step")),
    // A table that plays has a page to return to.
    leads === false && backButton(repeats),
  ];
}

// Calibration during a game: the result of a repeated step, and the way back to the table.

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
