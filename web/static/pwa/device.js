// The device that shows a page: its screen stays on, and the page opens where the server is away.
//
// Browsers do both only where they trust the connection: over HTTPS, or on the server's own machine.

import { t } from "../language/i18n.js";

const { userAgent } = navigator;
/** @type {(() => void)[]} */
const listeners = [];

/** @type {WakeLockSentinel | null} */
let held = null;
// Whether the browser has answered by now whether it keeps the screen on.
let answered = !navigator.wakeLock;

/** Whether the page keeps the screen on; null as long as that isn't known. */
export const staysAwake = () => (answered ? held !== null && !held.released : null);

/**
 * Have a function called whenever the screen may stay on or go dark from now on.
 *
 * @param {() => void} listener
 */
export const onAwake = (listener) => listeners.push(listener);

/** What to tell who wonders whether the screen stays on. */
export function aboutSleep() {
  if (staysAwake()) return t("The screen stays on while this page is open.");
  const why = window.isSecureContext
    ? t("This browser doesn't keep the screen on.")
    : t("Over plain HTTP a page can't keep the screen on.");
  return `${why} ${whatToSet()}`;
}

/** Where the device itself can be told to leave its screen on. */
function whatToSet() {
  // An iPad says that it is a Mac, of which none can be touched.
  if (/iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && navigator.maxTouchPoints > 0))
    return t("For the evening, set this: Settings › Display & Brightness › Auto-Lock › Never.");
  if (/Android/.test(userAgent))
    return t("For the evening, set this: Settings › Display › Screen timeout › the longest.");
  return t("For the evening, set the device's screen timeout to never.");
}

async function stayAwake() {
  if (document.visibilityState !== "visible" || staysAwake()) return;
  try {
    held = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    // An empty battery, a setting, an old browser: the page says what to do.
    held = null;
  }
  answered = true;
  listeners.forEach((listener) => listener());
}

if (navigator.wakeLock) {
  // The browser lets the screen go whenever the page is hidden.
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
navigator.serviceWorker?.register("/worker.js").catch(() => {
  // Private windows keep nothing; the page works all the same.
});
