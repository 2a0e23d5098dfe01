// The players: points on the way to ten, the two special cards, and everybody's sheet in small.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { c, t, word } from "../language/i18n.js";
import { choosing, look } from "./selection.js";
import { sheetInWords } from "./large_sheet.js";
import { drawSheet } from "./sheet.js";

/**
 * What the players' part of the page shows of a view.
 *
 * @param {Page.DiceView} view
 */
export const pickSheets = (view) => ({
  players: view.players,
  onTurn: view.on_turn,
  looked: choosing(view).looked,
  route: view.longest_route,
  knights: view.most_knights,
  sheet: view.sheet,
  toWin: view.points_to_win,
});

/** @param {ReturnType<typeof pickSheets>} picked */
export function drawSheets({ players, ...shown }) {
  return html("ol", { "aria-label": t("Players"), "data-count": players.length }, players.map((each) => player(each, shown)));
}

/**
 * @param {Api.DiceGamePlayer} each
 * @param {Omit<ReturnType<typeof pickSheets>, "players">} shown
 */
function player(each, { onTurn, looked, route, knights, sheet, toWin }) {
  const { colour, name, points } = each;
  const own = colour === onTurn;
  const seen = t("View {name}'s sheet", { name });
  return html(
    "li",
    { class: own ? "sheet-card on-turn" : "sheet-card", "data-colour": colour, "aria-current": own && "true" },
    html("div", { class: "card-head" }, html("span", { class: "card-crest" }, crest(colour)), html("b", { class: "card-name" }, name)),
    html(
      "div",
      { class: "card-points" },
      html("b", {}, `${points}`),
      html("span", { class: "quiet" }, t("of {points} points", { points: toWin })),
      track(points, toWin),
    ),
    html(
      "ul",
      { class: "card-stats" },
      stat("road_length", each.route, c("dice game", "longest road"), route === colour),
      stat("knights", each.knights, word("stat", "knights"), knights === colour),
    ),
    html(
      "button",
      { type: "button", class: "card-sheet looks", "data-key": `look-${colour}`, "aria-pressed": `${looked === colour}`, "aria-label": seen, onclick: () => look(own ? null : colour) },
      drawSheet(sheet, each, { label: sheetInWords(each), colour, small: true }),
    ),
  );
}

/**
 * The boxes to tick, one a point.
 *
 * @param {number} points
 * @param {number} toWin
 */
const track = (points, toWin) =>
  html(
    "span",
    { class: "card-track", "aria-hidden": "true" },
    Array.from({ length: toWin }, (_, at) => html("i", { class: at < points ? "ticked" : "" })),
  );

/**
 * A figure with its name, and the two points of the special card that it has earned, if it is `held`.
 *
 * @param {string} name
 * @param {number} value
 * @param {string} label
 * @param {boolean} held
 */
function stat(name, value, label, held) {
  return html(
    "li",
    { class: held ? "card-stat badge" : "card-stat", "data-stat": name },
    sign(name),
    html("b", {}, `${value}`),
    html("span", {}, label),
    held ? html("strong", {}, "+2") : null,
  );
}
