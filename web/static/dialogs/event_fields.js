// The form fields of an event, composed of one field per property.
//
// Each factory creates a field from the event and the view: its `elements`, `says()` for its current values, and
// `done()` for completeness. Optional: `show()` updates it after other fields changed; `names()` returns renamed
// players by colour.

import { dialogValues } from "./dialogs.js";
import { t } from "../language/i18n.js";
import { foldedPlayerChips } from "./player_chips.js";

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
