// The sites of the island where a tap places a piece.

import { SITES, isPath } from "./geometry.js";
import { pendingPlacement } from "./island_view.js";

/**
 * The legal targets of a tap: by site, the piece that it places and its owner.
 *
 * These are the sites of the pending placement, and the settlements of which one is starred. Without either, and without
 * a camera, they are the sites where the active player may build and can probably afford it.
 *
 * @param {Page.View} view
 * @returns {{ [site: string]: { piece: Api.PieceKind | "star", player: string } }}
 */
export function legalTargets(view) {
  const { phase, may, camera, on_turn: onTurn, pieces } = view;
  if (phase === "over") return {};
  const { colour, piece, sites } = pendingPlacement(view);
  if (piece && colour) {
    const freeSites = () => Object.keys(SITES).filter((site) => isPath(site) === (piece === "road") && !pieces.some(({ at }) => at === site));
    return Object.fromEntries((sites ?? freeSites()).map((site) => [site, { piece, player: colour }]));
  }
  const starChoices = /** @type {Page.ToDo[]} */ (view.to_do).filter(({ kind }) => kind === "take_starting_resources");
  if (starChoices.length) {
    return Object.fromEntries(starChoices.flatMap((item) => item.sites.map((/** @type {string} */ site) => [site, { piece: "star", player: item.colour }])));
  }
  if (camera === "ok" || !onTurn) return {};
  const built = /** @type {[Api.PieceKind, string[]][]} */ (Object.entries(may?.build ?? {}));
  return Object.fromEntries(built.flatMap(([kind, at]) => at.map((site) => [site, { piece: kind, player: onTurn }])));
}

/**
 * The input of a tap on a legal target.
 *
 * @param {string} at
 * @param {{ piece: Api.PieceKind | "star", player: string }} target
 */
export const targetInput = (at, { piece, player }) =>
  piece === "star" ? { kind: "take_starting_resources", at, player } : { kind: "place", at, piece, player };
