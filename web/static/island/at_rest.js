// The island while nobody plays: the beginners' island, as a picture.

import { svg } from "../drawing/dom.js";
import { drawSea } from "./coast.js";
import { BEGINNERS, VIEW_BOX } from "./geometry.js";
import { drawHarbors, drawLand } from "./island.js";
import { lights } from "./light.js";

/** The picture. */
export const islandAtRest = () =>
  svg(
    "svg",
    { class: "map", viewBox: VIEW_BOX.join(" ") },
    lights(),
    svg("g", { class: "sea" }, drawSea()),
    svg("g", { class: "land" }, drawLand({ hexes: BEGINNERS.hexes, turn: 0 }, () => {})),
    svg("g", { class: "harbors" }, drawHarbors([BEGINNERS.harbors, 0], () => {})),
  );
