// How things look on this device, where people may choose.

import { html } from "../drawing/dom.js";
import { keep, kept } from "./storage.js";

/**
 * Choices of how something looks on this device; "auto" leaves it to the device (theme.js).
 *
 * @param {string} what
 * @param {{ [choice: string]: string }} names
 */
export function lookChoices(what, names) {
  const chosen = kept(what, "auto");
  return Object.entries(names).map(([value, name]) => {
    const choice = { name: what, value, checked: value === chosen, onchange: () => show(what, value) };
    return html("label", { class: "face" }, html("input", { type: "radio", ...choice }), html("span", {}, name));
  });
}

/**
 * @param {string} what
 * @param {string} choice
 */
function show(what, choice) {
  keep(what, choice === "auto" ? null : choice);
  document.dispatchEvent(new Event("theme"));
}
