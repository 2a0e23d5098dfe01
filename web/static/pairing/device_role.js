// What a device may do on the table's page: the tablet all, everybody else looks, and is told so.

import { html } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { t } from "../language/i18n.js";
import { askDevices } from "./devices.js";

const { dataset } = document.body;

/** Whether this device may enter what everybody sees. */
export const acts = () => dataset.role === "tablet";

/**
 * This device is somebody else from now on; returns whether it is. Whoever calls draws the page anew.
 *
 * @param {{ role: string, seat: string | null }} visitor
 */
export function become({ role, seat }) {
  if (role === dataset.role && (seat ?? undefined) === dataset.seat) return false;
  dataset.role = role;
  if (seat) dataset.seat = seat;
  else delete dataset.seat;
  return true;
}

/**
 * A control: for the tablet one that opens its phones, for a phone its own seat, for others the way to pair.
 *
 * Where nothing is secret, a phone has no cards of its own to go to.
 */
export function devicesControl() {
  if (acts()) {
    return html("button", { type: "button", "data-key": "devices", onclick: askDevices }, t("Phones"));
  }
  if (dataset.role === "phone" && !game().hasSecrets) return html("p", { class: "looking" }, t("View only."));
  const [href, way] = dataset.role === "phone" ? ["/phone", t("My cards")] : ["/pair", t("Pair this device")];
  return html("p", { class: "looking" }, t("View only."), " ", html("a", { href }, way));
}

// What only changes how this screen looks is anybody's, and so is what makes a tablet of it.
const ENTERS = "[role=button], button:not(.island-turns button, .looks, .code-form button)";

/**
 * Have taps on parts of the page that would enter something say, where this device only looks, that it does: by `tell`.
 *
 * @param {HTMLElement[]} parts
 * @param {(text: string) => void} tell
 */
export function onlyLook(parts, tell) {
  /** @param {Event} event */
  const refuse = (event) => {
    const taps = event.type === "click" || (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " "));
    if (acts() || !taps || !/** @type {Element} */ (event.target).closest(ENTERS)) return;
    event.stopPropagation();
    event.preventDefault();
    tell(t("View only. Enter moves on the tablet."));
  };
  for (const part of parts) {
    part.addEventListener("click", refuse, { capture: true });
    part.addEventListener("keydown", refuse, { capture: true });
  }
}
