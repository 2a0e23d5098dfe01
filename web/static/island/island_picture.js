// A static picture of an island with its pieces.

import { svg } from "../drawing/dom.js";
import { drawSea } from "./coast.js";
import { drawHarbors, drawLand } from "./island.js";
import { boundingBox } from "./island_rotation.js";
import { lightGradients } from "./light.js";
import { drawPieces } from "./pieces.js";

/**
 * Draw an island with its pieces and the robber.
 *
 * @param {{ hexes: Page.Hexes, harbors: { [path: string]: string } }} layout
 * @param {Api.PieceStands[]} pieces
 * @param {Page.View["robber"]} robber
 */
export const drawIsland = ({ hexes, harbors }, pieces = [], robber = null) =>
  svg(
    "svg",
    { class: "map", viewBox: boundingBox(0, Object.keys(harbors)).join(" ") },
    lightGradients(),
    svg("g", { class: "sea" }, drawSea()),
    svg("g", { class: "land" }, drawLand({ hexes, turn: 0, robber }, () => {})),
    svg("g", { class: "harbors" }, drawHarbors([harbors, 0], () => {})),
    svg("g", { class: "pieces" }, drawPieces([pieces, robber, 0])),
  );
