// The final board of a base game in the picture to share.

import { loadStyles } from "../drawing/styles.js";
import { drawIsland } from "../island/island_picture.js";

/** Margin of sea beyond the harbors, as a share of the height. */
const SHORE_SHARE = 0.02;

/**
 * @param {Api.BaseSummary} summary
 * @param {Page.Place} place
 * @param {Page.Brush} brush
 */
export async function drawBoard({ layout, pieces, robber_at: robber }, { left, top, width, height }, { pen, colour, paint }) {
  await loadStyles("island/island.css");
  const middle = /** @type {const} */ ([left + width / 2, top + height / 2]);
  const sea = pen.createRadialGradient(...middle, height * 0.3, ...middle, Math.hypot(width, height) / 2);
  sea.addColorStop(0, colour("sea"));
  sea.addColorStop(1, colour("far-sea") || colour("sea"));
  pen.fillStyle = sea;
  pen.fillRect(left, top, width, height);
  if (!layout) return;
  const edge = SHORE_SHARE * height;
  const within = { left: left + edge, top: top + edge, width: width - 2 * edge, height: height - 2 * edge };
  paint(drawIsland(layout, pieces, robber), within, "island");
}
