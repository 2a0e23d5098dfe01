// The page of a demo: the picture of the simulated camera, enlarged while it is of interest, and the button to take over.

import { html, panel } from "../drawing/dom.js";
import { post } from "../network/api.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";
import { canEnter } from "../pairing/device_role.js";
import { t } from "../language/i18n.js";
import { showRefusal } from "./message.js";

/** Interval between two pictures, in milliseconds. */
const FRAME_INTERVAL_MS = 200;
const RETRY_MS = 1000;
const ANSWER_TIMEOUT_MS = scaleTimeout(4000);
/** Duration for which the picture stays enlarged after the board is found, in milliseconds. */
const ENLARGED_MS = 1500;
/** Width of the picture as a share of the board's: small, and enlarged. */
const SMALL_SHARE = 0.25;
const LARGE_SHARE = 0.94;

/** @typedef {{ found: boolean, look: boolean, over: boolean }} Demo */

/**
 * Build the demo's part of the page, if it is a demo. Returns the draw callback for a snapshot. `board` returns the
 * element under the picture.
 *
 * @param {HTMLElement | null} root
 * @param {() => Element | null} board
 * @returns {(snapshot: Page.Snapshot) => void}
 */
export function demoPanel(root, board) {
  if (!root) return () => {};
  /** @type {Demo} */
  let demo = { found: true, look: false, over: false };
  let won = false;
  let large = false;
  let until = 0;
  const image = html("img", { alt: "" });
  const caption = html("figcaption", {});
  const eye = html("figure", { class: "demo-eye" }, image, caption);
  const strip = html("div", {});
  const drawStrip = panel(strip, pickStrip, stripContent);
  root.replaceChildren(strip, eye);

  function updateLayout() {
    const isWorthALook = !demo.found || demo.look;
    if (isWorthALook) until = performance.now() + ENLARGED_MS;
    large = isWorthALook || performance.now() < until;
    const over = board()?.getBoundingClientRect();
    eye.hidden = won || !over?.width || !image.naturalWidth;
    if (!over) return;
    const width = over.width * (large ? LARGE_SHARE : SMALL_SHARE);
    const height = (width * image.naturalHeight) / (image.naturalWidth || 1);
    const [left, top] = large ? [(over.width - width) / 2, Math.max(0, (over.height - height) / 2)] : [6, 6];
    Object.assign(eye.style, { left: `${over.left + left}px`, top: `${over.top + top}px`, width: `${width}px` });
    eye.classList.toggle("found", demo.found);
    eye.classList.toggle("large", large);
    const captionText = demo.found ? t("The camera has found the island") : t("The camera is looking for the island …");
    if (caption.textContent !== captionText) caption.textContent = captionText;
  }

  async function poll() {
    if (document.visibilityState === "hidden") return void setTimeout(poll, RETRY_MS);
    try {
      demo = await fetchJson("/api/demo/state", {}, ANSWER_TIMEOUT_MS);
      image.src = `/api/demo/picture?${Math.round(performance.now())}`;
      await image.decode();
    } catch {
      // Without a picture, there is no frame either.
      updateLayout();
      return void setTimeout(poll, RETRY_MS);
    }
    updateLayout();
    drawStrip(demo);
    setTimeout(poll, FRAME_INTERVAL_MS);
  }

  const takeOver = async () => {
    try {
      demo = await post("/api/demo/take_over", {});
      drawStrip(demo);
    } catch (error) {
      showRefusal(/** @type {Error} */ (error).message);
    }
  };

  /** @param {Demo} shown */
  function pickStrip({ over }) {
    return { over, may: canEnter() };
  }

  /** @param {ReturnType<typeof pickStrip>} picked */
  function stripContent({ over, may }) {
    return html(
      "p",
      { class: "strip demo-strip" },
      html("span", {}, over ? t("The table is yours: enter what you play.") : t("Simulated players are playing at this table.")),
      over || !may ? null : html("button", { type: "button", class: "primary", "data-key": "take-over", onclick: takeOver }, t("Take over")),
    );
  }

  poll();
  return ({ game }) => {
    won = game?.view.phase === "over";
    drawStrip(demo);
    updateLayout();
  };
}
