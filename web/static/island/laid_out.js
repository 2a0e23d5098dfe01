// An island as it lay at a moment, with all that stood on it: a picture that nobody taps.

import { svg } from "../drawing/dom.js";
import { drawSea } from "./coast.js";
import { VIEW_BOX } from "./geometry.js";
import { drawHarbors, drawLand } from "./island.js";
import { lights } from "./light.js";
import { drawPieces } from "./pieces.js";

/**
 * The picture.
 *
 * @param {{ hexes: Page.Hexes, harbors: { [path: string]: string } }} layout
 * @param {Api.PieceStands[]} pieces
 * @param {Page.View["robber"]} robber
 */
export const islandLaidOut = ({ hexes, harbors }, pieces = [], robber = null) =>
  svg(
    "svg",
    { class: "map", viewBox: VIEW_BOX.join(" ") },
    lights(),
    svg("g", { class: "sea" }, drawSea()),
    svg("g", { class: "land" }, drawLand({ hexes, turn: 0, robber }, () => {})),
    svg("g", { class: "harbors" }, drawHarbors([harbors, 0], () => {})),
    svg("g", { class: "pieces" }, drawPieces([pieces, robber, 0])),
  );
