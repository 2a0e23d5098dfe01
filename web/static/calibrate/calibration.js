// The calibration's state, polled while the page is visible, and the requests that answer its steps.

import { enterOnce } from "../network/idempotent_inputs.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { fetchJson } from "../network/timed_fetch.js";

const RETRY_MS = 1000;
// Without a change the server answers after two seconds.
const TIMEOUT_MS = scaleTimeout(4500);
const PATH = "/api/calibration";

const WOKEN = new Error("woken");

/** @typedef {"live" | "lost" | "stranger"} Connection */

/** @type {(text: string) => void} */
let showRefusal = () => {};

/**
 * Registers a listener for refused answers, called with the reason.
 *
 * @param {(text: string) => void} listener
 */
export const onRefusal = (listener) => (showRefusal = listener);

/** Resolves once the page is visible. A hidden page stops polling, so the server leaves the step. */
const waitUntilVisible = () =>
  /** @type {Promise<void>} */ (new Promise((resolve) => {
    const resolveIfVisible = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", resolveIfVisible);
      resolve();
    };
    document.addEventListener("visibilitychange", resolveIfVisible);
    resolveIfVisible();
  }));

// A request from before the device slept or changed networks may never be answered: repeat it.
let restartRequest = () => {};
for (const kind of ["pageshow", "online", "offline"]) window.addEventListener(kind, () => restartRequest());
for (const kind of ["visibilitychange", "resume"]) document.addEventListener(kind, () => restartRequest());

/**
 * Requests the calibration's state; rejects with WOKEN when the request should be repeated.
 *
 * @param {string} path
 * @returns {Promise<Api.CalibrationView>}
 */
function fetchView(path) {
  /** @type {Promise<never>} */
  const woken = new Promise((_, reject) => (restartRequest = () => reject(WOKEN)));
  return Promise.race([fetchJson(path, {}, TIMEOUT_MS), woken]);
}

/**
 * Calls `onView` with each new state and the connection: live, lost, or stranger if this device may not see it.
 *
 * @param {(view: Api.CalibrationView | null, connection: Connection) => void} onView
 */
export async function follow(onView) {
  /** @type {Api.CalibrationView | null} */
  let view = null;
  let answeredAt = Date.now();
  // The version that the server compares with before it answers.
  let after = "";
  for (;;) {
    await waitUntilVisible();
    // The page was hidden, or the device slept.
    if (Math.abs(Date.now() - answeredAt) > TIMEOUT_MS && !(view && isOver(view))) onView(view, "lost");
    try {
      view = await fetchView(PATH + after);
      answeredAt = Date.now();
      after = `?after=${view.version}`;
      onView(view, "live");
    } catch (error) {
      after = "";
      if (error === WOKEN) continue;
      if (/** @type {Page.Refusal} */ (error).status === 403) {
        onView(null, "stranger");
        return;
      }
      // A finished calibration may be gone: that is no failure until another one begins.
      if (!view || !isOver(view)) onView(view, "lost");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Returns whether all steps are finished.
 *
 * @param {Api.CalibrationView} view
 */
export const isOver = ({ current, steps }) => current === null && ["good", "skipped"].includes(steps.at(-1)?.state ?? "");

/**
 * Sends an answer. Resolves to its result, or to undefined if it was refused; the refusal is shown.
 *
 * @param {string} path
 * @param {object} body
 */
const send = (path, body) => enterOnce(`${PATH}/${path}`, body).catch((error) => showRefusal(error.message));

/**
 * Answers the current step.
 *
 * @param {string} step
 * @param {object} given
 */
export const answerStep = (step, given) => send("answer", { step, answer: given });
/**
 * Starts a step, or repeats it.
 *
 * @param {string} step
 */
export const startStep = (step) => send("go", { step });
/**
 * Skips the current step.
 *
 * @param {string} step
 */
export const skipStep = (step) => send("skip", { step });
