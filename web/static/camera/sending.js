// Pictures to the table, one after another: the next goes when the last was taken, a few each second.

import { t } from "../language/i18n.js";
import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";

const EVERY_MS = 300;
const AGAIN_MS = 1500;
const WITHIN_MS = patient(10_000);

/** @typedef {{ [name: string]: string }} Said */
/** @typedef {{ picture(): Promise<Blob>, say(): Said, taken(answer: Api.PictureTaken): unknown, failed(error: Page.Refusal): unknown }} Sender */

/**
 * Send until `stop` is called that this gives. What a picture meets is told `taken` or `failed`; a hidden page
 * sends none: its video stands still.
 *
 * @param {Sender} sender
 */
export function sendPictures({ picture, say, taken, failed }) {
  let going = true;
  const next = async () => {
    if (!going) return;
    const began = performance.now();
    let pause = EVERY_MS;
    try {
      if (document.visibilityState === "visible") {
        const jpeg = await picture();
        const answer = await send(jpeg, say());
        if (going) await taken(answer);
      }
    } catch (error) {
      pause = AGAIN_MS;
      if (going) await failed(told(error));
    }
    setTimeout(next, Math.max(0, pause - (performance.now() - began)));
  };
  next();
  return () => {
    going = false;
  };
}

/**
 * @param {Blob} jpeg
 * @param {Said} said
 * @returns {Promise<Api.PictureTaken>}
 */
const send = (jpeg, said) =>
  fetchJson(
    `/api/camera/pictures?${new URLSearchParams(said)}`,
    { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: jpeg },
    WITHIN_MS,
  );

/**
 * @param {unknown} error
 * @returns {Page.Refusal}
 */
function told(error) {
  const refusal = /** @type {Page.Refusal} */ (error);
  if (refusal.status) return refusal;
  return Object.assign(new Error(t("The table can't be reached. Trying again.")), { status: 0 });
}
