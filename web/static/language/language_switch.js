// The language selector, for any page.

import { html } from "../drawing/dom.js";
import { LANGUAGES, language, setLanguage, t } from "./i18n.js";

/** A select element with the languages, each in its own language. */
export function languageSwitch() {
  return html(
    "select",
    {
      class: "language",
      "data-key": "language",
      "aria-label": t("Language"),
      onchange: (/** @type {Page.Happened} */ { target }) => setLanguage(target.value).catch(() => (target.value = language())),
    },
    LANGUAGES.map(({ code, name }) =>
      html("option", { value: code, lang: code, selected: code === language() }, name),
    ),
  );
}
