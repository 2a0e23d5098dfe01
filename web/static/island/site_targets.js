// The sites as targets over the island, for touch and the arrow keys.

import { svg } from "../drawing/dom.js";
import { pressListeners } from "../drawing/press.js";
import { pendingPlacement } from "./island_view.js";
import { legalTargets } from "./legal_targets.js";
import { ADJACENT_HEXES, HARBORS, HEXES, SITES, isPath } from "./geometry.js";
import { describeSurroundings } from "./site_names.js";
import { islandRotationOnPage, toIslandDirection } from "./island_rotation.js";
import { namesOf } from "../table/current_view.js";
import { joinClauses, withLabel, t, word } from "../language/i18n.js";

// Radius of a site's touch target and of its mark, in hex sides.
const TARGET_RADIUS = 0.36;
const DUE_TARGET_RADIUS = 0.45;
const SPOT_RADIUS = 0.12;
const RING_RADIUS = 0.2;
// Legal targets count as nearer than their neighbours.
const DUE_DISTANCE_FACTOR = 0.6;

/**
 * The direction of each arrow key: right and down are positive.
 *
 * @type {{ [key: string]: Page.Point }}
 */
export const ARROW_DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * Pick the targets' data from a view.
 *
 * @param {Page.View} view
 */
export function pickSites(view) {
  const { pieces, layout } = view;
  const isDue = Boolean(pendingPlacement(view).piece);
  return { pieces, hexes: layout?.hexes, harbors: layout?.harbors ?? {}, names: namesOf(view), targets: legalTargets(view), isDue, turn: islandRotationOnPage() };
}

/**
 * Hit test: the site nearest to a point; sites in `due` count as nearer.
 *
 * @param {Page.Point} point
 * @param {string[]} due
 */
export function nearestSite([x, y], due) {
  const distance = (/** @type {string} */ site) => {
    const [sx, sy] = SITES[site];
    return Math.hypot(sx - x, sy - y) * (due.includes(site) ? DUE_DISTANCE_FACTOR : 1);
  };
  return Object.keys(SITES).reduce((best, site) => (distance(site) < distance(best) ? site : best));
}

/**
 * The next place in the direction of an arrow key; the place itself at the island's edge.
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
    // Each arrow covers a quarter of the circle and prefers places straight ahead.
    if (ahead > 0.01 && aside <= ahead + 0.01 && ahead + 2 * aside < least) {
      [best, least] = [other, ahead + 2 * aside];
    }
  }
  return best;
}

/**
 * The labels of legal targets by piece.
 *
 * @type {{ [piece: string]: () => string }}
 */
const TARGET_LABELS = {
  road: () => t("A road can be placed here"),
  settlement: () => t("A settlement can be placed here"),
  city: () => t("It may become a city"),
  star: () => t("It may give the starting resources"),
};

/** @typedef {ReturnType<typeof pickSites>} Picked */
/** @typedef {Picked & { hexes: Page.Hexes }} OnIsland */

/**
 * Create the draw callback for the targets of `pickSites`. `tap` receives a tapped site; `ask` receives a site that was
 * held or activated by the keyboard.
 *
 * @param {(site: string) => void} tap
 * @param {(site: string) => void} ask
 * @returns {(picked: Picked) => SVGElement[]}
 */
