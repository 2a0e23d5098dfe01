// The phone's own camera: opened, opened again when it is lost, held as it is, and a picture of it.

import { t } from "../language/i18n.js";

const WIDEST = 1920;
const QUALITY = 0.85;
// The table wants so many pictures that a phone stays cool: few.
/** @type {MediaTrackConstraints} */
const WISHED = {
  facingMode: { ideal: "environment" },
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  frameRate: { ideal: 10 },
};
/** What is to stay as it is; browsers have more or less of it. */
const MODES = /** @type {const} */ (["exposureMode", "whiteBalanceMode", "focusMode"]);

/** @typedef {{ picture(): Promise<Blob>, hold(): Promise<boolean>, release(): Promise<void>, lost(): boolean, close(): void }} Eye */

/**
 * Open the camera and show it in a video; rejects with an Error fit to be shown.
 *
 * @param {HTMLVideoElement} video
 * @returns {Promise<Eye>}
 */
export async function openEye(video) {
  const stream = await asked();
  const [track] = stream.getVideoTracks();
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement("canvas");
  return {
    picture: () => pictureOf(video, canvas),
    hold: () => turn(track, "manual"),
    release: async () => void (await turn(track, "continuous")),
    lost: () => track.readyState === "ended" || track.muted,
    close: () => stream.getTracks().forEach((each) => each.stop()),
  };
}

async function asked() {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: WISHED });
  } catch (error) {
    throw new Error(whyNot(/** @type {DOMException} */ (error).name));
  }
}

/** @param {string} name */
function whyNot(name) {
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
function pictureOf(video, canvas) {
  const { videoWidth, videoHeight } = video;
  const shrunk = Math.min(1, WIDEST / Math.max(videoWidth, videoHeight, 1));
  canvas.width = Math.round(videoWidth * shrunk);
  canvas.height = Math.round(videoHeight * shrunk);
  canvas.getContext("2d", { alpha: false })?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const taken = (/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error(t("The camera gives no picture."))));
    canvas.toBlob(taken, "image/jpeg", QUALITY);
  });
}

/**
 * Have exposure, colours and focus follow what is seen, or stay; whether exposure does.
 *
 * @param {MediaStreamTrack} track
 * @param {"manual" | "continuous"} mode
 */
async function turn(track, mode) {
  const can = track.getCapabilities?.() ?? {};
  const advanced = MODES.filter((name) => can[name]?.includes(mode)).map((name) => ({ [name]: mode }));
  if (advanced.length === 0) return false;
  try {
    await track.applyConstraints({ ...WISHED, advanced });
  } catch {
    // What a browser offers it may still refuse: then all goes on by itself.
    return false;
  }
  return track.getSettings().exposureMode === mode;
}
