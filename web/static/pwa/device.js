// Keeps the screen on, and lets the page open while the server is unreachable.
//
// Browsers allow both only in a secure context: over HTTPS, or on the server's own machine.

import { t } from "../language/i18n.js";

const { userAgent } = navigator;
/** @type {(() => void)[]} */
const listeners = [];

/** @type {WakeLockSentinel | null} */
let wakeLock = null;
// True once the browser has answered the request for a wake lock.
let isKnown = !navigator.wakeLock;

/** Test whether the page keeps the screen on; null while unknown. */
export const isScreenKeptOn = () => (isKnown ? wakeLock !== null && !wakeLock.released : null);

/**
 * Register a listener for changes of the wake lock.
 *
 * @param {() => void} listener
 */
export const onWakeLockChange = (listener) => listeners.push(listener);

/** A text about whether the screen stays on. */
export function describeWakeLock() {
  if (isScreenKeptOn()) return t("The screen stays on while this page is open.");
  const reason = window.isSecureContext
    ? t("This browser doesn't keep the screen on.")
    : t("Over plain HTTP a page can't keep the screen on.");
  return `${reason} ${sleepSettingHint()}`;
}

/** The device's own setting that keeps the screen on. */
function sleepSettingHint() {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  if (/iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && navigator.maxTouchPoints > 0))
    return t("For the evening, set this: Settings › Display & Brightness › Auto-Lock › Never.");
  if (/Android/.test(userAgent))
    return t("For the evening, set this: Settings › Display › Screen timeout › the longest.");
  return t("For the evening, set the device's screen timeout to never.");
}

async function requestWakeLock() {
  if (document.visibilityState !== "visible" || isScreenKeptOn()) return;
  try {
    wakeLock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    // A low battery, a setting or an old browser: the page shows a hint.
    wakeLock = null;
  }
  isKnown = true;
  listeners.forEach((listener) => listener());
}

if (navigator.wakeLock) {
  // The browser releases the wake lock whenever the page is hidden.
  document.addEventListener("visibilitychange", requestWakeLock);
  requestWakeLock();
}
navigator.serviceWorker?.register("/worker.js").catch(() => {
  // Private windows have no service worker; the page works without.
});
