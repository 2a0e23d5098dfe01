// One entry of the game log: the event, its certainty and its rule violations.

import { askEntry } from "./entry.js";
import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { describeViolation, game, describeEvent } from "../table/game.js";
import { t } from "../language/i18n.js";

const SURE_P = 0.9;

/**
 * Draws an entry; a tap opens it. `name` maps a colour to a player's name, and `places` names places in the game.
 * `turn` is the number of the turn that the entry begins, if any.
 *
 * @param {Page.Line} entry
 * @param {Page.Naming} name
 * @param {Page.Hexes | undefined} places
 * @param {number | null} turn
 */
export function drawLine(entry, name, places, turn = null) {
  const { number, certainty, event, violations } = entry;
  const text = describeEvent(event, name);
  const place = game().where(event, places);
  const marks = game().marks?.(event);
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
        text,
        turn ? html("span", { class: "quiet turn-number" }, t("Turn {turn}", { turn })) : null,
        place ? html("span", { class: "quiet where" }, ` (${place})`) : null,
        certainty < SURE_P ? html("span", { class: "flag" }, `? ${t("unsure")}`) : null,
        violations.map((violation) => html("span", { class: "flag" }, `⚠ ${describeViolation(violation, event)}`)),
      ),
      marks ? html("span", { class: "entry-marks", "aria-hidden": "true" }, marks) : null,
    ),
  );
}

/**
 * An entry as a line of plain text, after a heading where it begins a turn. The arguments are those of `drawLine`.
 *
 * @param {Page.Line} entry
 * @param {Page.Naming} name
 * @param {Page.Hexes | undefined} places
 * @param {number | null} turn
 */
export function lineText(entry, name, places, turn) {
  const { t: seconds, certainty, event, violations } = entry;
  const place = game().where(event, places);
  const flags = [
    place ? `(${place})` : "",
    certainty < SURE_P ? `? ${t("unsure")}` : "",
    ...violations.map((violation) => `⚠ ${describeViolation(violation, event)}`),
  ];
  const time = `${Math.floor(seconds / 60)}:${`${Math.floor(seconds % 60)}`.padStart(2, "0")}`;
  const line = [time, describeEvent(event, name), ...flags.filter(Boolean)].join("  ");
  return turn ? `\n${t("Turn {turn}", { turn })}\n${line}` : line;
}

/**
 * Tests whether the log shows an entry: what a game only drafts, such as an island that is still entered, is no news.
 *
 * @param {Page.Line} entry
 */
export const isShownInLog = ({ event }) => !game().drafts?.includes(event.kind);

/**
 * Creates a counter of turns: it returns the number of the turn that an entry begins, or null. Call it with all
 * entries, newest first; `turn` is the current turn's number.
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
