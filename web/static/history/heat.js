// The island by what it gave: each hex with the cards that came from it, and what the robber kept back.

import { svg } from "../drawing/dom.js";
import { HEXES } from "../island/geometry.js";
import { PRODUCES, shapeAt } from "../drawing/signs.js";
import { t, word } from "../language/i18n.js";

const EDGE = 0.05;

/** The island without the sea around it, which only harbors need. */
function viewBox() {
  const points = Object.values(HEXES).flatMap(({ corners }) => corners);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE];
  return [left, top, Math.max(...xs) + EDGE - left, Math.max(...ys) + EDGE - top].join(" ");
}

/** @param {{ [key: string]: number } | undefined} counts */
const total = (counts) => Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

/**
 * The island as a drawing: `gave` and `kept` are cards by hex.
 *
 * @param {{ hexes: Page.Hexes }} layout
 * @param {{ [hex: string]: { [colour: string]: number } }} gave
 * @param {{ [hex: string]: number }} kept
 */
export function heatMap(layout, gave, kept) {
  return svg(
    "svg",
    { viewBox: viewBox(), class: "heat", role: "img", "aria-label": t("Cards by hex") },
    Object.entries(HEXES).map(([id, { at, corners }]) => {
      const { terrain, number } = layout.hexes[id];
      const cards = total(gave[id]);
      const blocked = kept[id] ?? 0;
      const [x, y] = at;
      return svg(
        "g",
        { class: "hex", "data-terrain": terrain },
        svg("title", {}, title(terrain, number, cards, blocked)),
        svg("polygon", { points: corners.map((point) => point.join()).join(" ") }),
        shapeAt(PRODUCES[terrain] ?? terrain, [x - 0.22, y - 0.5], 0.4, { class: "terrain-sign" }),
        number ? svg("text", { x: x + 0.27, y: y - 0.48, class: "heat-number" }, `${number}`) : null,
        number ? svg("text", { x, y: y + 0.1, class: "heat-cards" }, `${cards}`) : null,
        blocked ? svg("text", { x, y: y + 0.56, class: "heat-kept" }, `−${blocked}`) : null,
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
function title(terrain, number, cards, blocked) {
  const told = t("{terrain} {number}: {cards} taken", { terrain: word("terrain", terrain), number: number ?? "", cards });
  return blocked ? `${told}, ${t("{count} blocked by the robber", { count: blocked })}` : told;
}
