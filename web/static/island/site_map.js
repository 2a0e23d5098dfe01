// A small map of the island to choose an intersection, a path, a hex or a harbor's place.

import { html, svg } from "../drawing/dom.js";
import { HARBORS, HEXES, INTERSECTIONS, PATHS, SITES, VIEW_BOX, interpolate } from "./geometry.js";
import { drawScenery, scenery } from "./landscape.js";
import { describeSurroundings } from "./site_names.js";
import { shapeAt } from "../drawing/signs.js";
import { ARROW_DIRECTIONS, nextSite } from "./site_targets.js";
import { boundingBox } from "./island_rotation.js";
import { hexName, t } from "../language/i18n.js";

/** @type {{ [piece: string]: number }} */
const PIECE_SIZE = { settlement: 0.5, city: 0.62 };
const MARK_RADIUS = 0.3;
/** @typedef {{ [id: string]: Page.Point }} Places */
/** Position of a coastal mark, as a share of the way to the harbor's sign. In a bay the signs would overlap. */
const COAST_MARK_SHARE = 0.4;

/** @param {{ [id: string]: unknown }} places */
const sitePoints = (places) => Object.fromEntries(Object.keys(places).map((id) => [id, SITES[id]]));

/**
 * The drawn view: the layout if known, the pieces, and the free coastal paths.
 *
 * @typedef {{
 *   layout: { hexes: Page.Hexes, harbors: { [path: string]: string } } | null, pieces: Api.PieceStands[], free?: string[],
 * }} Drawn
 */

/**
 * The points of the places of each kind.
 *
 * @type {{ [kind: string]: (view: Drawn) => Places }}
 */
const PLACES = {
  intersection: () => sitePoints(INTERSECTIONS),
  path: () => sitePoints(PATHS),
  site: () => SITES,
  hex: () => Object.fromEntries(Object.entries(HEXES).map(([id, { at }]) => [id, at])),
  coast: ({ free = [] }) => Object.fromEntries(free.map((id) => [id, interpolate(SITES[id], HARBORS[id].at, COAST_MARK_SHARE)])),
};

/**
 * A form field to choose one place of a kind; its `value` is the place's id.
 *
 * A tap selects the nearest place; the arrow keys move between places. `stand` draws other pieces than the view's. The
 * places of the kind "coast" are those in `view.free`.
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
  const name = (id) => (kind === "hex" ? hexName(hexes[id]) : describeSurroundings(id, hexes));
  const marks = svg("g", {});
  const pieceGroup = svg("g", {}, drawMapPieces(pieces));
  const picture = svg(
    "svg",
    {
      viewBox: (kind === "coast" ? boundingBox(0, Object.keys(HARBORS)) : VIEW_BOX).join(" "),
      class: "sitemap",
      role: "slider",
      tabindex: 0,
      "aria-label": legend,
      onclick: (/** @type {MouseEvent} */ event) => choose(nearestPlace(places, pointOf(event))),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (!(event.key in ARROW_DIRECTIONS)) return;
        event.preventDefault();
        choose(chosen ? nextSite(chosen, ARROW_DIRECTIONS[event.key], places) : Object.keys(places)[0]);
      },
    },
    drawHexes(hexes),
    kind === "coast" ? drawFixedHarbors(layout?.harbors ?? {}, places) : [],
    pieceGroup,
    marks,
  );
  const label = html("span", { class: "quiet" });
  const root = html("div", { class: "site-choice" }, html("span", { class: "site-legend" }, legend), picture, label);

  /** @param {string} id */
  function choose(id) {
    chosen = id;
    draw();
    root.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function draw() {
    const description = chosen ? name(chosen) : t("Tap the place.");
    label.textContent = description;
    const index = Object.keys(places).indexOf(chosen ?? "");
    const now = { valuemin: 0, valuemax: Object.keys(places).length - 1, valuenow: Math.max(index, 0), valuetext: description };
    Object.entries(now).forEach(([key, value]) => picture.setAttribute(`aria-${key}`, `${value}`));
    marks.replaceChildren(
      ...Object.entries(places).map(([id, [cx, cy]]) =>
        svg("circle", { cx, cy, r: kind === "site" ? MARK_RADIUS / 2 : MARK_RADIUS, class: id === chosen ? "place place-chosen" : `place place-${kind}`, "data-place": id }),
      ),
    );
  }
  const showPieces = (/** @type {Api.PieceStands[]} */ others) => pieceGroup.replaceChildren(...drawMapPieces(others));
  draw();
  return { element: root, value: () => chosen, showPieces };
}

/**
 * @param {Places} places
 * @param {Page.Point} to
 */
function nearestPlace(places, [x, y]) {
  const distance = (/** @type {string} */ id) => Math.hypot(places[id][0] - x, places[id][1] - y);
  return Object.keys(places).reduce((best, id) => (distance(id) < distance(best) ? id : best));
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
function drawHexes(hexes) {
  return Object.entries(HEXES).map(([id, { at: [x, y], corners }]) => {
    const { terrain = "", number = null } = hexes[id] ?? {};
    return svg(
      "g",
      { class: "hex", "data-terrain": terrain || null },
      svg("polygon", { points: corners.map((corner) => corner.join()).join(" ") }),
      svg("g", { class: "scenery", transform: `translate(${x} ${y})` }, drawScenery(scenery(terrain, id, !number))),
      number ? [svg("circle", { cx: x, cy: y, r: 0.4, class: "sitemap-token" }), svg("text", { x, y, class: "sitemap-number" }, `${number}`)] : null,
    );
  });
}

/**
 * Draw the harbors that are not among the places to choose.
 *
 * @param {{ [path: string]: string }} harbors
 * @param {Places} places
 */
function drawFixedHarbors(harbors, places) {
  return Object.entries(harbors)
    .filter(([id]) => !(id in places))
    .map(([id, kind]) => {
      const { at, ends } = HARBORS[id];
      const piers = ends.map(([x2, y2]) => svg("line", { x1: at[0], y1: at[1], x2, y2, class: "pier" }));
      const disc = svg("circle", { cx: at[0], cy: at[1], r: MARK_RADIUS });
      return svg("g", { class: "harbor", "data-resource": kind }, piers, disc, shapeAt(kind, at, MARK_RADIUS, { class: "harbor-sign" }));
    });
}

/** @param {Api.PieceStands[]} pieces */
function drawMapPieces(pieces) {
  return pieces.map(({ at, kind, colour }) => {
    if (kind !== "road") {
      return svg("g", { class: kind, "data-colour": colour }, shapeAt(kind, INTERSECTIONS[at], PIECE_SIZE[kind]));
    }
    const [from, to] = PATHS[at];
    const [[x1, y1], [x2, y2]] = [interpolate(from, to, 0.2), interpolate(from, to, 0.8)];
    return svg("g", { class: "road", "data-colour": colour }, svg("line", { x1, y1, x2, y2, class: "road-face" }));
  });
}
