// What is entered seldom: one tap further away.

import { ask } from "../dialogs/dialogs.js";
import { html, once } from "../drawing/dom.js";
import { askLeave, askStart } from "../start/start.js";
import { t } from "../language/i18n.js";
import { askJournal } from "../log/journal.js";

/**
 * Ask which of the seldom things is meant; `own` are those of the game, each its words and what it does.
 *
 * @param {Page.AnyView} view
 * @param {Page.Choice[]} own
 */
export function askMore(view, own = []) {
  /** @type {(Page.Choice | false)[]} */
  const offered = [
    ...own,
    [t("Game log"), askJournal],
    [t("Past games"), () => location.assign("/history")],
    [t("New game"), () => askStart(view)],
    view.phase !== "over" && [t("Quit this game …"), () => askLeave(view)],
  ];
  const choices = /** @type {Page.Choice[]} */ (offered.filter(Boolean));
  const buttons = choices.map(([text, act]) =>
    html("button", { type: "button", class: "choice", onclick: once(act) }, text),
  );
  ask(t("More"), html("div", { class: "choices" }, buttons), []);
}
