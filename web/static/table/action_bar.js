// What people enter, at the thumb's reach: the bar of a game's actions.

import { html, panel, setBusy } from "../drawing/dom.js";
import { acts } from "../pairing/device_role.js";
import { caughtUp } from "../network/open_question.js";
import { t } from "../language/i18n.js";
import { now } from "./current_view.js";
import { actionSign } from "../drawing/action_signs.js";

/**
 * @template {Page.AnyView} [V=Page.AnyView]
 * @typedef {{
 *   key: string, text: string, act(view: V): unknown, due?: boolean, usual?: boolean, off?: boolean,
 * }} Action
 */

/**
 * The bar as a part of the page: a function that draws a game's view.
 *
 * `pick` takes from the view what the bar shows; `actions` makes of that its buttons in their order, each
 * `{key, text, act(view), due, usual, off}`: what the rules want or allow now is `due` or `usual`, what can't
 * be done at all is `off`.
 *
 * @template {Page.AnyView} V
 * @template P
 * @param {HTMLElement} root
 * @param {(view: V) => P} pick
 * @param {(picked: P) => Action<V>[]} actions
 * @returns {(view: V) => void}
 */
export function actionBar(root, pick, actions) {
  const draw = panel(root, pick, (picked) => (acts() ? actions(picked).map(button) : []));
  return (view) => {
    root.setAttribute("aria-label", t("Enter"));
    draw(view);
  };
}

/** @param {Action} action */
function button({ key, text, due, usual, off, act }) {
  const tap = async (/** @type {Page.Happened} */ { currentTarget: tapped }) => {
    // A finger that taps twice means once.
    setBusy(tapped, true);
    await caughtUp();
    await act(now());
    setBusy(tapped, false);
  };
  const kind = due ? "action-due" : usual ? "action-usual" : "";
  return html(
    "button",
    { type: "button", class: `action ${kind}`.trim(), "data-key": key, disabled: off, onclick: tap },
    actionSign(key),
    html("span", {}, text),
  );
}
