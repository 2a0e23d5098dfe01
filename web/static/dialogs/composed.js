// The fields of an event, put together of one for each thing that can be said of it.
//
// A field is made of the event and the view: `elements`, `says()` of the event by now, and whether that is all
// that it has to say (`done()`); `show()`, where it looks otherwise with what the others say, and `names()`,
// the players' by their colours, where it names them anew.

import { values } from "./dialogs.js";
import { t } from "../language/i18n.js";
import { mostlyOne } from "./people.js";

/**
 * The field of who did something.
 *
 * @param {Page.Event} event
 * @param {{ players: Page.Player[] }} view
 * @returns {Page.Field}
 */
export const player = (event, { players }) => ({
  elements: mostlyOne("player", t("Who?"), players, event.player),
  says: () => ({ player: values().player }),
  done: () => Boolean(values().player),
});

/**
 * A function that gives the fields of an event of a view as one: none where nothing of it can be said.
 *
 * `made` are lists of what makes a field, by the kind of the event.
 *
 * @template {Page.AnyView} V
 * @param {{ [kind: string]: ((event: Page.Event, view: V) => Page.Field)[] }} made
 * @returns {(event: Page.Event, view: V) => Page.Fields}
 */
export const composed = (made) => (event, view) => {
  const fields = (made[event.kind] ?? []).map((make) => make(event, view));
  return {
    elements: fields.map(({ elements }) => elements),
    says: () => Object.assign({}, ...fields.map(({ says }) => says())),
    done: () => fields.length > 0 && fields.every(({ done }) => done()),
    show: () => fields.forEach(({ show }) => show?.()),
    names: () => Object.assign({}, ...fields.map(({ names }) => names?.())),
  };
};
