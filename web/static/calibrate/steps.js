// The list of the steps, and the one that is on: what it says, and the buttons that answer it.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { said, t, word } from "../language/i18n.js";
import { answer, goTo, isOver, skip } from "./calibration.js";
import { ISLAND, TRAY } from "./corners.js";
import { plays, wayBack } from "./playing.js";
import { STATES } from "./step_states.js";

/**
 * What can be answered to a step, or that there is none left.
 *
 * @typedef {{
 *   over?: boolean, leads?: boolean, repeats?: string | null, name?: string, choices?: Api.StepChoice[],
 *   drawable?: Page.Point[] | null, area?: string, corners?: Page.Point[] | null, pointedOut?: boolean, last?: boolean,
 * }} Choices
 */

/**
 * The step that comes last.
 *
 * @param {Api.CalibrationView} view
 */
const lastOf = ({ steps }) => steps[steps.length - 1];

/** Steps of which all is told though nothing is wrong. */
const TOLD = ["island", "colours", "tower", "bluetooth"];

/** @typedef {[name: string, title: Api.Sentence, state: Api.StepState]} Told */
/** @typedef {[current: string | null, steps: Told[]]} Steps */

/**
 * What the list shows of a view: the step that is on, and how each stands.
 *
 * @param {Api.CalibrationView} view
 * @returns {Steps}
 */
export const pickSteps = ({ current, steps }) => [current, steps.map(({ name, title, state }) => [name, title, state])];

/**
 * All steps; a tap begins one, or repeats it.
 *
 * @param {Steps} picked
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
            onclick: () => goTo(name),
          },
          html("span", { class: "step-sign", "aria-hidden": "true" }, STATES[shown].sign),
          html("span", {}, said(title)),
          html("span", { class: "hidden" }, STATES[shown].words()),
        ),
      );
    }),
  );
}

/**
 * What is said of a step.
 *
 * @param {Api.CalibrationView} view
 * @param {Api.StepView | undefined} step
 */
export function pickStep(view, step) {
  const last = lastOf(view);
  if (!step) {
    const whole = isOver(view) && !last.about?.left_out && !last.about?.trial;
    return { whole, title: last.title, text: last.text, state: "good", more: last.more };
  }
  const { title, text, state, more } = step;
  return { title, text, state, more: state === "wrong" || TOLD.includes(step.name) ? more : [] };
}

/** @param {ReturnType<typeof pickStep>} picked */
export function drawStep({ whole, title, text, state, more }) {
  return [
    html("h2", {}, whole ? t("Well done") : said(title ?? "")),
    html("p", { class: "step-text", "data-state": state }, said(text) || t("One moment …")),
    more.length > 0 && html("ul", { class: "more" }, more.map((each) => html("li", {}, said(each)))),
  ];
}

/**
 * The colours that were learned, each with its sign.
 *
 * @param {Api.StepView | undefined} step
 * @param {string[]} colours
 */
export function drawColours(step, colours = []) {
  if (step?.name !== "colours") return [];
  return colours.map((colour) => html("li", {}, crest(colour), word("colour", colour)));
}

/**
 * The answers that are offered.
 *
 * @param {Api.CalibrationView} view
 * @param {Api.StepView | undefined} step
 * @returns {Choices}
 */
export function pickChoices(view, step) {
  // After a trial there is no table to go to.
  if (!step) return { over: isOver(view) && !lastOf(view).about?.trial };
  const { name, choices, about } = step;
  // Where dice lie is drawn on the live picture.
  const drawable = view.picture ? (about.frame ?? null) : null;
  // At a table that plays a step isn't left out, but left.
  const last = plays(view) || name === lastOf(view).name;
  // So is where the island lies, where nothing finds it.
  const corners = view.picture ? (about.corners ?? null) : null;
  return { leads: view.leads, repeats: view.repeats, name, choices, drawable, area: about.area, corners, pointedOut: about.pointed_out, last };
}

/**
 * The buttons of what `pickChoices` picked; `pointOut` is told what corners are pointed out for, those to begin with, and whether
 * people said before that they are right.
 *
 * @param {Choices} picked
 * @param {(task: import("./corners.js").Task, corners: Page.Point[], known: boolean) => void} pointOut
 */
export function drawChoices({ over, leads, repeats, name = "", choices = [], drawable, area, corners, pointedOut = false, last }, pointOut) {
  if (over) return wayBack();
  return [
    choices.map(({ word, text, usual }) =>
      html(
        "button",
        { type: "button", class: usual && "primary", "data-key": word, onclick: () => answer(name, { word }) },
        said(text),
      ),
    ),
    drawable &&
      html(
        "button",
        { type: "button", "data-key": "draw", onclick: () => pointOut(TRAY, drawable, area === "tray") },
        area === "tray" ? t("Redraw the dice area") : t("Draw the dice area"),
      ),
    corners &&
      html(
        "button",
        { type: "button", "data-key": "corners", onclick: () => pointOut(ISLAND, corners, pointedOut) },
        t("Mark the island's corners"),
      ),
    name &&
      !last &&
      html("button", { type: "button", class: "leave", "data-key": "skip", onclick: () => skip(name) }, t("Skip this step")),
    // A table that plays is gone back to.
    leads === false && wayBack(repeats),
  ];
}
