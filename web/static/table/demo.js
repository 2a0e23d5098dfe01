// The page of a demo: what the simulated camera sees, large while that is worth a look, and the way to take over.

import { html, panel } from "../drawing/dom.js";
import { post } from "../network/api.js";
import { patient } from "../network/patience.js";
import { fetchJson } from "../network/timed_fetch.js";
import { acts } from "../pairing/device_role.js";
import { t } from "../language/i18n.js";
import { showRefusal } from "./message.js";

/** Between two pictures, in milliseconds. */
const NEXT_MS = 200;
const AGAIN_MS = 1000;
const ANSWER_WITHIN_MS = patient(4000);
/** For so long what was found stays large. */
const STAYS_MS = 1500;
/** Shares of the board's width that the picture takes: beside the land, and while it is looked at. */
const SMALL = 0.25;
const LARGE = 0.94;

/** @typedef {{ found: boolean, look: boolean, over: boolean }} Demo */

/**
 * The demo's part of the page, where it is one: a function that draws a snapshot. `board` is what the picture lies over.
 *
 * @param {HTMLElement | null} root
 * @param {() => Element | null} board
 * @returns {(snapshot: Page.Snapshot) => void}
 */
export function demoPanel(root, board) {
  if (!root) return () => {};
  /** @type {Demo} */
  let demo = { found: false, look: false, over: false };
  let won = false;
  let large = true;
  let until = 0;
  const image = html("img", { alt: "" });
  const told = html("figcaption", {});
  const eye = html("figure", { class: "demo-eye" }, image, told);
  const strip = html("div", {});
  const drawStrip = panel(strip, pickStrip, drawnStrip);
  root.replaceChildren(strip, eye);

  function place() {
    const worth = !demo.found || demo.look;
    if (worth) until = performance.now() + STAYS_MS;
    large = worth || performance.now() < until;
    const over = board()?.getBoundingClientRect();
    eye.hidden = won || !over?.width || !image.naturalWidth;
    if (!over) return;
    const width = over.width * (large ? LARGE : SMALL);
    const height = (width * image.naturalHeight) / (image.naturalWidth || 1);
    const [left, top] = large ? [(over.width - width) / 2, Math.max(0, (over.height - height) / 2)] : [6, 6];
    Object.assign(eye.style, { left: `${over.left + left}px`, top: `${over.top + top}px`, width: `${width}px` });
    eye.classList.toggle("found", demo.found);
    eye.classList.toggle("large", large);
    const says = demo.found ? t("The camera has found the board") : t("The camera is looking for the board …");
    if (told.textContent !== says) told.textContent = says;
  }

  async function look() {
    if (document.visibilityState === "hidden") return void setTimeout(look, AGAIN_MS);
    try {
      demo = await fetchJson("/api/demo/state", {}, ANSWER_WITHIN_MS);
      image.src = `/api/demo/picture?${Math.round(performance.now())}`;
      await image.decode();
    } catch {
      return void setTimeout(look, AGAIN_MS);
    }
    place();
    drawStrip(demo);
    setTimeout(look, NEXT_MS);
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
    return { over, may: acts() };
  }

  /** @param {ReturnType<typeof pickStrip>} picked */
  function drawnStrip({ over, may }) {
    return html(
      "p",
      { class: "strip demo-strip" },
      html("span", {}, over ? t("The table is yours: simulated hands place what you enter.") : t("Simulated players are playing at this table.")),
      over || !may ? null : html("button", { type: "button", class: "primary", "data-key": "take-over", onclick: takeOver }, t("Take over")),
    );
  }

  look();
  return ({ game }) => {
    won = game?.view.phase === "over";
    drawStrip(demo);
    place();
  };
}
