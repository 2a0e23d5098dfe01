// One line of the story: what happened, how sure that is, and which rules it breaks.

import { askEntry } from "./entry.js";
import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { brokenRule, game, tell } from "../table/game.js";
import { t } from "../language/i18n.js";

const SURE = 0.9;

/**
 * Gives a line, a tap on which opens it; `name` turns a colour into a player's name, `places` are
 * what the game says places by; `turn` is the number of the turn that it begins, if it does.
 *
 * @param {Page.Line} entry
 * @param {Page.Naming} name
 * @param {Page.Hexes | undefined} places
 * @param {number | null} turn
 */
export function drawLine(entry, name, places, turn = null) {
  const { number, certainty, event, violations } = entry;
  const told = tell(event, name);
  const where = game().where(event, places);
  return html(
    "li",
    { class: game().startsTurn(event) ? "turn-start" : "" },
    html(
      "button",
      {
        type: "button",
        class: violations.length ? "entry entry-flagged" : "entry",
        "data-key": `entry-${number}`,
        onclick: () => askEntry(entry),
      },
      event.player ? crest(event.player) : null,
      html(
        "span",
        {},
        told,
        turn ? html("span", { class: "quiet turn-number" }, t("Turn {turn}", { turn })) : null,
        where ? html("span", { class: "quiet where" }, ` (${where})`) : null,
        certainty < SURE ? html("span", { class: "flag" }, `? ${t("unsure")}`) : null,
        violations.map((violation) => html("span", { class: "flag" }, `⚠ ${brokenRule(violation, event)}`)),
      ),
    ),
  );
}

/**
 * A function that gives each of some lines the number of the turn that it begins, if it does: it is given the
 * lines from the newest on, however many at a time; `turn` is the number of the turn that is on.
 *
 * @param {number | undefined} turn
 * @returns {(line: Page.Line) => number | null}
 */
export function turnCounter(turn = 0) {
  let number = turn;
  return ({ event }) => {
    const { endsTurn, startsTurn } = game();
    if (!endsTurn) return null;
    if (endsTurn(event)) number -= 1;
    return number > 0 && startsTurn(event) ? number : null;
  };
}
