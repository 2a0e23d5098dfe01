// The winner's sheet in the picture to share.

import { loadStyles } from "../drawing/styles.js";
import { drawSheet } from "./sheet.js";

/**
 * @param {Api.DiceGameSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
async function drawBoard({ players, sheet }, { left, top, width, height }, { pen, colour, paint }) {
  await loadStyles("dice_game/sheet.css", "island/island.css");
  pen.fillStyle = colour("sea");
  pen.fillRect(left, top, width, height);
  const [first] = players;
  if (!first) return;
  const edge = height * 0.04;
  const within = { left: left + edge, top: top + edge, width: width - 2 * edge, height: height - 2 * edge };
  paint(drawSheet(sheet, first.drawn, { label: first.name, colour: first.colour }), within, "large-sheet");
}

/** The picture's part of the history view, also used at the end of a game. */
export const PICTURE = { drawBoard };
