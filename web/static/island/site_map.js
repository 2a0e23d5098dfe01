// The island in small, to choose a place on: an intersection, a path or a hex.

import { html, svg } from "../drawing/dom.js";
import { HARBORS, HEXES, INTERSECTIONS, PATHS, SITES, VIEW_BOX, between } from "./geometry.js";
import { around } from "./site_names.js";
import { shapeAt } from "../drawing/signs.js";
import { ARROWS, nextSite } from "./site_targets.js";
import { boxOf } from "./island_turning.js";
import { hexName, t } from "../language/i18n.js";

/** @type {{ [piece: string]: number }} */
const SIZE = { settlement: 0.5, city: 0.62 };
const REACH = 0.3;
/** @typedef {{ [id: string]: Page.Point }} Places */
/** How far out a place at the coast is marked, of the way to a harbor's sign: in a bay those lie over each other. */
const OUT = 0.4;

/** @param {{ [id: string]: unknown }} places */
const only = (places) => Object.fromEntries(Object.keys(places).map((id) => [id, SITES[id]]));

/**
 * What is drawn of the island: as far as it is known, the pieces on it, and of the coast what is free.
 *
 * @typedef {{
 *   layout: { hexes: Page.Hexes, harbors: { [path: string]: string } } | null, pieces: Api.PieceStands[], free?: string[],
 * }} Drawn
 */

/**
 * Where the places of each kind lie.
 *
 * @type {{ [kind: string]: (view: Drawn) => Places }}
 */
const PLACES = {
  intersection: () => only(INTERSECTIONS),
  path: () => only(PATHS),
  site: () => SITES,
  hex: () => Object.fromEntries(Object.entries(HEXES).map(([id, { at }]) => [id, at])),
  coast: ({ free = [] }) => Object.fromEntries(free.map((id) => [id, between(SITES[id], HARBORS[id].at, OUT)])),
};

/**
 * A choice of one place of a kind, as an element with the place's id as its `value`.
 *
 * A tap means the nearest; the arrow keys lead from one to the next. `stand` draws other pieces than the view's.
 * Of the coast there is what `view.free` has: the paths beside which a harbor can lie.
 *
 * @param {string} legend
 * @param {string} kind
 * @param {Drawn} view
 * @param {string | null} chosen
 */
export function siteMap(legend, kind, view, chosen = null) {
  const { layout, pieces } = view;
  const hexes = layout?.hexes ?? {};
  const places = PLACES[kind](view);
  /** @param {string} id */
  const name = (id) => (kind === "hex" ? hexName(hexes[id]) : around(id, hexes));
  const marks = svg("g", {});
  const stood = svg("g", {}, standing(pieces));
  const picture = svg(
    "svg",
    {
      viewBox: (kind === "coast" ? boxOf(0, Object.keys(HARBORS)) : VIEW_BOX).join(" "),
      class: "sitemap",
      role: "slider",
      tabindex: 0,
      "aria-label": legend,
      onclick: (/** @type {MouseEvent} */ event) => choose(nearest(places, pointOf(event))),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (!(event.key in ARROWS)) return;
        event.preventDefault();
        choose(root.value ? nextSite(root.value, ARROWS[event.key], places) : Object.keys(places)[0]);
      },
    },
    land(hexes),
    kind === "coast" ? lying(layout?.harbors ?? {}, places) : [],
    stood,
    marks,
  );
  const told = html("span", { class: "quiet" });
  const root = html("div", { class: "site-choice" }, html("span", { class: "site-legend" }, legend), picture, told);

  /** @param {string} id */
  function choose(id) {
    root.value = id;
    draw();
    root.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function draw() {
    const said = root.value ? name(root.value) : t("Tap the place.");
    told.textContent = said;
    const index = Object.keys(places).indexOf(root.value ?? "");
    const now = { valuemin: 0, valuemax: Object.keys(places).length - 1, valuenow: Math.max(index, 0), valuetext: said };
    Object.entries(now).forEach(([key, value]) => picture.setAttribute(`aria-${key}`, `${value}`));
    marks.replaceChildren(
      ...Object.entries(places).map(([id, [cx, cy]]) =>
        svg("circle", { cx, cy, r: kind === "site" ? REACH / 2 : REACH, class: id === root.value ? "place place-chosen" : `place place-${kind}`, "data-place": id }),
      ),
    );
  }
  root.stand = (/** @type {Api.PieceStands[]} */ others) => stood.replaceChildren(...standing(others));
  root.value = chosen;
  draw();
  return root;
}

/**
 * @param {Places} places
 * @param {Page.Point} to
 */
function nearest(places, [x, y]) {
  const away = (/** @type {string} */ id) => Math.hypot(places[id][0] - x, places[id][1] - y);
  return Object.keys(places).reduce((best, id) => (away(id) < away(best) ? id : best));
}

/**
 * @param {MouseEvent} tap
 * @returns {Page.Point}
 */
function pointOf({ currentTarget: picture, clientX, clientY }) {
  const onScreen = /** @type {SVGSVGElement} */ (picture).getScreenCTM();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(onScreen?.inverse());
  return [x, y];
}

/** @param {Page.Hexes} hexes */
function land(hexes) {
  return Object.entries(HEXES).map(([id, { at: [x, y], corners }]) =>
    svg(
      "g",
      { class: "hex", "data-terrain": hexes[id]?.terrain },
      svg("polygon", { points: corners.map((corner) => corner.join()).join(" ") }),
      hexes[id]?.number ? svg("text", { x, y, class: "sitemap-number" }, `${hexes[id].number}`) : null,
    ),
  );
}

/**
 * The harbors that stay where they lie.
 *
 * @param {{ [path: string]: string }} harbors
 * @param {Places} places
 */
function lying(harbors, places) {
  return Object.entries(harbors)
    .filter(([id]) => !(id in places))
    .map(([id, kind]) => {
      const { at, ends } = HARBORS[id];
      const piers = ends.map(([x2, y2]) => svg("line", { x1: at[0], y1: at[1], x2, y2, class: "pier" }));
      const disc = svg("circle", { cx: at[0], cy: at[1], r: REACH });
      return svg("g", { class: "harbor", "data-resource": kind }, piers, disc, shapeAt(kind, at, REACH, { class: "harbor-sign" }));
    });
}

/** @param {Api.PieceStands[]} pieces */
function standing(pieces) {
  return pieces.map(({ at, kind, colour }) => {
    if (kind !== "road") {
      return svg("g", { class: kind, "data-colour": colour }, shapeAt(kind, INTERSECTIONS[at], SIZE[kind]));
    }
    const [from, to] = PATHS[at];
    const [[x1, y1], [x2, y2]] = [between(from, to, 0.2), between(from, to, 0.8)];
    return svg("g", { class: "road", "data-colour": colour }, svg("line", { x1, y1, x2, y2, class: "road-face" }));
  });
}
