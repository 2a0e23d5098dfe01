// How the game began, as it was told: who sits there, in which colours and order, and by which options.

import { choices } from "../network/api.js";
import { html } from "../drawing/dom.js";
import { optionFields } from "./options.js";
import { seatFields } from "./seats.js";
import { t } from "../language/i18n.js";

/**
 * A seat as the event has it: known again by the colour that it had at first.
 *
 * @param {Page.Player & { id?: string }} seat
 */
const seat = ({ id, name, colour }) => ({ name, colour, ...(id && id !== colour ? { at_first: id } : {}) });

/**
 * The fields of how a game began, as any of `base_entries/fields.js`; besides, `names()` are the players' by their colours.
 *
 * What can be chosen only the table knows: they are filled in as soon as it has said that.
 *
 * @param {Page.Event} event
 * @param {Page.AnyView} view
 * @returns {Page.Field}
 */
export function gameStart(event, { kind }) {
  const box = html("div", { class: "own" });
  /** @type {{ seats: HTMLElement, options: HTMLElement } | null} */
  let fields = null;
  choices().then(({ games, names }) => {
    const offered = games.find((game) => game.kind === kind);
    if (!offered) return;
    const seated = event.players.map((/** @type {Api.SeatTaken} */ player) => ({ ...player, id: player.at_first ?? player.colour }));
    const players = [...new Set([...offered.players, seated.length])].sort();
    fields = {
      seats: seatFields({ ...offered, players }, names, seated),
      options: optionFields(offered, event.options),
    };
    const follows =
      offered.seats === "teams"
        ? t("A team's entries follow it to a new name or colour.")
        : t("A player's entries follow them to a new name, colour or seat.");
    box.replaceChildren(fields.seats, html("p", { class: "quiet" }, follows), fields.options);
    box.dispatchEvent(new Event("change", { bubbles: true }));
  });
  /** @returns {Page.Player[]} */
  const players = () => fields?.seats.players().map(seat) ?? [];
  return {
    elements: box,
    says: () => (fields ? { players: players(), options: fields.options.chosen() } : {}),
    done: () => fields !== null && Boolean(box.closest("form")?.checkValidity()),
    names: () => (fields ? Object.fromEntries(players().map(({ name, colour }) => [colour, name])) : {}),
  };
}
