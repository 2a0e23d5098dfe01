// The course of a match: the points of each game.

import { crest } from "../drawing/crests.js";
import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { gameName } from "./games.js";

/** The number of the game that is played in rounds. */
export const KNIGHTS_GAME = 5;

/**
 * The games played, in order; the rounds of game 5 are merged into one.
 *
 * @param {{ games: Api.GameCounted[] }} match
 * @returns {Api.GameCounted[]}
 */
export const playedGames = ({ games }) => games.reduce(mergeRound, []);

/**
 * @param {Api.GameCounted[]} before
 * @param {Api.GameCounted} game
 */
function mergeRound(before, game) {
  const last = before.at(-1);
  if (game.game !== KNIGHTS_GAME || last?.game !== KNIGHTS_GAME) return [...before, game];
  /**
   * @param {{ [colour: string]: number }} one
   * @param {{ [colour: string]: number }} other
   * @returns {{ [colour: string]: number }}
   */
  const sumCounts = (one, other) => Object.fromEntries(Object.entries(one).map(([colour, count]) => [colour, count + other[colour]]));
  return [...before.slice(0, -1), { ...last, points: sumCounts(last.points, game.points), counts: sumCounts(last.counts, game.counts) }];
}

/**
 * The part of a view that the course shows, once the match is over.
 *
 * @param {Page.MatchView} view
 */
export const pickCourse = ({ phase, games, players }) => ({ games: phase === "over" ? games : [], teams: players.map(({ colour, name }) => ({ colour, name })) });

/** @param {ReturnType<typeof pickCourse>} picked */
export function drawCourse({ games, teams }) {
  if (!games.length) return [];
  return html(
    "table",
    { class: "course" },
    html("caption", {}, t("Points by game")),
    html("thead", {}, html("tr", {}, html("td", {}), teams.map(({ colour, name }) => html("th", { scope: "col", "data-colour": colour }, crest(colour), html("span", {}, name))))),
    html("tbody", {}, playedGames({ games }).map((game) => courseRow(game, teams))),
  );
}

/**
 * @param {Omit<Api.GameCounted, "points"> & { points: { [colour: string]: number } }} game
 * @param {Page.Player[]} teams
 */
function courseRow({ game, points }, teams) {
  const best = Math.max(...Object.values(points));
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, html("b", {}, `${game}`), html("span", {}, gameName(game))),
    teams.map(({ colour }) => html("td", { class: best && points[colour] === best ? "course-best" : null }, `${points[colour]}`)),
  );
}
