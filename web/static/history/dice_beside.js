// What the base game has beside the points in the picture to share: its dice.

import { t } from "../language/i18n.js";

/**
 * The dice, in the picture to share: bars, and lines for what was to be expected.
 *
 * @param {Api.BaseSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
export function drawBeside({ dice }, { left, top, width, height }, { pen, colour, write }) {
  if (!dice.rolls) return;
  const highest = Math.max(1, ...dice.sums.flatMap(({ rolled, expected }) => [rolled, expected]));
  const slot = width / dice.sums.length;
  dice.sums.forEach(({ sum: total, rolled, expected }, index) => {
    const x = left + index * slot;
    const tall = (rolled * height) / highest;
    pen.fillStyle = colour(total === 7 ? "alert" : "accent");
    pen.fillRect(x + 4, top + height - tall, slot - 8, tall);
    pen.fillStyle = colour("ink");
    pen.fillRect(x, top + height - (expected * height) / highest - 1, slot, 3);
    write(`${total}`, x + slot / 2, top + height + 24, { size: 18, ink: "quiet", align: "center" });
  });
  write(t("The dice"), left, top - 30, { size: 24, bold: true });
}
