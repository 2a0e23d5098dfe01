// What a match has of its own in the picture to share.

import { t } from "../language/i18n.js";
import { played } from "./course.js";

const GAMES_APART = 46;
const TEAMS_APART = 60;

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

/** As the page has it that looks back, and the end of a match. */
export const PICTURE = { points: () => t("Points as they were counted"), drawBeside };
