// A row of large radio buttons.

import { html } from "../drawing/dom.js";

/**
 * A group of values with one `chosen`; `options` are [value, text].
 *
 * @param {string} name
 * @param {string} legend
 * @param {[value: string | number, text: string][]} options
 * @param {string | number | null | undefined} chosen
 */
export function radioGroup(name, legend, options, chosen) {
  return html(
    "fieldset",
    { class: options.every(([, text]) => text.length === 1) ? "faces" : "faces words" },
    html("legend", {}, legend),
    options.map(([value, text]) =>
      html(
        "label",
        { class: "face" },
        html("input", { type: "radio", name, value, checked: value === chosen }),
        html("span", {}, text),
      ),
    ),
  );
}
