// Radio buttons for the look of this device.

import { html } from "../drawing/dom.js";
import { saveSetting, loadSetting } from "./storage.js";

/**
 * Choices for a look setting; "auto" follows the device (theme.js).
 *
 * @param {string} setting
 * @param {{ [choice: string]: string }} names
 */
export function lookChoices(setting, names) {
  const chosen = loadSetting(setting, "auto");
  return Object.entries(names).map(([value, name]) => {
    const choice = { name: setting, value, checked: value === chosen, onchange: () => saveLook(setting, value) };
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
