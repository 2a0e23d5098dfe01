// One match of Spot it! CATAN looked back on.

import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { pointsChart } from "../history/charts.js";
import { lookBack } from "../history/page.js";
import { drawHead, section, table } from "../history/parts.js";

/** The number of the game of which each knight is a round. */
const KNIGHTS = 5;
const GAMES_APART = 46;
const TEAMS_APART = 60;

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
 * What each game of a match was worth, in the picture to share: a line for each, a column for each team.
 *
 * @param {Api.SpotItSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawBeside(summary, { left, top, width, height }, { write, crest }) {
  const games = played(summary);
  if (!games.length) return;
  const line = Math.min(GAMES_APART, height / games.length);
  /** @param {number} index */
  const x = (index) => left + width - (summary.players.length - 1 - index) * TEAMS_APART - 14;
  write(t("Points by game"), left, top - 30, { size: 24, bold: true });
  summary.players.forEach(({ colour: own }, index) => crest(own, [x(index), top], 24));
  games.forEach(({ game, points }, at) => {
    const y = top + (at + 1) * line;
    const size = Math.min(24, line - 2);
    write(t("Game {number}", { number: game }), left, y, { size, wide: x(0) - left - 20 });
    summary.players.forEach(({ colour: own }, index) => write(`${points[own]}`, x(index), y, { size, bold: true, align: "center" }));
  });
}

/**
 * The games that were played, in their order: the rounds of game 5 as one.
 *
 * @param {Api.SpotItSummary} summary
 * @returns {Api.GameCounted[]}
 */
const played = ({ games }) => games.reduce(joined, []);

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
 * Whether the count of a team was doubled in a game.
 *
 * @param {Api.SpotItSummary} summary
 * @param {Api.GameCounted} game
 * @param {Api.TeamColour | null} colour
 */
const isDoubled = ({ solo }, { game }, colour) => colour === solo && game !== KNIGHTS;

lookBack({
  draw: drawMatch,
  seat: () => t("Team"),
  points: () => t("Points as they were counted"),
  drawBeside,
});
