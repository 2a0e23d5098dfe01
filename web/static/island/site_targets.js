// The places for pieces, as targets over the island: for fingers, and for the arrow keys.

import { svg } from "../drawing/dom.js";
import { pressed } from "../drawing/press.js";
import { ringed } from "./ringed.js";
import { BESIDE, HARBORS, HEXES, SITES, isPath } from "./geometry.js";
import { around } from "./site_names.js";
import { islandOnPage, onIsland } from "./island_turning.js";
import { namesOf } from "../table/current_view.js";
import { apart, labelled, t, word } from "../language/i18n.js";

// In sides of a hex: how far from its middle a site is still meant, and how large its mark is.
const REACH = 0.36;
const REACH_OF_DUE = 0.45;
const SPOT = 0.12;
// Where the piece may stand that the table waits for is meant sooner than what lies beside it.
const NEARNESS_OF_DUE = 0.6;

/**
 * What an arrow key leads to: to the right and down.
 *
 * @type {{ [key: string]: Page.Point }}
 */
export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * What the targets show of a view.
 *
 * @param {Page.View} view
 */
export function pickSites(view) {
  const { pieces, layout } = view;
  return { pieces, hexes: layout?.hexes, harbors: layout?.harbors ?? {}, names: namesOf(view), puts: ringed(view), turn: islandOnPage() };
}

/**
 * The site that is meant by a tap at a point: the nearest; those where something is `due` count as nearer.
 *
 * @param {Page.Point} point
 * @param {string[]} due
 */
export function nearestSite([x, y], due) {
  const distance = (/** @type {string} */ site) => {
    const [sx, sy] = SITES[site];
    return Math.hypot(sx - x, sy - y) * (due.includes(site) ? NEARNESS_OF_DUE : 1);
  };
  return Object.keys(SITES).reduce((best, site) => (distance(site) < distance(best) ? site : best));
}

/**
 * The next of some places in the direction of an arrow key; the place itself at the island's edge.
 *
 * @param {string} site
 * @param {Page.Point} direction
 * @param {{ [place: string]: Page.Point }} places
 */
export function nextSite(site, [dx, dy], places = SITES) {
  const [x, y] = places[site];
  let [best, least] = [site, Infinity];
  for (const [other, [ox, oy]] of Object.entries(places)) {
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy - (oy - y) * dx);
    // A quarter of the circle belongs to each arrow; what lies straight ahead comes first.
    if (ahead > 0.01 && aside <= ahead + 0.01 && ahead + 2 * aside < least) {
      [best, least] = [other, ahead + 2 * aside];
    }
  }
  return best;
}

/**
 * What a ringed place is called.
 *
 * @type {{ [piece: string]: () => string }}
 */
const MAY_STAND = {
  road: () => t("A road can be placed here"),
  settlement: () => t("A settlement can be placed here"),
  city: () => t("It may become a city"),
};

/** @typedef {ReturnType<typeof pickSites>} Picked */
/** @typedef {Picked & { hexes: Page.Hexes }} OnIsland */

/**
 * A function that makes the targets of what `pickSites` picked; `tap` is told the site that a finger taps, `ask` that
 * which it holds, or which the keyboard means.
 *
 * @param {(site: string) => void} tap
 * @param {(site: string) => void} ask
 * @returns {(picked: Picked) => SVGElement[]}
 */
export function sitesLayer(tap, ask) {
  // Most events change few of the 126 places, or none: what looks as it did stays, and isn't named and made anew.
  /** @type {{ [site: string]: { look: string, element: SVGElement } }} */
  let made = {};
  let surroundings = "";
  /** @type {string[]} */
  let due = [];

  /**
   * @param {string} site
   * @param {Api.PieceStands | undefined} piece
   * @param {OnIsland} picked
   */
  function target(site, piece, picked) {
    const isDue = site in picked.puts;
    const [cx, cy] = SITES[site];
    const name = nameOf(site, piece, picked);
    return svg(
      "g",
      {
        class: ["site", isDue && "site-due", isDue && piece && "site-raised"].filter(Boolean).join(" "),
        role: "button",
        tabindex: -1,
        "aria-label": name,
        "data-key": site,
        // A click without a pointer (by a screen reader) has no place: it means this one.
        ...pressed((event) => nearestSite(placeOf(event), due), site, tap, ask),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          ask(site);
        },
      },
      svg("title", {}, name),
      svg("circle", { cx, cy, r: isDue ? REACH_OF_DUE : REACH, class: "reach" }),
      svg("circle", { cx, cy, r: SPOT, class: "spot" }),
    );
  }

  return ({ hexes, ...picked }) => {
    // Nothing can be put on an island that nobody knows yet.
    if (!hexes) return [];
    due = Object.keys(picked.puts);
    const now = JSON.stringify([document.documentElement.lang, hexes, picked.harbors, picked.names, picked.turn]);
    if (now !== surroundings) [made, surroundings] = [{}, now];
    const stands = new Map(picked.pieces.map((piece) => [piece.at, piece]));
    return Object.keys(SITES).map((site) => {
      const piece = stands.get(site);
      const look = `${piece?.colour} ${piece?.kind} ${picked.puts[site]?.piece}`;
      if (made[site]?.look !== look) made[site] = { look, element: target(site, piece, { ...picked, hexes }) };
      return made[site].element;
    });
  };
}

/**
 * The place of a tap on a drawing of the island, on the island's plane.
 *
 * @param {MouseEvent} event
 * @returns {Page.Point}
 */
export function placeOf(event) {
  // By the part of the drawing that is turned with the island.
  const onScreen = /** @type {SVGGraphicsElement} */ (event.currentTarget).getScreenCTM();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(onScreen?.inverse());
  return [x, y];
}

/**
 * What a place is called: what stands there or may be put there, and what lies around it.
 *
 * @param {string} site
 * @param {Api.PieceStands | undefined} piece
 * @param {OnIsland} picked
 */
function nameOf(site, piece, { hexes, harbors, names, puts, turn }) {
  const free = puts[site] ? MAY_STAND[puts[site].piece]() : isPath(site) ? t("Free path") : t("Free intersection");
  const stands = piece && labelled(names[piece.colour], word("piece", piece.kind));
  const what = stands && puts[site] ? labelled(stands, free) : (stands ?? free);
  return labelled(what, apart([...placed(site, hexes, turn), ...harborAt(site, harbors)]));
}

/**
 * What lies around a site. Beside one hex alone others have the same around them: where it is, seen from that hex.
 *
 * @param {string} site
 * @param {Page.Hexes} hexes
 * @param {number} turn
 */
function placed(site, hexes, turn) {
  const [own, ...others] = BESIDE[site];
  if (others.length) return [around(site, hexes)];
  const [x, y] = SITES[site];
  const [hx, hy] = HEXES[own].at;
  return [around(site, hexes), t("at {hour} o’clock", { hour: hourOf(onIsland([x - hx, y - hy], -turn)) })];
}

/**
 * The hour at which a clock's hand points that way, on the page.
 *
 * @param {Page.Point} direction
 */
export const hourOf = ([dx, dy]) => ((Math.round((Math.atan2(dx, -dy) * 6) / Math.PI) + 11) % 12) + 1;

/**
 * @param {string} site
 * @param {{ [path: string]: string }} harbors
 */
const harborAt = (site, harbors) =>
  Object.entries(harbors)
    .filter(([path]) => path === site || HARBORS[path].ends.some((end) => `${end}` === `${SITES[site]}`))
    .map(([, kind]) => labelled(t("Harbor"), word("harbor", kind)));
