// A phone as the table's camera: its own camera, and the page that sends the pictures.

import { t, translateSentence } from "../language/i18n.js";
import { elementById, flattenContent, html, svg } from "../drawing/dom.js";
import { keepFocus } from "../drawing/keep_focus.js";
import { post } from "../network/api.js";
import { describeWakeLock, onWakeLockChange } from "../pwa/device.js";
import { fetchJson } from "../network/timed_fetch.js";
import { scaleTimeout } from "../network/timeout_scale.js";

// The phone's own camera: opens it, locks its exposure and focus, and takes pictures.

const MAX_SIDE_PX = 1920;
const JPEG_QUALITY = 0.85;
// A low frame rate keeps the phone cool.
/** @type {MediaTrackConstraints} */
const VIDEO_CONSTRAINTS = {
  facingMode: { ideal: "environment" },
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  frameRate: { ideal: 10 },
};
/** Camera settings that can be locked; browsers support different subsets. */
const CAMERA_MODES = /** @type {const} */ (["exposureMode", "whiteBalanceMode", "focusMode"]);

/** @typedef {{ takePicture(): Promise<Blob>, lock(): Promise<boolean>, unlock(): Promise<void>, isLost(): boolean, close(): void }} PhoneCamera */

/**
 * Opens the camera and shows it in a video. Rejects with an Error whose message can be shown.
 *
 * @param {HTMLVideoElement} video
 * @returns {Promise<PhoneCamera>}
 */
export async function openCamera(video) {
  const stream = await requestStream();
  const [track] = stream.getVideoTracks();
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement("canvas");
  return {
    takePicture: () => captureFrame(video, canvas),
    lock: () => setCameraMode(track, "manual"),
    unlock: async () => void (await setCameraMode(track, "continuous")),
    isLost: () => track.readyState === "ended" || track.muted,
    close: () => stream.getTracks().forEach((each) => each.stop()),
  };
}

async function requestStream() {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: VIDEO_CONSTRAINTS });
  } catch (error) {
    throw new Error(cameraErrorText(/** @type {DOMException} */ (error).name));
  }
}

/** @param {string} name */
function cameraErrorText(name) {
  if (name === "NotAllowedError")
    return t("This page may not use the camera: allow it in the browser's settings for this page, then try again.");
  if (name === "NotFoundError") return t("This device has no camera.");
  return t("The camera can't be opened: another app may be using it. Close that, then try again.");
}

/**
 * @param {HTMLVideoElement} video
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
function captureFrame(video, canvas) {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(videoWidth, videoHeight, 1));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d", { alpha: false })?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const onBlob = (/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error(t("The camera gives no picture."))));
    canvas.toBlob(onBlob, "image/jpeg", JPEG_QUALITY);
  });
}

/**
 * Locks exposure, colours and focus, or makes them automatic.
 *
 * Returns true if the exposure has the requested mode.
 *
 * @param {MediaStreamTrack} track
 * @param {"manual" | "continuous"} mode
 */
async function setCameraMode(track, mode) {
  const capabilities = track.getCapabilities?.() ?? {};
  const advanced = CAMERA_MODES.filter((name) => capabilities[name]?.includes(mode)).map((name) => ({ [name]: mode }));
  if (advanced.length === 0) return false;
  try {
    await track.applyConstraints({ ...VIDEO_CONSTRAINTS, advanced });
  } catch {
    // A browser may reject a mode that it offers: then everything stays automatic.
    return false;
  }
  return track.getSettings().exposureMode === mode;
}

// The page of a phone that serves as the table's camera. It pairs with the key in its address, then uploads pictures.

