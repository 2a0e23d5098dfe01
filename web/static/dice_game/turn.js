// The active player and the next action.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { namesOf } from "../table/current_view.js";
import { n, t } from "../language/i18n.js";

/**
 * The part of a view that the turn line shows.
 *
 * @param {Page.DiceView} view
 */
export const pickTurn = (view) => ({
  winner: view.winner,
  onTurn: view.on_turn,
  began: view.turn_began,
  dice: view.dice,
  throws: view.may.throw,
  names: namesOf(view),
});

/** @param {ReturnType<typeof pickTurn>} picked */
export function drawTurn({ winner, onTurn, began, dice, throws, names }) {
  // The victory panel shows the winner (table/victory.js).
  if (winner || !onTurn) return [];
  const label = t("Time in this turn");
  return html(
    "div",
    { class: "turn-line to-do-item", "data-colour": onTurn },
    html("p", { class: "to-do-text" }, crest(onTurn), html("span", {}, turnText(names[onTurn], dice, throws))),
    html("span", { class: "clock", role: "timer", "aria-live": "off", "aria-label": label, "data-began": began }),
  );
}

/**
 * @param {string} name
 * @param {Api.DiceLie} dice
 * @param {boolean | undefined} throws
 */
function turnText(name, { count, throws: thrown }, throws) {
  if (!throws) return t("{name} builds", { name });
  if (!thrown) return n("{name} rolls {count} die", "{name} rolls {count} dice", count, { name });
  return t("{name} builds or rolls again", { name });
}
