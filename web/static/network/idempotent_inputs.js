// Inputs that are recorded exactly once and in time, or not at all. The user learns which, whatever the network does.
//
// A restored network delivers delayed requests. So each input has an idempotency key, by which the server accepts it
// only once, and a deadline by the server's clock (docs/api.md).

import { scaleTimeout } from "./timeout_scale.js";
import { fetchJson, postOptions } from "./timed_fetch.js";
import { t } from "../language/i18n.js";

const CLOCK_TIMEOUT_MS = scaleTimeout(3000);
const ANSWER_TIMEOUT_MS = scaleTimeout(5000);
const RETRY_MS = 300;

// The inputs in flight.
/** @type {Map<string, ReturnType<typeof fetchJson>>} */
const pending = new Map();

/** Test whether an input of this page is in flight. */
export const isEntering = () => pending.size > 0;

/** Resolves once all current inputs are answered, whatever the answers. */
export const waitForAnswers = () => Promise.allSettled(pending.values());

/** Test whether this page is connected to the table. A page that follows no stream finds out by its request. */
const isConnected = () => !["connecting", "lost"].includes(document.body.dataset.connection ?? "");

/**
 * Enter an object at a path of the API, exactly once. Resolves to the answer.
 *
 * Rejects with an Error whose message can be shown, with a `status` if the server refused. While an input is in flight,
 * the same input joins it.
 *
 * @param {string} path
 * @param {object} data
 * @returns {ReturnType<typeof fetchJson>}
 */
export async function enterOnce(path, data) {
  if (!isConnected()) throw new Error(t("Not connected: nothing was entered."));
  const body = JSON.stringify(data);
  const key = `${path} ${body}`;
  if (!pending.has(key)) pending.set(key, send(path, body).finally(() => pending.delete(key)));
  return pending.get(key);
}

/**
 * @param {string} path
 * @param {string} body
 * @returns {ReturnType<typeof fetchJson>}
 */
async function send(path, body) {
  // Fetch the clock for each input: if this fails, nothing was sent.
  const clock = await fetchJson("/api/clock", {}, CLOCK_TIMEOUT_MS).catch(() => {
    throw new Error(t("The table doesn't answer: nothing was entered."));
  });
  const enterBy = `${clock.run}-${(clock.up + ANSWER_TIMEOUT_MS / 1000).toFixed(3)}`;
  const options = postOptions(body, { "Idempotency-Key": newIdempotencyKey(), "Enter-By": enterBy });
  const deadline = performance.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    try {
      return await fetchJson(path, options, deadline - performance.now());
    } catch (error) {
      if (/** @type {Page.Refusal} */ (error).status) throw error;
      // A connection may break after the server has recorded the input, so retry with the same key.
      if (deadline - performance.now() < RETRY_MS) throw new Error(t("No answer: check whether it was entered."));
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** A unique key. Browsers have no randomUUID over plain HTTP. */
function newIdempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
