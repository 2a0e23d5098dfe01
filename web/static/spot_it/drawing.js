// The table as it looks in each game: the island's 19 cards, and what matters of them.

import { crestAt } from "../drawing/crests.js";
import { svg } from "../drawing/dom.js";
import { shapeAt } from "../drawing/signs.js";
import { t } from "../language/i18n.js";
import { gameName } from "./games.js";

/** @typedef {{ teams: { [team: number]: string[] }, empty?: string[], harbors?: boolean, begins?: string }} Shown */

const STEP = 40;
const SIZE = 21;
const RADIUS = 2;
const TOP_TO_BOTTOM = Math.sqrt(3) / 2;

/**
 * The places within so many steps of the middle, as [column, row] on slanted axes, row by row.
 *
 * @param {number} steps
 * @returns {Page.Point[]}
 */
const within = (steps) =>
  Array.from({ length: 2 * steps + 1 }, (_, k) => k - steps).flatMap((row) =>
    Array.from({ length: 2 * steps + 1 }, (_, k) => /** @type {Page.Point} */ ([k - steps, row])).filter(
      ([column]) => Math.abs(column + row) <= steps,
    ),
  );

/**
 * @param {Page.Point} place
 * @returns {Page.Point}
 */
const middle = ([column, row]) => [(column + row / 2) * STEP, row * STEP * TOP_TO_BOTTOM];
/** @param {Page.Point} place */
const key = (place) => place.join();

/**
 * Each touches two cards of the island.
 *
 * @type {Page.Point[]}
 */
const HARBORS = [[1, -3], [3, -2], [2, 1], [-1, 3], [-3, 2], [-2, -1]];

/**
 * By game: the places with a team's card, by the team's number; those that are empty; and what is marked.
 *
 * @type {{ [game: number]: Shown }}
 */
const SHOWN = {
  1: { teams: { 0: ["0,-2", "-1,0", "1,0", "0,1"], 1: ["2,-2", "0,0", "-2,1", "1,1"], 2: ["1,-1", "-1,2"] } },
  2: { teams: { 0: ["0,0", "0,-1", "1,-2"], 1: ["1,0", "1,1"], 2: ["-1,1"] }, harbors: true, begins: "0,0" },
  3: { teams: { 0: ["-2,0", "-1,0", "0,-1", "1,-1", "1,0"], 1: ["-1,2", "0,1"], 2: ["2,-2"] } },
  4: { teams: {}, empty: ["0,-2", "1,-2", "2,-1", "0,0", "-1,1", "1,1"] },
};

/**
 * A drawing of the table in a game; `colours` are those of the teams.
 *
 * @param {number} game
 * @param {string[]} colours
 */
export function tableDrawing(game, colours) {
  const label = t("The table layout for the game “{game}”", { game: gameName(game) });
  const [width, height] = [6.4 * STEP, (game === 2 ? 6.5 : 5.2) * STEP];
  return svg(
    "svg",
    { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, class: "match-drawing", role: "img", "aria-label": label },
    game === 5 ? duel(colours) : island(SHOWN[game], colours),
  );
}

/**
 * @param {Shown} shown
 * @param {string[]} colours
 */
function island({ teams, empty = [], harbors = false, begins }, colours) {
  const owner = new Map(Object.entries(teams).flatMap(([team, places]) => places.map((place) => [place, Number(team)])));
  return [
    within(RADIUS).map((place) => {
      const team = owner.get(key(place));
      const own = team === undefined ? undefined : colours[team];
      return card(middle(place), own, empty.includes(key(place)) ? "card-taken" : "card-island");
    }),
    harbors ? HARBORS.map((place) => harbor(middle(place))) : null,
    begins ? svg("circle", { cx: 0, cy: 0, r: SIZE + 5, class: "card-begins" }) : null,
  ];
}

/**
 * Two or three teams' cards in the middle, each before its pile.
 *
 * @param {string[]} colours
 */
const duel = (colours) =>
  colours.map((colour, n) => {
    const x = (n - (colours.length - 1) / 2) * 2 * STEP;
    return [
      card([x, -1.1 * STEP], colour),
      svg("rect", { x: x - 17, y: STEP * 0.5, width: 34, height: 42, rx: 6, class: "card-pile", "data-colour": colour }),
      svg("rect", { x: x - 20, y: STEP * 0.5 + 5, width: 34, height: 42, rx: 6, class: "card-pile", "data-colour": colour }),
    ];
  });

/**
 * A card: of the island, of a team with its sign, or the place of one that was taken.
 *
 * @param {Page.Point} at
 * @param {string | undefined} colour
 * @param {string} [bare]
 */
function card([x, y], colour, bare) {
  const shape = svg("circle", { cx: x, cy: y, r: SIZE - 2, class: colour ? "card-team" : bare });
  return svg("g", { "data-colour": colour }, shape, colour ? crestAt(colour, [x, y], SIZE) : null);
}

/** @param {Page.Point} at */
const harbor = ([x, y]) =>
  svg(
    "g",
    {},
    svg("circle", { cx: x, cy: y, r: SIZE - 3, class: "card-harbor" }),
    shapeAt("generic", [x, y], SIZE, { class: "card-anchor" }),
  );
