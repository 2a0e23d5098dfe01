// One of the players, chosen by a tap on a chip in their colour.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/**
 * A group of chips, one a player; `name` is the field's, `chosen` a colour.
 *
 * `others` are [value, text] chips without a colour, after the players'; none is chosen where `chosen` is none.
 *
 * @param {string} name
 * @param {string} legend
 * @param {Page.Player[]} players
 * @param {string | null | undefined} chosen
 * @param {Page.Option[]} others
 */
export function people(name, legend, players, chosen, others = []) {
  const chips = [...players.map(({ colour, name: called }) => [colour, called, colour]), ...others];
  return html(
    "fieldset",
    { class: "faces owners" },
    html("legend", {}, legend),
    chips.map(([value, text, colour]) =>
      html(
        "label",
        { class: "face", "data-colour": colour },
        html("input", { type: "radio", name, value, checked: value === chosen, required: true }),
        html("span", {}, text),
      ),
    ),
  );
}

/**
 * The same, folded away behind who is chosen: nearly always it is who is on turn.
 *
 * @param {string} name
 * @param {string} legend
 * @param {Page.Player[]} players
 * @param {string | null | undefined} chosen
 */
export function mostlyOne(name, legend, players, chosen) {
  const called = players.find(({ colour }) => colour === chosen)?.name ?? "";
  const who = html("b", {}, called);
  const swatch = html("span", { class: "swatch", "data-colour": chosen });
  const chips = people(name, legend, players, chosen);
  chips.addEventListener("change", ({ target }) => {
    const { value } = /** @type {HTMLInputElement} */ (target);
    swatch.dataset.colour = value;
    who.textContent = players.find(({ colour }) => colour === value)?.name ?? "";
  });
  const summary = html("summary", {}, swatch, who, html("span", { class: "quiet" }, t("someone else?")));
  return html("details", { class: "mostly-one" }, summary, chips);
}
