// The device that shows a page: its screen stays on, and the page opens where the server is away.
//
// Browsers do both only where they trust the connection: over HTTPS, or on the server's own machine.

import { t } from "../words.js";

let held = null;

/** Whether the page may keep the screen on; null where this browser never does. */
export const staysAwake = () => held !== null && !held.released;

/** What to tell who wonders whether the screen stays on. */
export function aboutSleep() {
  if (staysAwake()) return t("The screen stays on while this page is open.");
  if (!window.isSecureContext)
    return t(
      "Over plain HTTP this page can't keep the screen on: set the device's screen timeout to never for the evening, or open the page over HTTPS.",
    );
  return t("This browser doesn't keep the screen on: set the device's screen timeout to never for the evening.");
}

async function stayAwake() {
  if (document.visibilityState !== "visible" || staysAwake()) return;
  try {
    held = await navigator.wakeLock.request("screen");
  } catch {
    // An empty battery, a setting, an old browser: the settings say what to do.
    held = null;
  }
}

if (navigator.wakeLock) {
  // The browser lets the screen go whenever the page is hidden.
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
navigator.serviceWorker?.register("/worker.js").catch(() => {
  // Private windows keep nothing; the page works all the same.
});
