// The places on the island where a tap puts a piece down.

import { SITES, isPath } from "./geometry.js";
import { duePlacement } from "./island_view.js";

/**
 * What a tap on each ringed place says: by the place, the piece that is put down there and whose it is.
 *
 * Ringed is where the piece may stand that the table waits for; else, unless a camera sees them, where whoever is on
 * turn may build what so many cards may pay for.
 *
 * @param {Page.View} view
 * @returns {{ [site: string]: { piece: Api.PieceKind, player: string } }}
 */
export function ringed(view) {
  const { phase, may, camera, on_turn: onTurn, pieces } = view;
  if (phase === "over") return {};
  const { colour, piece, sites } = duePlacement(view);
  if (piece && colour) {
    const free = () => Object.keys(SITES).filter((site) => isPath(site) === (piece === "road") && !pieces.some(({ at }) => at === site));
    return Object.fromEntries((sites ?? free()).map((site) => [site, { piece, player: colour }]));
  }
  if (camera === "ok" || !onTurn) return {};
  const built = /** @type {[Api.PieceKind, string[]][]} */ (Object.entries(may?.build ?? {}));
  return Object.fromEntries(built.flatMap(([kind, at]) => at.map((site) => [site, { piece: kind, player: onTurn }])));
}
