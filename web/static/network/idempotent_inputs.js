// What is entered: once and in time, or not at all. Whoever taps learns which, whatever the network does.
//
// A network that comes back delivers what was sent while it was away. So each input has a name, by which the
// server takes it once however often it comes, and a deadline by the server's clock (docs/api.md).

import { patient } from "./patience.js";
import { fetchJson, posting } from "./timed_fetch.js";
import { t } from "../language/i18n.js";

const CLOCK_WITHIN = patient(3000);
const ANSWER_WITHIN = patient(5000);
const AGAIN = 300;

// What is being entered by now.
/** @type {Map<string, ReturnType<typeof fetchJson>>} */
const going = new Map();

/** Whether something that was entered on this page is on its way. */
export const isEntering = () => going.size > 0;

/** Resolves once all that is on its way by now was answered, whatever it was. */
export const allAnswered = () => Promise.allSettled(going.values());

/** Whether this page is in touch with the table; one that follows nothing finds out when it asks. */
const isInTouch = () => !["connecting", "lost"].includes(document.body.dataset.connection ?? "");

/**
 * Enter something, an object, at a path of the API. Resolves to the answer.
 *
 * Rejects with an Error fit to be shown, and its `status` where it was refused. A finger that taps twice, while
 * what it taps is going on, means once.
 *
 * @param {string} path
 * @param {object} data
 * @returns {ReturnType<typeof fetchJson>}
 */
export async function enterOnce(path, data) {
  if (!isInTouch()) throw new Error(t("Not connected: nothing was entered."));
  const body = JSON.stringify(data);
  const key = `${path} ${body}`;
  if (!going.has(key)) going.set(key, send(path, body).finally(() => going.delete(key)));
  return going.get(key);
}

/**
 * @param {string} path
 * @param {string} body
 * @returns {ReturnType<typeof fetchJson>}
 */
async function send(path, body) {
  // Asked anew each time: where the network is gone, it is known by this that nothing was sent.
  const clock = await fetchJson("/api/clock", {}, CLOCK_WITHIN).catch(() => {
    throw new Error(t("The table doesn't answer: nothing was entered."));
  });
  const by = `${clock.run}-${(clock.up + ANSWER_WITHIN / 1000).toFixed(3)}`;
  const options = posting(body, { "Idempotency-Key": newName(), "Enter-By": by });
  const ends = performance.now() + ANSWER_WITHIN;
  for (;;) {
    try {
      return await fetchJson(path, options, ends - performance.now());
    } catch (error) {
      if (/** @type {Page.Refusal} */ (error).status) throw error;
      // A connection may break after the server has taken what came by it.
      if (ends - performance.now() < AGAIN) throw new Error(t("No answer: check whether it was entered."));
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

/** A name that nothing else has. Over plain HTTP browsers have no randomUUID. */
function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
