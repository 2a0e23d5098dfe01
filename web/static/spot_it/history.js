// One match of Spot it! CATAN looked back on.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { pointsChart } from "../history/charts.js";
import { lookBack } from "../history/page.js";
import { drawHead, section, table } from "../history/parts.js";
import { KNIGHTS, played } from "./course.js";
import { PICTURE } from "./picture.js";


/**
 * A match's part of the page.
 *
 * @param {Api.SpotItGameTold} told
 */
function drawMatch(told) {
  const { summary } = told;
  return [drawHead(told, () => []), ...(summary.games.length ? [drawPoints(summary), drawGames(summary)] : [])];
}

/** @param {Api.SpotItSummary} summary */
function drawPoints({ points, players }) {
  const title = t("Points as they were counted");
  const inWords = players.map(({ name, points: has }) => `${name} ${has}`).join(", ");
  return section(title, pointsChart(`${title}: ${inWords}`, points, players));
}

/** @param {Api.SpotItSummary} summary */
function drawGames(summary) {
  const games = played(summary);
  const columns = games.map(({ game }) => t("Game {number}", { number: game }));
  /**
   * @param {Api.GameCounted} game
   * @param {Api.TeamStanding} team
   */
  const cellOf = (game, { colour }) => cell(game, colour, isDoubled(summary, game, colour));
  const rows = summary.players.map((player) => ({ player, cells: games.map((game) => cellOf(game, player)) }));
  const doubled = games.some((game) => isDoubled(summary, game, summary.solo));
  return section(
    t("Points by game"),
    table(columns, rows),
    html("p", { class: "quiet" }, t("In brackets what was counted; ★: out of cards first.")),
    doubled ? html("p", { class: "quiet" }, t("×2: the count of the team that plays alone is doubled.")) : null,
  );
}

/**
 * @param {Api.GameCounted} game
 * @param {Api.TeamColour} colour
 * @param {boolean} doubled
 */
function cell({ points, counts, first_out: out }, colour, doubled) {
  const counted = counts[colour] === undefined ? "–" : `${counts[colour]}${doubled ? "×2" : ""}`;
  return [html("b", {}, `${points[colour]}`), html("small", {}, ` (${counted})${out.includes(colour) ? " ★" : ""}`)];
}

/**
 * Whether the count of a team was doubled in a game.
 *
 * @param {Api.SpotItSummary} summary
 * @param {Api.GameCounted} game
 * @param {Api.TeamColour | null} colour
 */
const isDoubled = ({ solo }, { game }, colour) => colour === solo && game !== KNIGHTS;

lookBack({ draw: drawMatch, seat: () => t("Team"), ...PICTURE });
