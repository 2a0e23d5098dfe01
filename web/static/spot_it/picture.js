// The points of each game of a match, in the picture to share.

import { t } from "../language/i18n.js";
import { playedGames } from "./course.js";

const MAX_ROW_PX = 90;
const EDGE_PX = 70;

/**
 * Draws a table with a row for each game, a column for each team and a row of totals.
 *
 * @param {Api.SpotItSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawBoard(summary, { left, top, width, height }, { pen, colour, write, crest }) {
  pen.fillStyle = colour("ground");
  pen.fillRect(left, top, width, height);
  const games = playedGames(summary);
  const teams = summary.players;
  const row = Math.min(MAX_ROW_PX, (height - 2 * EDGE_PX) / (games.length + 3));
  const size = row * 0.5;
  const column = Math.min(150, (width - 2 * EDGE_PX) / (teams.length + 2));
  /** @param {number} index */
  const x = (index) => left + width - EDGE_PX - (teams.length - 0.5 - index) * column;
  let y = top + EDGE_PX + row * 0.6;
  write(t("Points by game"), left + EDGE_PX, y, { size: size * 1.1, bold: true, large: true, wide: x(0) - column / 2 - left - EDGE_PX });
  teams.forEach(({ colour: own }, index) => crest(own, [x(index), y - size * 0.3], size));
  for (const { game, points } of games) {
    y += row;
    write(t("Game {number}", { number: game }), left + EDGE_PX, y, { size });
    teams.forEach(({ colour: own }, index) => write(`${points[own]}`, x(index), y, { size, align: "center" }));
  }
  pen.fillStyle = colour("edge");
  pen.fillRect(left + EDGE_PX, y + row * 0.4, width - 2 * EDGE_PX, 3);
  y += row * 1.2;
  teams.forEach(({ points }, index) => write(`${points}`, x(index), y, { size: size * 1.3, bold: true, large: true, align: "center" }));
}

/** The picture's part of the history view, also used at the end of a match. */
export const PICTURE = { points: () => t("Points as they were counted"), drawBoard };