export function sitesLayer(tap, ask) {
  // Most events change few of the 126 sites, so reuse the elements whose look is unchanged.
  /** @type {{ [site: string]: { look: string, element: SVGElement } }} */
  let cache = {};
  let surroundings = "";
  /** @type {string[]} */
  let due = [];

  /**
   * @param {string} site
   * @param {Api.PieceStands | undefined} piece
   * @param {OnIsland} picked
   */
  function drawTarget(site, piece, picked) {
    const isDue = site in picked.targets;
    const isRinged = isDue && picked.isDue;
    const [cx, cy] = SITES[site];
    const name = siteLabel(site, piece, picked);
    return svg(
      "g",
      {
        class: ["site", isDue && "site-due", isRinged && "site-ringed", isDue && piece && "site-raised"].filter(Boolean).join(" "),
        "data-colour": isRinged && picked.targets[site].player,
        role: "button",
        tabindex: -1,
        "aria-label": name,
        "data-key": site,
        // A click without a pointer, from a screen reader, has no point and means this site.
        ...pressListeners((event) => nearestSite(pointOfEvent(event), due), site, tap, ask),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          ask(site);
        },
      },
      svg("title", {}, name),
      svg("circle", { cx, cy, r: isDue ? DUE_TARGET_RADIUS : TARGET_RADIUS, class: "reach" }),
      svg("circle", { cx, cy, r: isRinged ? RING_RADIUS : SPOT_RADIUS, class: "spot" }),
      isRinged ? svg("circle", { cx, cy, r: 0.115, class: "spot-core" }) : null,
    );
  }

  return ({ hexes, ...picked }) => {
    // No piece can be placed on an unknown island.
    if (!hexes) return [];
    due = Object.keys(picked.targets);
    const now = JSON.stringify([document.documentElement.lang, hexes, picked.harbors, picked.names, picked.turn]);
    if (now !== surroundings) [cache, surroundings] = [{}, now];
    const pieceBySite = new Map(picked.pieces.map((piece) => [piece.at, piece]));
    return Object.keys(SITES).map((site) => {
      const piece = pieceBySite.get(site);
      const target = picked.targets[site];
      const look = `${piece?.colour} ${piece?.kind} ${target?.piece} ${target && picked.isDue && target.player}`;
      if (cache[site]?.look !== look) cache[site] = { look, element: drawTarget(site, piece, { ...picked, hexes }) };
      return cache[site].element;
    });
  };
}

/**
 * The point of a mouse event on the island's plane.
 *
 * @param {MouseEvent} event
 * @returns {Page.Point}
 */
export function pointOfEvent(event) {
  // Use the transform of the element, which includes the island's rotation.
  const onScreen = /** @type {SVGGraphicsElement} */ (event.currentTarget).getScreenCTM();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(onScreen?.inverse());
  return [x, y];
}

/**
 * The label of a site: its piece or legal target, and its surroundings.
 *
 * @param {string} site
 * @param {Api.PieceStands | undefined} piece
 * @param {OnIsland} picked
 */
function siteLabel(site, piece, { hexes, harbors, names, targets, turn }) {
  const free = targets[site] ? TARGET_LABELS[targets[site].piece]() : isPath(site) ? t("Free path") : t("Free intersection");
  const pieceLabel = piece && withLabel(names[piece.colour], word("piece", piece.kind));
  const what = pieceLabel && targets[site] ? withLabel(pieceLabel, free) : (pieceLabel ?? free);
  return withLabel(what, joinClauses([...locationLabels(site, hexes, turn), ...harborLabels(site, harbors)]));
}

/**
 * Describe a site's location. Sites with one adjacent hex share its surroundings, so add the direction from that hex.
 *
 * @param {string} site
 * @param {Page.Hexes} hexes
 * @param {number} turn
 */
function locationLabels(site, hexes, turn) {
  const [own, ...others] = ADJACENT_HEXES[site];
  if (others.length) return [describeSurroundings(site, hexes)];
  const [x, y] = SITES[site];
  const [hx, hy] = HEXES[own].at;
  return [describeSurroundings(site, hexes), t("at {hour} o’clock", { hour: clockHour(toIslandDirection([x - hx, y - hy], -turn)) })];
}

/**
 * The clock hour of a direction on the page.
 *
 * @param {Page.Point} direction
 */
export const clockHour = ([dx, dy]) => ((Math.round((Math.atan2(dx, -dy) * 6) / Math.PI) + 11) % 12) + 1;

/**
 * @param {string} site
 * @param {{ [path: string]: string }} harbors
 */
const harborLabels = (site, harbors) =>
  Object.entries(harbors)
    .filter(([path]) => path === site || HARBORS[path].ends.some((end) => `${end}` === `${SITES[site]}`))
    .map(([, kind]) => withLabel(t("Harbor"), word("harbor", kind)));