// Uploads pictures to the table one after another, a few per second.

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
function sendPictures({ takePicture, describePhone, onAnswer, onError }) {
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

// The phone's battery level and processor load, where its browser reports them.
//
// No browser reports a phone's temperature; sustained processor load is the closest measure.

const SAMPLE_MS = 2000;

/** @type {BatteryManager | null} */
let battery = null;
/** @type {PressureRecord["state"] | null} */
let pressure = null;

/** Starts to observe battery and processor load. */
async function watchCondition() {
  const { PressureObserver } = window;
  if (PressureObserver) {
    const observer = new PressureObserver((records) => {
      pressure = records.at(-1)?.state ?? null;
    });
    observer.observe("cpu", { sampleInterval: SAMPLE_MS }).catch(() => {
      // This device doesn't support it.
    });
  }
  battery = (await navigator.getBattery?.().catch(() => null)) ?? null;
}

/**
 * Parameters of the phone's current condition for the table's API.
 *
 * @returns {{ [name: string]: string }}
 */
const phoneCondition = () => ({
  ...(battery && { battery: battery.level.toFixed(2), charging: battery.charging ? "1" : "0" }),
  ...(pressure && { pressure }),
});


/** Number of consecutive good pictures after which the placement check ends. */
const MIN_GOOD_PICTURES = 3;
const REOPEN_MS = 1000;

const root = elementById("camera");
const { role = "viewer", wanted } = document.body.dataset;
const video = html("video", { playsinline: true, muted: true, "aria-label": t("Camera view") });
const outline = svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
const statusLine = html("p", { class: "camera-status", role: "status" });
const detailList = html("ul", {});
const remarkLine = html("p", { class: "refusal", role: "alert", hidden: true });
const wakeLockNote = html("p", { class: "quiet" });
const lookAgainButton = html("button", { type: "button", onclick: () => startLook() }, t("Look at the island again"));

/** @type {PhoneCamera | null} */
let camera = null;
/** @type {() => void} */
let stopSending = () => {};
let isLooking = true;
let goodCount = 0;
/** @type {boolean | null} */
let isLocked = null;

/** Reads the key from the address and removes it there, so that it can't be read or shared later. */
function consumeKey() {
  const key = new URLSearchParams(location.search).get("key");
  history.replaceState(null, "", location.pathname);
  return key ? { key } : null;
}

/** @param {Page.Content[]} content */
const showContent = (...content) => root.replaceChildren(...flattenContent(html("h1", {}, t("The table's camera")), content));

/** @param {unknown} error */
const refusal = (error) => html("p", { class: "refusal", role: "alert" }, /** @type {Error} */ (error).message);

/** @param {{ [name: string]: string | boolean }} secret */
async function pair(secret) {
  showContent(html("p", {}, t("Pairing …")));
  try {
    await post("/api/pairing", { ...secret, as: "camera" });
    location.reload();
  } catch (error) {
    const isOtherRole = /** @type {Page.Refusal} */ (error).status === 409;
    const replaceButton = html("button", { type: "button", onclick: () => pair({ ...secret, instead: true }) }, t("Use as the camera"));
    showContent(refusal(error), isOtherRole ? html("div", { class: "buttons" }, replaceButton) : codeEntry());
  }
}

function codeEntry() {
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

function showStartPage() {
  showContent(
    html("p", {}, t("Lay the phone on a stack of books with its back camera over the edge, or clamp it, above the island. Plug it in.")),
    html("div", { class: "buttons" }, html("button", { type: "button", class: "primary", onclick: startCamera }, t("Start the camera"))),
    html("p", { class: "quiet" }, t("Its pictures go to the table's computer in this network, and nowhere else.")),
  );
}

async function startCamera() {
  startLook();
  statusLine.textContent = t("Opening the camera …");
  showContent(
    html("figure", { class: "camera-view" }, video, outline),
    statusLine,
    detailList,
    remarkLine,
    wakeLockNote,
    html("div", { class: "buttons" }, lookAgainButton, html("button", { type: "button", onclick: stopCamera }, t("Stop"))),
  );
  try {
    camera = await openCamera(video);
  } catch (error) {
    showContent(refusal(error), html("div", { class: "buttons" }, html("button", { type: "button", class: "primary", onclick: startCamera }, t("Try again"))));
    return;
  }
  stopSending = sendPictures({ takePicture, describePhone, onAnswer: showAnswer, onError: showError });
}

function stopCamera() {
  stopSending();
  camera?.close();
  camera = null;
  showStartPage();
}

/** Restarts the placement check, and lets exposure and focus adapt to the current light. */
function startLook() {
  isLooking = true;
  goodCount = 0;
  isLocked = null;
  lookAgainButton.hidden = true;
  camera?.unlock();
}

/** Takes a picture; reopens the camera first if it was lost. */
async function takePicture() {
  if (!camera || camera.isLost()) {
    camera?.close();
    camera = await openCamera(video).catch(async (error) => {
      await new Promise((resolve) => setTimeout(resolve, REOPEN_MS));
      throw Object.assign(error, { status: -1 });
    });
    isLocked = null;
  }
  return camera.takePicture();
}

const describePhone = () => ({
  ...phoneCondition(),
  ...(isLooking && { look: "1" }),
  ...(isLocked !== null && { holds: isLocked ? "1" : "0" }),
});

/** @param {Api.PictureTaken} answer */
async function showAnswer({ hold, remark: text, state, text: summary, more: details, outline: corners }) {
  remarkLine.textContent = translateSentence(text);
  remarkLine.hidden = !translateSentence(text);
  if (state !== "resting") {
    root.dataset.state = state;
    statusLine.textContent = translateSentence(summary);
    detailList.replaceChildren(...details.map((each) => html("li", {}, translateSentence(each))));
    const points = corners.map(([x, y]) => `${x},${y}`).join(" ");
    outline.replaceChildren(...(points ? [svg("polygon", { points })] : []));
    fitOutline();
    goodCount = state === "good" ? goodCount + 1 : 0;
    if (goodCount >= MIN_GOOD_PICTURES) finishLook();
  } else {
    statusLine.textContent = t("The table sees the island. Leave the phone as it is, with this page open.");
  }
  if ((hold || !isLooking) && isLocked === null && camera) isLocked = await camera.lock();
}

/** Ends the placement check. */
function finishLook() {
  isLooking = false;
  lookAgainButton.hidden = false;
  detailList.replaceChildren();
}

/** Fits the outline to the picture, which may be narrower than its frame. */
function fitOutline() {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  const scale = Math.min(clientWidth / (videoWidth || 1), clientHeight / (videoHeight || 1));
  const [width, height] = [videoWidth * scale, videoHeight * scale];
  outline.style.width = `${width}px`;
  outline.style.height = `${height}px`;
  outline.style.left = `${(clientWidth - width) / 2}px`;
  outline.style.top = `${(clientHeight - height) / 2}px`;
}

/** @param {Page.Refusal} error */
function showError(error) {
  if (error.status === 403) {
    // The phone was unpaired: the reloaded page shows the pairing form.
    location.reload();
    return;
  }
  statusLine.textContent = error.message;
  // After an interruption the placement check starts again.
  if (!isLooking) startLook();
}

const showWakeLock = () => {
  wakeLockNote.textContent = describeWakeLock();
};

async function openPage() {
  const secret = consumeKey();
  if (wanted === undefined) {
    showContent(html("p", {}, t("This table has another camera, or none. To use a phone, start it like this:")), html("p", { class: "link" }, "companion serve --camera phone"));
  } else if (role === "viewer" || role === "phone") {
    if (secret) await pair(secret);
    else showContent(codeEntry());
  } else if (!window.isSecureContext || !navigator.mediaDevices) {
    showContent(html("p", { class: "refusal" }, t("Browsers give a page the camera over HTTPS only: open the table's HTTPS address.")));
  } else {
    onWakeLockChange(showWakeLock);
    showWakeLock();
    watchCondition();
    const allowed = await navigator.permissions?.query({ name: /** @type {PermissionName} */ ("camera") }).catch(() => null);
    // If the permission was granted before, start without a tap, for example after the phone woke up.
    if (allowed?.state === "granted") await startCamera();
    else showStartPage();
  }
}

keepFocus();
addEventListener("resize", fitOutline);
openPage();
