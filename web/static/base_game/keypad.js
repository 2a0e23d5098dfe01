// The keypad for a due roll that no source detects: one tap enters the sum of the dice or has a card drawn.

import { enter, enterWithNotice } from "../network/api.js";
import { html, singleFlight } from "../drawing/dom.js";
import { askRoll } from "../base_entries/roll_entry.js";
import { currentView } from "../table/current_view.js";
import { SUMS } from "./dice.js";
import { n, t } from "../language/i18n.js";

/**
 * A key for each sum, and a last key to enter both dice.
 *
 * @param {number} turn the turn that the roll begins
 */
export function keypad(turn) {
  const enterRoll = (/** @type {number} */ sum) => singleFlight(() => enterWithNotice({ kind: "roll", dice: { sum }, about: { turn } }));
  return html(
    "div",
    { class: "keypad", role: "group", "aria-label": t("What was rolled?") },
    SUMS.map((sum) => html("button", { type: "button", "data-key": `sum-${sum}`, onclick: enterRoll(sum) }, `${sum}`)),
    html("button", { type: "button", class: "keypad-dice", "data-key": "both-dice", onclick: () => askRoll(currentView()) }, t("Both dice")),
  );
}

/**
 * A key that has Companion draw a card, at a table that rolls with a deck.
 *
 * @param {number} turn the turn that the roll begins
 * @param {number} cards the number of cards left
 */
export function drawCardKey(turn, cards) {
  const enterDraw = singleFlight(() => enter({ kind: "draw_roll", about: { turn } }));
  const text = n("Draw a card ({count} left)", "Draw a card ({count} left)", cards);
  return html("div", { class: "keypad" }, html("button", { type: "button", class: "keypad-draw", "data-key": "draw", onclick: enterDraw }, text));
}
