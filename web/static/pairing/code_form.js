// The form for the code that pairs this device as a tablet.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/**
 * The form; calls `enter` with a code in a valid format.
 *
 * @param {(code: string) => unknown} enter
 */
export function codeForm(enter) {
  const typed = html("input", {
    name: "code",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: "[0-9 ]{6,}",
    maxlength: "11",
    required: true,
  });
  return html(
    "form",
    {
      class: "code-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        enter(typed.value);
      },
    },
    html("label", {}, html("span", {}, t("The code that the terminal shows")), typed),
    html("div", { class: "buttons" }, html("button", { class: "primary" }, t("Pair"))),
  );
}
