// How a match came to where it stands: what each of its games was worth.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { gameName } from "./games.js";

/** The number of the game of which each knight is a round. */
export const KNIGHTS = 5;

/**
 * The games that were played, in their order: the rounds of game 5 as one.
 *
 * @param {{ games: Api.GameCounted[] }} match
 * @returns {Api.GameCounted[]}
 */
export const played = ({ games }) => games.reduce(joined, []);

/**
 * @param {Api.GameCounted[]} before
 * @param {Api.GameCounted} game
 */
function joined(before, game) {
  const last = before.at(-1);
  if (game.game !== KNIGHTS || last?.game !== KNIGHTS) return [...before, game];
  /**
   * @param {{ [colour: string]: number }} one
   * @param {{ [colour: string]: number }} other
   * @returns {{ [colour: string]: number }}
   */
  const sum = (one, other) => Object.fromEntries(Object.entries(one).map(([colour, count]) => [colour, count + other[colour]]));
  return [...before.slice(0, -1), { ...last, points: sum(last.points, game.points), counts: sum(last.counts, game.counts) }];
}

/**
 * What this part of the page shows of a view: once the match is over, all of it.
 *
 * @param {Page.MatchView} view
 */
export const pickCourse = ({ games = [], players }) => ({ games, teams: players.map(({ colour, name }) => ({ colour, name })) });

/** @param {ReturnType<typeof pickCourse>} picked */
export function drawCourse({ games, teams }) {
  if (!games.length) return [];
  return html(
    "table",
    { class: "course" },
    html("caption", {}, t("Points by game")),
    html("thead", {}, html("tr", {}, html("td", {}), teams.map(({ colour, name }) => html("th", { scope: "col", "data-colour": colour }, crest(colour), html("span", {}, name))))),
    html("tbody", {}, played({ games }).map((game) => courseRow(game, teams))),
  );
}

/**
 * @param {Omit<Api.GameCounted, "points"> & { points: { [colour: string]: number } }} game
 * @param {Page.Player[]} teams
 */
function courseRow({ game, points }, teams) {
  const most = Math.max(...Object.values(points));
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, html("b", {}, `${game}`), html("span", {}, gameName(game))),
    teams.map(({ colour }) => html("td", { class: most && points[colour] === most ? "course-best" : null }, `${points[colour]}`)),
  );
}
