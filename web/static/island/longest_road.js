// The paths of a player's longest road. The rules' state doesn't list them.

import { INTERSECTIONS, PATHS } from "./geometry.js";

/** @param {Page.Point} point */
const pointKey = ([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;

/**
 * The points of a player's longest road in order; empty without a road.
 *
 * It uses no path twice and does not pass another player's building.
 *
 * @param {Pick<Api.PieceStands, "at" | "kind" | "colour">[]} pieces
 * @param {string} colour
 * @returns {Page.Point[]}
 */
export function longestRoad(pieces, colour) {
  const roads = pieces.filter((piece) => piece.kind === "road" && piece.colour === colour && PATHS[piece.at]).map(({ at }) => PATHS[at]);
  const barred = new Set(pieces.filter((piece) => piece.kind !== "road" && piece.colour !== colour && INTERSECTIONS[piece.at]).map(({ at }) => pointKey(INTERSECTIONS[at])));
  /** @type {Page.Point[]} */
  let longest = [];
  /**
   * @param {Page.Point[]} run
   * @param {Set<number>} used
   */
  const extendRun = (run, used) => {
    if (run.length > longest.length) longest = run;
    const end = /** @type {Page.Point} */ (run.at(-1));
    if (run.length > 1 && barred.has(pointKey(end))) return;
    roads.forEach((road, n) => {
      if (used.has(n)) return;
      const at = road.findIndex((point) => pointKey(point) === pointKey(end));
      if (at >= 0) extendRun([...run, road[1 - at]], new Set([...used, n]));
    });
  };
  for (const road of roads) for (const end of road) extendRun([end], new Set());
  return longest;
}
