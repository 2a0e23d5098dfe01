// The calibration as the server tells it, followed for as long as the page is open; and what is answered.

import { post } from "../api.js";

const RETRY = 1000;
const PATH = "/api/calibration";

let refused = () => {};

/** Say who shows why an answer was not taken. */
export const onRefused = (listener) => (refused = listener);

/** Resolves when somebody looks at the page: what nobody looks at isn't followed, and so a step is left. */
const looked = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });

/** Have a function told the newest view, and how the connection is: live, lost, or stranger where nobody may look. */
export async function follow(tell) {
  let view = null;
  for (;;) {
    await looked();
    try {
      const answer = await fetch(view === null ? PATH : `${PATH}?after=${view.version}`);
      if (answer.status === 403) {
        tell(null, "stranger");
        return;
      }
      if (!answer.ok) throw new Error(`${answer.status}`);
      view = await answer.json();
      tell(view, "live");
    } catch {
      // What is finished may be gone: nothing is missed of it.
      if (view && isOver(view)) return;
      tell(view, "lost");
      view = null;
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** Whether all steps were gone through. */
export const isOver = ({ current, steps }) => current === null && ["good", "skipped"].includes(steps.at(-1).state);

/** Resolves with what it came to; with nothing where it is refused, which is shown. */
const send = (path, body) => post(`${PATH}/${path}`, body).catch((error) => refused(error.message));

/** Answer the step that is on. */
export const answer = (step, given) => send("answer", { step, answer: given });
/** Begin a step, or repeat it. */
export const goTo = (step) => send("go", { step });
/** Leave out the step that is on. */
export const skip = (step) => send("skip", { step });
