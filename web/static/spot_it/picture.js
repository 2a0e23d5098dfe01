// What each game of a match was worth, in the evening's picture.

import { t } from "../language/i18n.js";
import { played } from "./course.js";

const MOST_ROW = 90;
const EDGE = 70;

/**
 * A line for each game, a column for each team; below them what it came to.
 *
 * @param {Api.SpotItSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
function drawBoard(summary, { left, top, width, height }, { pen, colour, write, crest }) {
  pen.fillStyle = colour("ground");
  pen.fillRect(left, top, width, height);
  const games = played(summary);
  const teams = summary.players;
  const row = Math.min(MOST_ROW, (height - 2 * EDGE) / (games.length + 3));
  const size = row * 0.5;
  const column = Math.min(150, (width - 2 * EDGE) / (teams.length + 2));
  /** @param {number} index */
  const x = (index) => left + width - EDGE - (teams.length - 0.5 - index) * column;
  let y = top + EDGE + row * 0.6;
  write(t("Points by game"), left + EDGE, y, { size: size * 1.1, bold: true, large: true, wide: x(0) - column / 2 - left - EDGE });
  teams.forEach(({ colour: own }, index) => crest(own, [x(index), y - size * 0.3], size));
  for (const { game, points } of games) {
    y += row;
    write(t("Game {number}", { number: game }), left + EDGE, y, { size });
    teams.forEach(({ colour: own }, index) => write(`${points[own]}`, x(index), y, { size, align: "center" }));
  }
  pen.fillStyle = colour("edge");
  pen.fillRect(left + EDGE, y + row * 0.4, width - 2 * EDGE, 3);
  y += row * 1.2;
  teams.forEach(({ points }, index) => write(`${points}`, x(index), y, { size: size * 1.3, bold: true, large: true, align: "center" }));
}

/** As the page has it that looks back, and the end of a match. */
export const PICTURE = { points: () => t("Points as they were counted"), drawBoard };
