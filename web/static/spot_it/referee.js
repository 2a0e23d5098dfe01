// The referee: a photo of two cards, and the symbol that they share, drawn into it. Photos are read by the table's server.

import { openDialog } from "../dialogs/dialogs.js";
import { flattenContent, html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";

/** The reading needs no more pixels, and a photo of this size is sent quickly. */
const MAX_SIDE_PX = 1600;
const JPEG_QUALITY = 0.88;
const ANSWER_TIMEOUT_MS = scaleTimeout(20_000);
/** Radius of a ring divided by that of its symbol. */
const RING = 1.3;
const FULL_TURN = 2 * Math.PI;

/** Returns true if this device may send photos: a tablet or a player's phone. */
export const canSendPhotos = () => ["tablet", "phone"].includes(document.body.dataset.role ?? "");

/**
 * A control that takes a photo with the device's camera, or chooses one where there is no camera.
 *
 * @param {string} text
 * @param {string} key
 * @param {(photo: Blob) => unknown} onPhoto
 */
export function photoButton(text, key, onPhoto) {
  const input = html("input", { type: "file", accept: "image/*", capture: "environment", class: "photo-input", "data-key": key });
  input.addEventListener("change", () => {
    const [photo] = input.files ?? [];
    // The same photo can be chosen again.
    input.value = "";
    if (photo) onPhoto(photo);
  });
  return html("label", { class: "photo-button" }, input, html("b", {}, text));
}

/**
 * Draws a photo, turned upright and reduced, on a canvas.
 *
 * @param {Blob} photo
 */
async function drawPhoto(photo) {
  const bitmap = await createImageBitmap(photo);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const size = { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  const canvas = html("canvas", { class: "photo-canvas", role: "img", ...size });
  penOf(canvas).drawImage(bitmap, 0, 0, size.width, size.height);
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob | null>}
 */
const encodeJpeg = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));

/** @param {HTMLCanvasElement} canvas */
export const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/**
 * Reads a photo of cards: a dialog shows it, and what the server answers. Resolves to the answer, or to null.
 *
 * @template A
 * @param {string} path
 * @param {string} title
 * @param {Blob} photo
 * @param {(canvas: HTMLCanvasElement, answer: A) => Page.Content} show draws the answer into the photo
 * @param {Page.Choice[]} buttons
 */
export async function readPhoto(path, title, photo, show, buttons = []) {
  const status = html("p", { role: "status", class: "photo-answer" }, t("Reading the photo …"));
  const figure = html("div", { class: "photo" });
  openDialog(title, [figure, status], buttons, { leave: t("Close") });
  try {
    const canvas = await drawPhoto(photo).catch(() => {
      throw new Error(t("This file is no photo."));
    });
    figure.append(canvas);
    const body = await encodeJpeg(canvas);
    const options = { method: "POST", headers: { "Content-Type": "image/jpeg" }, body };
    const answer = /** @type {A & { text: string }} */ (await fetchJson(path, options, ANSWER_TIMEOUT_MS));
    canvas.setAttribute("aria-label", answer.text);
    status.replaceChildren(answer.text);
    figure.append(...flattenContent(show(canvas, answer)));
    return answer;
  } catch (error) {
    const refused = /** @type {Page.Refusal} */ (error);
    status.replaceChildren(refused.status === undefined && refused.name === "AbortError" ? t("The table can't be reached.") : refused.message);
    return null;
  }
}

/**
 * Settles which symbol two cards in a photo share.
 *
 * @param {Blob} photo
 */
export const askReferee = (photo) => readPhoto("/api/cards/common", t("The common symbol"), photo, markCommonSymbols);

/**
 * Outlines the cards, and rings each common symbol on both cards, joined by a line.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Api.CardsRead} answer
 */
export function markCommonSymbols(canvas, { cards, common }) {
  const thick = Math.max(2, canvas.width / 260);
  for (const card of cards) drawCircle(canvas, card, 1, ["#fffc", thick / 2]);
  for (const places of common) {
    const [[x1, y1, r1], [x2, y2, r2]] = places.map((place) => circleInPixels(canvas, place, RING));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#000", 2.4 * thick], ["#f0f", 1.4 * thick]])) {
      const pen = penOf(canvas);
      stroke(pen, colour, width, () => {
        pen.moveTo(x1 + dx * r1, y1 + dy * r1);
        pen.lineTo(x2 - dx * r2, y2 - dy * r2);
      });
      places.forEach((place) => drawCircle(canvas, place, RING, [colour, width]));
    }
  }
  return null;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Api.PictureCircle} circle
 * @param {number} factor
 */
const circleInPixels = ({ width, height }, { at: [x, y], radius }, factor) => [x * width, y * height, radius * width * factor];

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Api.PictureCircle} circle
 * @param {number} factor
 * @param {[string, number]} line colour and width
 */
export function drawCircle(canvas, circle, factor, [colour, width]) {
  const [x, y, radius] = circleInPixels(canvas, circle, factor);
  const pen = penOf(canvas);
  stroke(pen, colour, width, () => pen.arc(x, y, radius, 0, FULL_TURN));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} colour
 * @param {number} width
 * @param {() => void} path
 */
function stroke(pen, colour, width, path) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  path();
  pen.stroke();
}
