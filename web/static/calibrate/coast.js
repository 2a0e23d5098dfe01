// The coast where no harbor was read: quiet places to tap, wherever one more can lie.

import { button, svg } from "../drawing/dom.js";
import { HARBORS, SITES, between, freeCoast } from "../island/geometry.js";
import { around } from "../island/site_names.js";
import { placeOf } from "../island/site_targets.js";
import { labelled, t } from "../language/i18n.js";

// In sides of a hex: how far from its middle a place is still meant, and how large its mark is.
const REACH = 0.7;
const SPOT = 0.17;
/** How far out a mark lies, of the way to where a harbor's sign would. */
const OUT = 0.55;

/** @param {string} id */
const markAt = (id) => between(SITES[id], HARBORS[id].at, OUT);

/**
 * The free places, and as much room around the harbors themselves: what is nearest to the finger is meant.
 *
 * `tap` is told the coastal path.
 *
 * @param {Api.Island} layout
 * @param {(path: string) => void} tap
 */
export function drawCoast({ hexes, harbors }, tap) {
  const free = freeCoast(harbors);
  const places = Object.fromEntries([
    ...free.map((id) => [id, markAt(id)]),
    ...Object.keys(harbors).map((id) => [id, HARBORS[id].at]),
  ]);
  // A click without a pointer has no place: it means this one.
  /** @param {string} id */
  const meant = (id) => (/** @type {MouseEvent | undefined} */ event) => tap(event?.detail ? nearest(placeOf(event), places) : id);
  /** @param {string} id */
  const reach = (id) => {
    const [cx, cy] = places[id];
    return svg("circle", { class: "reach", "data-reach": id, cx, cy, r: REACH, onclick: meant(id) });
  };
  return [
    ...Object.keys(places).map(reach),
    ...free.map((id) => mark(id, labelled(t("No harbor"), around(id, hexes)), meant(id))),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {(event?: MouseEvent) => void} listener
 */
function mark(id, name, listener) {
  const [cx, cy] = markAt(id);
  return svg(
    "g",
    { class: "coast", "data-key": id, ...button(name, listener) },
    svg("title", {}, name),
    svg("circle", { class: "coast-spot", cx, cy, r: SPOT }),
    svg("text", { class: "coast-sign", x: cx, y: cy }, "+"),
  );
}

/**
 * @param {Page.Point} to
 * @param {{ [id: string]: Page.Point }} places
 */
function nearest([x, y], places) {
  /** @param {Page.Point} place */
  const far = ([px, py]) => Math.hypot(px - x, py - y);
  return Object.keys(places).reduce((best, id) => (far(places[id]) < far(places[best]) ? id : best));
}
