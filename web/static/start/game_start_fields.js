// The form fields of a game's start: players, colours, order and options.

import { fetchChoices } from "../network/api.js";
import { html } from "../drawing/dom.js";
import { optionFields } from "./options.js";
import { seatFields } from "./seats.js";
import { t } from "../language/i18n.js";

/**
 * A seat as the event stores it, identified by its first colour.
 *
 * @param {Page.Player & { id?: string }} seat
 */
const seatEntry = ({ id, name, colour }) => ({ name, colour, ...(id && id !== colour ? { at_first: id } : {}) });

/**
 * Tests whether all fields of a form are valid. `checkValidity` would report each that isn't.
 *
 * @param {HTMLFormElement | null} form
 */
const areValid = (form) => form !== null && [...form.elements].every((field) => /** @type {HTMLInputElement} */ (field).validity.valid);

/**
 * The fields of a game's start, as in `base_entries/fields.js`. `names()` returns the players' names by colour.
 *
 * The server knows the choices: the fields appear when it has answered.
 *
 * @param {Page.Event} event
 * @param {Page.AnyView} view
 * @returns {Page.Field}
 */
export function gameStartFields(event, { kind }) {
  const box = html("div", { class: "own" });
  /** @type {{ seats: ReturnType<typeof seatFields>, options: ReturnType<typeof optionFields> } | null} */
  let fields = null;
  fetchChoices().then(({ games, names }) => {
    const offered = games.find((game) => game.kind === kind);
    if (!offered) return;
    const seated = event.players.map((/** @type {Api.SeatTaken} */ player) => ({ ...player, id: player.at_first ?? player.colour }));
    const players = [...new Set([...offered.players, seated.length])].sort();
    fields = {
      seats: seatFields({ ...offered, players }, names, seated),
      options: optionFields(offered, event.options),
    };
    const note =
      offered.seats === "teams"
        ? t("A team's entries follow it to a new name or colour.")
        : t("A player's entries follow them to a new name, colour or seat.");
    box.replaceChildren(fields.seats.element, html("p", { class: "quiet" }, note), fields.options.element);
    box.dispatchEvent(new Event("change", { bubbles: true }));
  });
  /** @returns {Page.Player[]} */
  const players = () => fields?.seats.players().map(seatEntry) ?? [];
  return {
    elements: box,
    values: () => (fields ? { players: players(), options: fields.options.chosenOptions() } : {}),
    isComplete: () => fields !== null && areValid(box.closest("form")),
    names: () => (fields ? Object.fromEntries(players().map(({ name, colour }) => [colour, name])) : {}),
  };
}
