// Fields of forms: players, choices, and the fields of an event.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { dialogValues } from "./dialogs.js";

// Choosing a player by a chip in their colour.

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

// A row of large radio buttons.

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

// The form fields of an event, composed of one field per property.
//
// Each factory creates a field from the event and the view: its `elements`, `says()` for its current values, and
// `done()` for completeness. Optional: `show()` updates it after other fields changed; `names()` returns renamed
// players by colour.

/**
 * The field for the acting player.
 *
 * @param {Page.Event} event
 * @param {{ players: Page.Player[] }} view
 * @returns {Page.Field}
 */
export const playerField = (event, { players }) => ({
  elements: foldedPlayerChips("player", t("Who?"), players, event.player),
  values: () => ({ player: dialogValues().player }),
  isComplete: () => Boolean(dialogValues().player),
});

/**
 * Combine factories into one for all fields of an event; empty if the event has none.
 *
 * `factories` are lists by the kind of the event.
 *
 * @template {Page.AnyView} V
 * @param {{ [kind: string]: ((event: Page.Event, view: V) => Page.Field)[] }} factories
 * @returns {(event: Page.Event, view: V) => Page.Fields}
 */
export const composeFields = (factories) => (event, view) => {
  const fields = (factories[event.kind] ?? []).map((make) => make(event, view));
  return {
    elements: fields.map(({ elements }) => elements),
    values: () => Object.assign({}, ...fields.map(({ values }) => values())),
    isComplete: () => fields.length > 0 && fields.every(({ isComplete }) => isComplete()),
    show: () => fields.forEach(({ show }) => show?.()),
    names: () => Object.assign({}, ...fields.map(({ names }) => names?.())),
  };
};
