// The page of a phone that is the table's camera: paired by what its address brings, then it sends what it sees.

import { at, contents, html, svg } from "../drawing/dom.js";
import { keepKeyboardsPlace } from "../drawing/keyboard_place.js";
import { said, t } from "../language/i18n.js";
import { post } from "../network/api.js";
import { aboutSleep, onAwake } from "../pwa/device.js";
import { condition, watchCondition } from "./condition.js";
import { openEye } from "./eye.js";
import { sendPictures } from "./sending.js";

/** @typedef {import("./eye.js").Eye} Eye */

/** So many good pictures in a row: then nobody needs to look any more, and the table has its time for the game. */
const GOOD_ENOUGH = 3;
const REOPEN_MS = 1000;

const root = at("camera");
const { role = "viewer", wanted } = document.body.dataset;
const video = html("video", { playsinline: true, muted: true, "aria-label": t("Camera view") });
const outline = svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
const told = html("p", { class: "camera-told", role: "status" });
const more = html("ul", {});
const remark = html("p", { class: "refusal", role: "alert", hidden: true });
const awake = html("p", { class: "quiet" });
const lookAgain = html("button", { type: "button", onclick: () => look() }, t("Look at the island again"));

/** @type {Eye | null} */
let eye = null;
/** @type {() => void} */
let stop = () => {};
let looking = true;
let good = 0;
/** @type {boolean | null} */
let holds = null;

/** What the address brought; it is taken out of the address, so that nobody reads or sends it again. */
function brought() {
  const key = new URLSearchParams(location.search).get("key");
  history.replaceState(null, "", location.pathname);
  return key ? { key } : null;
}

/** @param {Page.Content[]} content */
const show = (...content) => root.replaceChildren(...contents(html("h1", {}, t("The table's camera")), content));

/** @param {unknown} error */
const refusal = (error) => html("p", { class: "refusal", role: "alert" }, /** @type {Error} */ (error).message);

/** @param {{ [name: string]: string | boolean }} secret */
async function pair(secret) {
  show(html("p", {}, t("Pairing …")));
  try {
    await post("/api/pairing", { ...secret, as: "camera" });
    location.reload();
  } catch (error) {
    const instead = /** @type {Page.Refusal} */ (error).status === 409;
    const become = html("button", { type: "button", onclick: () => pair({ ...secret, instead: true }) }, t("Use as the camera"));
    show(refusal(error), instead ? html("div", { class: "buttons" }, become) : entry());
  }
}

function entry() {
  const typed = html("input", {
    name: "code",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: "[0-9 ]{6,}",
    maxlength: "11",
    required: true,
  });
  return html(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        pair({ code: typed.value });
      },
    },
    html("p", {}, t("On the tablet tap Phones, “A phone as the camera”, and point this phone at the code; or type it here.")),
    html("label", {}, html("span", {}, t("The code that the terminal shows")), typed),
    html("div", { class: "buttons" }, html("button", { class: "primary" }, t("Pair"))),
    html("p", {}, html("a", { href: "/" }, t("View the table only"))),
  );
}

function ready() {
  show(
    html("p", {}, t("Lay the phone on a stack of books with its back camera over the edge, or clamp it, above the island. Plug it in.")),
    html("div", { class: "buttons" }, html("button", { type: "button", class: "primary", onclick: begin }, t("Start the camera"))),
    html("p", { class: "quiet" }, t("Its pictures go to the table's computer in this network, and nowhere else.")),
  );
}

async function begin() {
  look();
  told.textContent = t("Opening the camera …");
  show(
    html("figure", { class: "camera-eye" }, video, outline),
    told,
    more,
    remark,
    awake,
    html("div", { class: "buttons" }, lookAgain, html("button", { type: "button", onclick: end }, t("Stop"))),
  );
  try {
    eye = await openEye(video);
  } catch (error) {
    show(refusal(error), html("div", { class: "buttons" }, html("button", { type: "button", class: "primary", onclick: begin }, t("Try again"))));
    return;
  }
  stop = sendPictures({ picture, say, taken, failed });
}

function end() {
  stop();
  eye?.close();
  eye = null;
  ready();
}

/** Have the table say again what it sees, with exposure and focus as the light is now. */
function look() {
  looking = true;
  good = 0;
  holds = null;
  lookAgain.hidden = true;
  eye?.release();
}

/** A picture; a camera that was lost meanwhile is opened again first. */
async function picture() {
  if (!eye || eye.lost()) {
    eye?.close();
    eye = await openEye(video).catch(async (error) => {
      await new Promise((resolve) => setTimeout(resolve, REOPEN_MS));
      throw Object.assign(error, { status: -1 });
    });
    holds = null;
  }
  return eye.picture();
}

const say = () => ({
  ...condition(),
  ...(looking && { look: "1" }),
  ...(holds !== null && { holds: holds ? "1" : "0" }),
});

/** @param {Api.PictureTaken} answer */
async function taken({ hold, remark: text, state, text: seen, more: beside, outline: corners }) {
  remark.textContent = said(text);
  remark.hidden = !said(text);
  if (state !== "resting") {
    root.dataset.state = state;
    told.textContent = said(seen);
    more.replaceChildren(...beside.map((each) => html("li", {}, said(each))));
    const points = corners.map(([x, y]) => `${x},${y}`).join(" ");
    outline.replaceChildren(...(points ? [svg("polygon", { points })] : []));
    fit();
    good = state === "good" ? good + 1 : 0;
    if (good >= GOOD_ENOUGH) settle();
  } else {
    told.textContent = t("The table sees the island. Leave the phone as it is, with this page open.");
  }
  if ((hold || !looking) && holds === null && eye) holds = await eye.hold();
}

/** Nobody needs to look any more. */
function settle() {
  looking = false;
  lookAgain.hidden = false;
  more.replaceChildren();
}

/** Lay the outline over the picture, which may be narrower than its frame. */
function fit() {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  const scale = Math.min(clientWidth / (videoWidth || 1), clientHeight / (videoHeight || 1));
  const [width, height] = [videoWidth * scale, videoHeight * scale];
  outline.style.width = `${width}px`;
  outline.style.height = `${height}px`;
  outline.style.left = `${(clientWidth - width) / 2}px`;
  outline.style.top = `${(clientHeight - height) / 2}px`;
}

/** @param {Page.Refusal} error */
function failed(error) {
  if (error.status === 403) {
    // It was unpaired: the page says how it is paired.
    location.reload();
    return;
  }
  told.textContent = error.message;
  // Whoever is back is told anew what is seen.
  if (!looking) look();
}

const tellAwake = () => {
  awake.textContent = aboutSleep();
};

async function open() {
  const secret = brought();
  if (wanted === undefined) {
    show(html("p", {}, t("This table has another camera, or none. To use a phone, start it like this:")), html("p", { class: "link" }, "companion serve --camera phone"));
  } else if (role === "viewer" || role === "phone") {
    if (secret) await pair(secret);
    else show(entry());
  } else if (!window.isSecureContext || !navigator.mediaDevices) {
    show(html("p", { class: "refusal" }, t("Browsers give a page the camera over HTTPS only: open the table's HTTPS address.")));
  } else {
    onAwake(tellAwake);
    tellAwake();
    watchCondition();
    const allowed = await navigator.permissions?.query({ name: /** @type {PermissionName} */ ("camera") }).catch(() => null);
    // Who allowed it once finds it at work after every start, also when the phone woke by itself.
    if (allowed?.state === "granted") await begin();
    else ready();
  }
}

keepKeyboardsPlace();
addEventListener("resize", fit);
open();
