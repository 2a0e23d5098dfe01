// The summary page of a match of Spot it! CATAN.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { pointsChart } from "../history/charts.js";
import { showPastGame } from "../history/page.js";
import { drawHead, section, table } from "../history/parts.js";
import { KNIGHTS_GAME, playedGames, PICTURE } from "./course.js";

/**
 * Draws the page's sections for a match.
 *
 * @param {Api.SpotItGameTold} pastGame
 */
function drawMatch(pastGame) {
  const { summary } = pastGame;
  return [drawHead(pastGame, () => []), ...(summary.games.length ? [drawPoints(summary), drawGames(summary)] : [])];
}

/** @param {Api.SpotItSummary} summary */
function drawPoints({ points, players }) {
  const title = t("Points as they were counted");
  const pointsText = players.map(({ name, points: total }) => `${name} ${total}`).join(", ");
  return section(title, pointsChart(`${title}: ${pointsText}`, points, players));
}

/** @param {Api.SpotItSummary} summary */
function drawGames(summary) {
  const games = playedGames(summary);
  const columns = games.map(({ game }) => t("Game {number}", { number: game }));
  /**
   * @param {Api.GameCounted} game
   * @param {Api.TeamStanding} team
   */
  const gameCell = (game, { colour }) => scoreCell(game, colour, isDoubled(summary, game, colour));
  const rows = summary.players.map((player) => ({ player, cells: games.map((game) => gameCell(game, player)) }));
  const hasDoubled = games.some((game) => isDoubled(summary, game, summary.solo));
  return section(
    t("Points by game"),
    table(columns, rows),
    html("p", { class: "quiet" }, t("In brackets: the count; ★: first out of cards.")),
    hasDoubled ? html("p", { class: "quiet" }, t("×2: the count of the team that plays alone is doubled.")) : null,
  );
}

/**
 * @param {Api.GameCounted} game
 * @param {Api.TeamColour} colour
 * @param {boolean} doubled
 */
function scoreCell({ points, counts, first_out: firstOut }, colour, doubled) {
  const counted = counts[colour] === undefined ? "–" : `${counts[colour]}${doubled ? "×2" : ""}`;
  return [html("b", {}, `${points[colour]}`), html("small", {}, ` (${counted})${firstOut.includes(colour) ? " ★" : ""}`)];
}

/**
 * Returns true if a team's count was doubled in a game.
 *
 * @param {Api.SpotItSummary} summary
 * @param {Api.GameCounted} game
 * @param {Api.TeamColour | null} colour
 */
const isDoubled = ({ solo }, { game }, colour) => colour === solo && game !== KNIGHTS_GAME;

showPastGame({ draw: drawMatch, seat: () => t("Team"), ...PICTURE });
