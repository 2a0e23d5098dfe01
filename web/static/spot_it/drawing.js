// Drawings of the table in each game: the island's 19 cards, with the relevant ones marked.

import { crestAt } from "../drawing/crests.js";
import { svg } from "../drawing/dom.js";
import { shapeAt } from "../drawing/signs.js";
import { t } from "../language/i18n.js";
import { gameName } from "./games.js";

/** @typedef {{ teams: { [team: number]: string[] }, empty?: string[], harbors?: boolean, begins?: string }} Shown */

const STEP_UNITS = 40;
const CARD_SIZE = 21;
const ISLAND_RADIUS = 2;
const ROW_SPACING = Math.sqrt(3) / 2;

/**
 * The places within a number of steps of the centre, as [column, row] in axial coordinates, row by row.
 *
 * @param {number} steps
 * @returns {Page.Point[]}
 */
const placesWithin = (steps) =>
  Array.from({ length: 2 * steps + 1 }, (_, k) => k - steps).flatMap((row) =>
    Array.from({ length: 2 * steps + 1 }, (_, k) => /** @type {Page.Point} */ ([k - steps, row])).filter(
      ([column]) => Math.abs(column + row) <= steps,
    ),
  );

/**
 * @param {Page.Point} place
 * @returns {Page.Point}
 */
const placeCenter = ([column, row]) => [(column + row / 2) * STEP_UNITS, row * STEP_UNITS * ROW_SPACING];
/** @param {Page.Point} place */
const placeKey = (place) => place.join();

/**
 * The places of the harbors; each touches two cards of the island.
 *
 * @type {Page.Point[]}
 */
const HARBOR_PLACES = [[1, -3], [3, -2], [2, 1], [-1, 3], [-3, 2], [-2, -1]];

/**
 * Layouts by game: places with a team's card by team number, empty places, and marks.
 *
 * @type {{ [game: number]: Shown }}
 */
const LAYOUTS = {
  1: { teams: { 0: ["0,-2", "-1,0", "1,0", "0,1"], 1: ["2,-2", "0,0", "-2,1", "1,1"], 2: ["1,-1", "-1,2"] } },
  2: { teams: { 0: ["0,0", "0,-1", "1,-2"], 1: ["1,0", "1,1"], 2: ["-1,1"] }, harbors: true, begins: "0,0" },
  3: { teams: { 0: ["-2,0", "-1,0", "0,-1", "1,-1", "1,0"], 1: ["-1,2", "0,1"], 2: ["2,-2"] } },
  4: { teams: {}, empty: ["0,-2", "1,-2", "2,-1", "0,0", "-1,1", "1,1"] },
};

/**
 * Draws the table in a game; `colours` are the teams' colours.
 *
 * @param {number} game
 * @param {string[]} colours
 */
export function drawTable(game, colours) {
  const label = t("The table layout for the game “{game}”", { game: gameName(game) });
  const [width, height] = [6.4 * STEP_UNITS, (game === 2 ? 6.5 : 5.2) * STEP_UNITS];
  return svg(
    "svg",
    { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, class: "match-drawing", role: "img", "aria-label": label },
    game === 5 ? drawDuel(colours) : drawIsland(LAYOUTS[game], colours),
  );
}

/**
 * @param {Shown} shown
 * @param {string[]} colours
 */
function drawIsland({ teams, empty = [], harbors = false, begins }, colours) {
  const owner = new Map(Object.entries(teams).flatMap(([team, places]) => places.map((place) => [place, Number(team)])));
  return [
    placesWithin(ISLAND_RADIUS).map((place) => {
      const team = owner.get(placeKey(place));
      const own = team === undefined ? undefined : colours[team];
      return drawCard(placeCenter(place), own, empty.includes(placeKey(place)) ? "card-taken" : "card-island");
    }),
    harbors ? HARBOR_PLACES.map((place) => drawHarbor(placeCenter(place))) : null,
    begins ? svg("circle", { cx: 0, cy: 0, r: CARD_SIZE + 5, class: "card-start" }) : null,
  ];
}

/**
 * Draws two or three teams' cards in the middle, each with its pile.
 *
 * @param {string[]} colours
 */
const drawDuel = (colours) =>
  colours.map((colour, n) => {
    const x = (n - (colours.length - 1) / 2) * 2 * STEP_UNITS;
    return [
      drawCard([x, -1.1 * STEP_UNITS], colour),
      svg("rect", { x: x - 17, y: STEP_UNITS * 0.5, width: 34, height: 42, rx: 6, class: "card-pile", "data-colour": colour }),
      svg("rect", { x: x - 20, y: STEP_UNITS * 0.5 + 5, width: 34, height: 42, rx: 6, class: "card-pile", "data-colour": colour }),
    ];
  });

/**
 * Draws a card: of the island, of a team with its crest, or an empty place.
 *
 * @param {Page.Point} at
 * @param {string | undefined} colour
 * @param {string} [emptyClass]
 */
function drawCard([x, y], colour, emptyClass) {
  const shape = svg("circle", { cx: x, cy: y, r: CARD_SIZE - 2, class: colour ? "card-team" : emptyClass });
  return svg("g", { "data-colour": colour }, shape, colour ? crestAt(colour, [x, y], CARD_SIZE) : null);
}

/** @param {Page.Point} at */
const drawHarbor = ([x, y]) =>
  svg(
    "g",
    {},
    svg("circle", { cx: x, cy: y, r: CARD_SIZE - 3, class: "card-harbor" }),
    shapeAt("generic", [x, y], CARD_SIZE, { class: "card-anchor" }),
  );
