// Radio buttons for the look of this device.

import { html } from "../drawing/dom.js";
import { saveSetting, loadSetting } from "./storage.js";

/**
 * Choices for a look setting; "auto" follows the device (theme.js).
 *
 * @param {string} name
 * @param {{ [choice: string]: string }} names
 */
export function lookChoices(name, names) {
  const chosen = loadSetting(name, "auto");
  return Object.entries(names).map(([value, name]) => {
    const choice = { name: name, value, checked: value === chosen, onchange: () => saveLook(name, value) };
    return html("label", { class: "face" }, html("input", { type: "radio", ...choice }), html("span", {}, name));
  });
}

/**
 * @param {string} what
 * @param {string} choice
 */
function saveLook(what, choice) {
  saveSetting(what, choice === "auto" ? null : choice);
  document.dispatchEvent(new Event("theme"));
}
