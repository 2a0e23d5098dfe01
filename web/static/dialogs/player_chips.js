// Choosing a player by a chip in their colour.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/**
 * A group of chips, one per player; `name` is the field's name, `chosen` a colour.
 *
 * `others` are [value, text] chips without a colour, after the players'. None is selected if `chosen` is empty.
 *
 * @param {string} name
 * @param {string} legend
 * @param {Page.Player[]} players
 * @param {string | null | undefined} chosen
 * @param {Page.Option[]} others
 */
export function playerChips(name, legend, players, chosen, others = []) {
  const chips = [...players.map(({ colour, name: label }) => [colour, label, colour]), ...others];
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
 * The same, folded behind the chosen player, who is nearly always the active one.
 *
 * @param {string} name
 * @param {string} legend
 * @param {Page.Player[]} players
 * @param {string | null | undefined} chosen
 */
export function foldedPlayerChips(name, legend, players, chosen) {
  const chosenName = players.find(({ colour }) => colour === chosen)?.name ?? "";
  const nameElement = html("b", {}, chosenName);
  const swatch = html("span", { class: "swatch", "data-colour": chosen });
  const chips = playerChips(name, legend, players, chosen);
  chips.addEventListener("change", ({ target }) => {
    const { value } = /** @type {HTMLInputElement} */ (target);
    swatch.dataset.colour = value;
    nameElement.textContent = players.find(({ colour }) => colour === value)?.name ?? "";
  });
  const summary = html("summary", {}, swatch, nameElement, html("span", { class: "quiet" }, t("someone else?")));
  return html("details", { class: "folded-choice" }, summary, chips);
}
