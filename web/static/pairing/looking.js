// What somebody is told who only looks, and the way to the devices for who may pair them.

import { html } from "../dom.js";
import { t } from "../words.js";
import { askDevices } from "./devices.js";

/** Whether this device may enter what everybody sees. */
export const acts = () => document.body.dataset.role === "tablet";

/** A control for the tablet, that opens its phones; for everybody else the way to being the tablet. */
export function devicesControl() {
  if (acts()) {
    return html("button", { type: "button", "data-key": "devices", onclick: askDevices }, t("Phones"));
  }
  return html("p", { class: "looking" }, t("Only looking:"), " ", html("a", { href: "/pair" }, t("pair this tablet")));
}
