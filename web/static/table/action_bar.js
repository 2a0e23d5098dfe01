// The bar of a game's actions, within reach of the thumb.

import { html, panel, setBusy } from "../drawing/dom.js";
import { canEnter } from "../pairing/device_role.js";
import { waitForSnapshot } from "../network/open_question.js";
import { t } from "../language/i18n.js";
import { currentView } from "./current_view.js";
import { actionSign } from "../drawing/action_signs.js";

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
