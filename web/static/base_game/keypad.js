// The keypad for a roll that is due and that nothing sees: one tap says the sum of the dice, or has a card drawn.

import { enter, enterTold } from "../network/api.js";
import { html, once } from "../drawing/dom.js";
import { askRoll } from "../base_entries/roll_entry.js";
import { now } from "../table/current_view.js";
import { SUMS } from "./thrown.js";
import { n, t } from "../language/i18n.js";

/**
 * A key for each sum; the last key asks for both dice, where somebody wants them told.
 *
 * @param {number} turn the turn that the roll begins
 */
export function keypad(turn) {
  const roll = (/** @type {number} */ sum) => once(() => enterTold({ kind: "roll", dice: { sum }, about: { turn } }));
  return html(
    "div",
    { class: "keypad", role: "group", "aria-label": t("What was rolled?") },
    SUMS.map((sum) => html("button", { type: "button", "data-key": `sum-${sum}`, onclick: roll(sum) }, `${sum}`)),
    html("button", { type: "button", class: "keypad-dice", "data-key": "both-dice", onclick: () => askRoll(now()) }, t("Both dice")),
  );
}

/**
 * One key that has the companion draw a card, where the table rolls with a deck.
 *
 * @param {number} turn the turn that the roll begins
 * @param {number} cards how many are left
 */
export function drawKey(turn, cards) {
  const draw = once(() => enter({ kind: "draw_roll", about: { turn } }));
  const text = n("Draw a card ({count} left)", "Draw a card ({count} left)", cards);
  return html("div", { class: "keypad" }, html("button", { type: "button", class: "keypad-draw", "data-key": "draw", onclick: draw }, text));
}
