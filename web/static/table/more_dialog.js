// The dialog of rarely used actions.

import { openDialog } from "../dialogs/dialogs.js";
import { html, singleFlight } from "../drawing/dom.js";
import { askQuit, askStart } from "../start/start.js";
import { t } from "../language/i18n.js";
import { showJournal } from "../log/journal.js";

/**
 * Ask for a rarely used action; `own` are the game's own, each [text, action].
 *
 * @param {Page.AnyView} view
 * @param {Page.Choice[]} own
 */
export function askMore(view, own = []) {
  /** @type {(Page.Choice | false)[]} */
  const offered = [
    ...own,
    [t("Game log"), showJournal],
    [t("Past games"), () => location.assign("/history")],
    [t("New game"), () => askStart(view)],
    view.phase !== "over" && [t("Quit this game …"), () => askQuit(view)],
  ];
  const choices = /** @type {Page.Choice[]} */ (offered.filter(Boolean));
  const buttons = choices.map(([text, act]) =>
    html("button", { type: "button", class: "choice", onclick: singleFlight(act) }, text),
  );
  openDialog(t("More"), html("div", { class: "choices" }, buttons), []);
}
