// The longest road of a player, path by path: which paths it is made of, the rules' state doesn't say.

import { INTERSECTIONS, PATHS } from "./geometry.js";

/** @param {Page.Point} point */
const key = ([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;

/**
 * The points that a player's longest road runs through, one after the other; none where there is no road.
 *
 * It passes no building of somebody else, and no path twice.
 *
 * @param {Pick<Api.PieceStands, "at" | "kind" | "colour">[]} pieces
 * @param {string} colour
 * @returns {Page.Point[]}
 */
export function longestRoad(pieces, colour) {
  const roads = pieces.filter((piece) => piece.kind === "road" && piece.colour === colour && PATHS[piece.at]).map(({ at }) => PATHS[at]);
  const barred = new Set(pieces.filter((piece) => piece.kind !== "road" && piece.colour !== colour && INTERSECTIONS[piece.at]).map(({ at }) => key(INTERSECTIONS[at])));
  /** @type {Page.Point[]} */
  let longest = [];
  /**
   * @param {Page.Point[]} run
   * @param {Set<number>} used
   */
  const goOn = (run, used) => {
    if (run.length > longest.length) longest = run;
    const end = /** @type {Page.Point} */ (run.at(-1));
    if (run.length > 1 && barred.has(key(end))) return;
    roads.forEach((road, n) => {
      if (used.has(n)) return;
      const at = road.findIndex((point) => key(point) === key(end));
      if (at >= 0) goOn([...run, road[1 - at]], new Set([...used, n]));
    });
  };
  for (const road of roads) for (const end of road) goOn([end], new Set());
  return longest;
}
