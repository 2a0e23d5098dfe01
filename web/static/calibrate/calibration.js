// The calibration as the server tells it, followed for as long as the page is open; and what is answered.

import { enterOnce } from "../network/idempotent_inputs.js";
import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";

const RETRY = 1000;
// Where nothing has changed the server answers after two seconds.
const PATIENCE = patient(4500);
const PATH = "/api/calibration";

const WOKEN = new Error("woken");

/** @typedef {"live" | "lost" | "stranger"} Connection */

/** @type {(text: string) => void} */
let refused = () => {};

/**
 * Say who shows why an answer was not taken.
 *
 * @param {(text: string) => void} listener
 */
export const onRefused = (listener) => (refused = listener);

/** Resolves when somebody looks at the page: what nobody looks at isn't followed, and so a step is left. */
const looked = () =>
  /** @type {Promise<void>} */ (new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  }));

// What was asked before a device slept, or left the network, may never be answered: it is asked anew at once.
let askAnew = () => {};
for (const kind of ["pageshow", "online", "offline"]) window.addEventListener(kind, () => askAnew());
for (const kind of ["visibilitychange", "resume"]) document.addEventListener(kind, () => askAnew());

/**
 * What the server answers; rejects with WOKEN as soon as that is no more to be waited for.
 *
 * @param {string} path
 * @returns {Promise<Api.CalibrationView>}
 */
function ask(path) {
  /** @type {Promise<never>} */
  const woken = new Promise((_, reject) => (askAnew = () => reject(WOKEN)));
  return Promise.race([fetchJson(path, {}, PATIENCE), woken]);
}

/**
 * Have a function told the newest view, and how the connection is: live, lost, or stranger where nobody may look.
 *
 * @param {(view: Api.CalibrationView | null, connection: Connection) => void} tell
 */
export async function follow(tell) {
  /** @type {Api.CalibrationView | null} */
  let view = null;
  let heard = Date.now();
  // Which view the server may wait to have changed.
  let after = "";
  for (;;) {
    await looked();
    // Nobody looked, or the device slept.
    if (Math.abs(Date.now() - heard) > PATIENCE && !(view && isOver(view))) tell(view, "lost");
    try {
      view = await ask(PATH + after);
      heard = Date.now();
      after = `?after=${view.version}`;
      tell(view, "live");
    } catch (error) {
      after = "";
      if (error === WOKEN) continue;
      if (/** @type {Page.Refusal} */ (error).status === 403) {
        tell(null, "stranger");
        return;
      }
      // What is finished may be gone: nothing is missed of it, until another calibration begins there.
      if (!view || !isOver(view)) tell(view, "lost");
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/**
 * Whether all steps were gone through.
 *
 * @param {Api.CalibrationView} view
 */
export const isOver = ({ current, steps }) => current === null && ["good", "skipped"].includes(steps.at(-1)?.state ?? "");

/**
 * Resolves with what it came to; with nothing where it is refused, which is shown.
 *
 * @param {string} path
 * @param {object} body
 */
const send = (path, body) => enterOnce(`${PATH}/${path}`, body).catch((error) => refused(error.message));

/**
 * Answer the step that is on.
 *
 * @param {string} step
 * @param {object} given
 */
export const answer = (step, given) => send("answer", { step, answer: given });
/**
 * Begin a step, or repeat it.
 *
 * @param {string} step
 */
export const goTo = (step) => send("go", { step });
/**
 * Leave out the step that is on.
 *
 * @param {string} step
 */
export const skip = (step) => send("skip", { step });
