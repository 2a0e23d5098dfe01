// The list of steps, and the current step with its text and answers.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { translateSentence, t, word } from "../language/i18n.js";
import { answerStep, startStep, isOver, skipStep } from "./calibration.js";
import { ISLAND_TASK, TRAY_TASK } from "./corners.js";
import { isPlaying, backButton } from "./playing.js";

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
