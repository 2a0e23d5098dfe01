// The bar of actions, and the dialog with further ones.

import { html, panel, setBusy, singleFlight } from "../drawing/dom.js";
import { canEnter } from "../pairing/device_role.js";
import { waitForSnapshot } from "../network/api.js";
import { t } from "../language/i18n.js";
import { currentView } from "./game.js";
import { actionSign } from "../drawing/signs.js";
import { openDialog } from "../dialogs/dialogs.js";
import { showRefusal } from "./message.js";
import { showJournal } from "../log/log.js";

// The bar of a game's actions, within reach of the thumb.

/**
 * @template {Page.AnyView} [V=Page.AnyView]
 * @typedef {{
 *   key: string, text: string, act(view: V): unknown, due?: boolean, usual?: boolean, off?: boolean, reason?: string }} Action
 */

/**
 * Build the action bar. Returns the draw callback for a game's view.
 *
 * `pick` selects the bar's data from the view. `actions` returns its buttons in order, each `{key, text, act(view),
 * due, usual, off, reason}`: the rules require a `due` action and allow a `usual` one; `off` disables it, and `reason`
 * says why it is unavailable.
 *
 * @template {Page.AnyView} V
 * @template P
 * @param {HTMLElement} root
 * @param {(view: V) => P} pick
 * @param {(picked: P) => Action<V>[]} actions
 * @returns {(view: V) => void}
 */
export function actionBar(root, pick, actions) {
  const draw = panel(root, pick, (picked) => (canEnter() ? actions(picked).map(drawButton) : []));
  return (view) => {
    root.setAttribute("aria-label", t("Enter"));
    draw(view);
  };
}

/** @param {Action} action */
function drawButton({ key, text, due, usual, off, reason, act }) {
  const tap = async (/** @type {Page.Happened} */ { currentTarget: tapped }) => {
    // Ignore a second tap.
    setBusy(tapped, true);
    await waitForSnapshot();
    await act(currentView());
    setBusy(tapped, false);
  };
  const kind = due ? "action-due" : usual ? "action-usual" : "";
  return html(
    "button",
    { type: "button", class: `action ${kind}`.trim(), "data-key": key, disabled: off, title: reason, onclick: tap },
    actionSign(key),
    html("span", {}, text),
  );
}

/**
 * Ask for a new game.
 *
 * @param {Page.AnyView} view
 */
export async function askNewGame(view) {
  (await loadStart())?.askStart(view);
}

/** Load the dialogs about starting and quitting, a part of the page; null after a failure. */
async function loadStart() {
  const start = await import("../start/start.js").catch(() => null);
  if (!start) showRefusal(t("The table doesn't answer."));
  return start;
}

// The dialog of rarely used actions.

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
    [t("New game"), () => askNewGame(view)],
    view.phase !== "over" && [t("Quit this game …"), async () => (await loadStart())?.askQuit(view)],
  ];
  const choices = /** @type {Page.Choice[]} */ (offered.filter(Boolean));
  const buttons = choices.map(([text, act]) =>
    html("button", { type: "button", class: "choice", onclick: singleFlight(act) }, text),
  );
  openDialog(t("More"), html("div", { class: "choices" }, buttons), []);
}
