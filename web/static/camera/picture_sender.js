// Uploads pictures to the table one after another, a few per second.

import { t } from "../language/i18n.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { fetchJson } from "../network/timed_fetch.js";

const INTERVAL_MS = 300;
const RETRY_MS = 1500;
const ANSWER_TIMEOUT_MS = scaleTimeout(10_000);

/** @typedef {{ [name: string]: string }} PhoneReport */
/** @typedef {{ takePicture(): Promise<Blob>, describePhone(): PhoneReport, onAnswer(answer: Api.PictureTaken): unknown, onError(error: Page.Refusal): unknown }} PictureSource */

/**
 * Uploads pictures until the returned function is called.
 *
 * Calls `onAnswer` or `onError` after each upload. A hidden page uploads none, because its video is paused.
 *
 * @param {PictureSource} source
 */
export function sendPictures({ takePicture, describePhone, onAnswer, onError }) {
  let isRunning = true;
  const sendNext = async () => {
    if (!isRunning) return;
    const startedAt = performance.now();
    let pause = INTERVAL_MS;
    try {
      if (document.visibilityState === "visible") {
        const jpeg = await takePicture();
        const answer = await postPicture(jpeg, describePhone());
        if (isRunning) await onAnswer(answer);
      }
    } catch (error) {
      pause = RETRY_MS;
      if (isRunning) await onError(toRefusal(error));
    }
    setTimeout(sendNext, Math.max(0, pause - (performance.now() - startedAt)));
  };
  sendNext();
  return () => {
    isRunning = false;
  };
}

/**
 * @param {Blob} jpeg
 * @param {PhoneReport} report
 * @returns {Promise<Api.PictureTaken>}
 */
const postPicture = (jpeg, report) =>
  fetchJson(
    `/api/camera/pictures?${new URLSearchParams(report)}`,
    { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: jpeg },
    ANSWER_TIMEOUT_MS,
  );

/**
 * @param {unknown} error
 * @returns {Page.Refusal}
 */
function toRefusal(error) {
  const refusal = /** @type {Page.Refusal} */ (error);
  if (refusal.status) return refusal;
  return Object.assign(new Error(t("The table can't be reached. Trying again.")), { status: 0 });
}
