// The phone's own camera: opens it, locks its exposure and focus, and takes pictures.

import { t } from "../language/i18n.js";

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
    takePicture: () => takePicture(video, canvas),
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
function takePicture(video, canvas) {
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
