// The role of this device on the table's page: a tablet enters moves, all others view only.

import { html } from "../drawing/dom.js";
import { game } from "../table/game.js";
import { t } from "../language/i18n.js";
import { openDevicesDialog } from "./devices.js";

const { dataset } = document.body;

/** Returns true if this device may enter moves. */
export const canEnter = () => dataset.role === "tablet";

/**
 * Updates the role and the seat of this device. Returns true if either changed: the caller redraws the page.
 *
 * @param {{ role: string, seat: string | null }} visitor
 */
export function updateDeviceRole({ role, seat }) {
  if (role === dataset.role && (seat ?? undefined) === dataset.seat) return false;
  dataset.role = role;
  if (seat) dataset.seat = seat;
  else delete dataset.seat;
  return true;
}

/**
 * The device control: a tablet opens its phones, a phone links to its seat, others link to pairing.
 *
 * In a game without secrets a phone has no cards to link to.
 */
export function devicesControl() {
  if (canEnter()) {
    return html("button", { type: "button", "data-key": "devices", onclick: openDevicesDialog }, t("Phones"));
  }
  if (dataset.role === "phone" && !game().hasSecrets) return html("p", { class: "view-only" }, t("View only."));
  const [href, linkText] = dataset.role === "phone" ? ["/phone", t("My cards")] : ["/pair", t("Pair this device")];
  return html("p", { class: "view-only" }, t("View only."), " ", html("a", { href }, linkText));
}

// Controls that enter something. View settings and pairing are open to everybody.
const ENTRY_SELECTOR = "[role=button], button:not(.island-turns button, .looks, .code-form button)";

/**
 * Blocks taps that would enter something on a view-only device, and shows the reason with `showText`.
 *
 * @param {HTMLElement[]} parts
 * @param {(text: string) => void} showText
 */
export function blockViewerInput(parts, showText) {
  /** @param {Event} event */
  const refuse = (event) => {
    const isActivation = event.type === "click" || (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " "));
    if (canEnter() || !isActivation || !/** @type {Element} */ (event.target).closest(ENTRY_SELECTOR)) return;
    event.stopPropagation();
    event.preventDefault();
    showText(t("View only. Enter moves on the tablet."));
  };
  for (const part of parts) {
    part.addEventListener("click", refuse, { capture: true });
    part.addEventListener("keydown", refuse, { capture: true });
  }
}
