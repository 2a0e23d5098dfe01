// The players: points out of ten, the two special cards, and a small drawing of each sheet.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { c, t, word } from "../language/i18n.js";
import { currentSelection, viewSheet } from "./selection.js";
import { sheetText } from "./large_sheet.js";
import { drawSheet } from "./sheet.js";

/**
 * The part of a view that the players' panel shows.
 *
 * @param {Page.DiceView} view
 */
export const pickSheets = (view) => ({
  players: view.players,
  onTurn: view.on_turn,
  looked: currentSelection(view).looked,
  route: view.longest_route,
  knights: view.most_knights,
  sheet: view.sheet,
  toWin: view.points_to_win,
});

/** @param {ReturnType<typeof pickSheets>} picked */
export function drawSheets({ players, ...state }) {
  return html("ol", { "aria-label": t("Players"), "data-count": players.length }, players.map((each) => playerCard(each, state)));
}

/**
 * @param {Api.DiceGamePlayer} each
 * @param {Omit<ReturnType<typeof pickSheets>, "players">} shown
 */
function playerCard(each, { onTurn, looked, route, knights, sheet, toWin }) {
  const { colour, name, points } = each;
  const isOnTurn = colour === onTurn;
  const viewLabel = t("View {name}'s sheet", { name });
  return html(
    "li",
    { class: isOnTurn ? "sheet-card on-turn" : "sheet-card", "data-colour": colour, "aria-current": isOnTurn && "true" },
    html("div", { class: "card-head" }, html("span", { class: "card-crest" }, crest(colour)), html("b", { class: "card-name" }, name)),
    html(
      "div",
      { class: "card-points" },
      html("b", {}, `${points}`),
      html("span", { class: "quiet" }, t("of {points} points", { points: toWin })),
      pointsTrack(points, toWin),
    ),
    html(
      "ul",
      { class: "card-stats" },
      statItem("road_length", each.route, c("dice game", "longest road"), route === colour),
      statItem("knights", each.knights, word("stat", "knights"), knights === colour),
    ),
    html(
      "button",
      { type: "button", class: "card-sheet looks", "data-key": `look-${colour}`, "aria-pressed": `${looked === colour}`, "aria-label": viewLabel, onclick: () => viewSheet(isOnTurn ? null : colour) },
      drawSheet(sheet, each, { label: sheetText(each), colour, small: true }),
    ),
  );
}

/**
 * The track with a box for each point.
 *
 * @param {number} points
 * @param {number} toWin
 */
const pointsTrack = (points, toWin) =>
  html(
    "span",
    { class: "card-track", "aria-hidden": "true" },
    Array.from({ length: toWin }, (_, at) => html("i", { class: at < points ? "ticked" : "" })),
  );

/**
 * A figure with its name, and +2 if the player holds its special card.
 *
 * @param {string} name
 * @param {number} value
 * @param {string} label
 * @param {boolean} isHeld
 */
function statItem(name, value, label, isHeld) {
  return html(
    "li",
    { class: isHeld ? "card-stat badge" : "card-stat", "data-stat": name },
    sign(name),
    html("b", {}, `${value}`),
    html("span", {}, label),
    isHeld ? html("strong", {}, "+2") : null,
  );
}
