// Tap targets on the coast where no harbor was read and one more may be.

import { buttonAttributes, svg } from "../drawing/dom.js";
import { HARBORS, SITES, interpolate, freeCoast } from "../island/geometry.js";
import { describeSurroundings } from "../island/site_names.js";
import { pointOfEvent } from "../island/site_targets.js";
import { withLabel, t } from "../language/i18n.js";

// The tap radius around a place and the radius of its mark, in sides of a hex.
const REACH_SIDES = 0.7;
const SPOT_SIDES = 0.17;
/** The position of a mark, as a share of the way to a harbor's sign. */
const MARK_OFFSET = 0.55;

/** @param {string} id */
const markPosition = (id) => interpolate(SITES[id], HARBORS[id].at, MARK_OFFSET);

/**
 * Draws the free places, with equal tap areas around the existing harbors. A tap selects the nearest place.
 *
 * `tap` is called with the coastal path.
 *
 * @param {Api.Island} layout
 * @param {(path: string) => void} tap
 */
export function drawCoast({ hexes, harbors }, tap) {
  const free = freeCoast(harbors);
  const places = Object.fromEntries([
    ...free.map((id) => [id, markPosition(id)]),
    ...Object.keys(harbors).map((id) => [id, HARBORS[id].at]),
  ]);
  // A click without a pointer has no position: it selects this place.
  /** @param {string} id */
  const tapListener = (id) => (/** @type {MouseEvent | undefined} */ event) => tap(event?.detail ? nearestPlace(pointOfEvent(event), places) : id);
  /** @param {string} id */
  const drawReach = (id) => {
    const [cx, cy] = places[id];
    return svg("circle", { class: "reach", "data-reach": id, cx, cy, r: REACH_SIDES, onclick: tapListener(id) });
  };
  return [
    ...Object.keys(places).map(drawReach),
    ...free.map((id) => drawMark(id, withLabel(t("No harbor"), describeSurroundings(id, hexes)), tapListener(id))),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {(event?: MouseEvent) => void} listener
 */
function drawMark(id, name, listener) {
  const [cx, cy] = markPosition(id);
  return svg(
    "g",
    { class: "coast", "data-key": id, ...buttonAttributes(name, listener) },
    svg("title", {}, name),
    svg("circle", { class: "coast-spot", cx, cy, r: SPOT_SIDES }),
    svg("text", { class: "coast-sign", x: cx, y: cy }, "+"),
  );
}

/**
 * @param {Page.Point} to
 * @param {{ [id: string]: Page.Point }} places
 */
function nearestPlace([x, y], places) {
  /** @param {Page.Point} place */
  const distanceTo = ([px, py]) => Math.hypot(px - x, py - y);
  return Object.keys(places).reduce((best, id) => (distanceTo(places[id]) < distanceTo(places[best]) ? id : best));
}
