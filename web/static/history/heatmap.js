// A heatmap of the island: the cards that each hex produced, and those that the robber blocked.

import { svg } from "../drawing/dom.js";
import { HEXES } from "../island/geometry.js";
import { PRODUCES, shapeAt } from "../drawing/signs.js";
import { drawScenery, scenery } from "../island/landscape.js";
import { lightGradients, lightOnHex } from "../island/light.js";
import { t, word } from "../language/i18n.js";

const MARGIN = 0.05;

/** The view box of the island without the surrounding sea, which only harbors need. */
function islandViewBox() {
  const points = Object.values(HEXES).flatMap(({ corners }) => corners);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].join(" ");
}

/** @param {{ [key: string]: number } | undefined} counts */
const sumCounts = (counts) => Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

/**
 * Draws the island; `produced` and `blockedCards` are numbers of cards by hex.
 *
 * @param {{ hexes: Page.Hexes }} layout
 * @param {{ [hex: string]: { [colour: string]: number } }} produced
 * @param {{ [hex: string]: number }} blockedCards
 */
export function drawHeatmap(layout, produced, blockedCards) {
  return svg(
    "svg",
    { viewBox: islandViewBox(), class: "map heat", role: "img", "aria-label": t("Cards by hex") },
    lightGradients(),
    Object.entries(HEXES).map(([id, { at, corners }]) => {
      const { terrain, number } = layout.hexes[id];
      const cards = sumCounts(produced[id]);
      const blocked = blockedCards[id] ?? 0;
      const [x, y] = at;
      return svg(
        "g",
        { class: "hex", "data-terrain": terrain },
        svg("title", {}, hexTitle(terrain, number, cards, blocked)),
        svg("polygon", { points: corners.map((point) => point.join()).join(" ") }),
        svg("g", { class: "scenery", transform: `translate(${x} ${y})` }, lightOnHex(), drawScenery(scenery(terrain, id, !number))),
        shapeAt(PRODUCES[terrain] ?? terrain, [x - 0.4, y - 0.42], 0.4, { class: "terrain-sign" }),
        number ? [svg("circle", { cx: x, cy: y + 0.2, r: 0.42, class: "heat-disc" }), svg("text", { x, y: y + 0.2, class: "heat-cards" }, `${cards}`)] : null,
        number ? svg("text", { x, y: y - 0.62, class: "heat-number" }, `${number}`) : null,
        blocked ? svg("text", { x: x + 0.6, y: y + 0.2, class: "heat-blocked" }, `−${blocked}`) : null,
      );
    }),
  );
}

/**
 * @param {string} terrain
 * @param {number | null} number
 * @param {number} cards
 * @param {number} blocked
 */
function hexTitle(terrain, number, cards, blocked) {
  const text = t("{terrain} {number}: {cards} taken", { terrain: word("terrain", terrain), number: number ?? "", cards });
  return blocked ? `${text}, ${t("{count} blocked by the robber", { count: blocked })}` : text;
}
