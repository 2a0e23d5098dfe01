// The switch between the languages, for any page.

import { html } from "../drawing/dom.js";
import { LANGUAGES, language, speak, t } from "./i18n.js";

/** A choice among the languages, each by its own name. */
export function languageSwitch() {
  return html(
    "select",
    {
      class: "language",
      "data-key": "language",
      "aria-label": t("Language"),
      onchange: (/** @type {Page.Happened} */ { target }) => speak(target.value).catch(() => (target.value = language())),
    },
    LANGUAGES.map(({ code, name }) =>
      html("option", { value: code, lang: code, selected: code === language() }, name),
    ),
  );
}
