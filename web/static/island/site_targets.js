// The places of the island as targets of fingers and keys, also on a small map within a form.

import { elementCache, setAttributes, svg, html } from "../drawing/dom.js";
import { pressListeners } from "../drawing/press.js";
import { pendingPlacement, legalTargets, ADJACENT_HEXES, HARBORS, HEXES, SITES, isPath, INTERSECTIONS, PATHS, VIEW_BOX, interpolate, describeSurroundings } from "./sites.js";
import { islandRotationOnPage, toIslandDirection, boundingBox } from "./rotation.js";
import { namesOf } from "../table/game.js";
import { joinClauses, withLabel, t, word, hexName } from "../language/i18n.js";
import { drawScenery, scenery } from "./landscape.js";
import { shapeAt } from "../drawing/signs.js";

// The sites as targets over the island, for touch and the arrow keys.

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
  // Most events change few of the 126 sites; what all labels depend on changes rarely.
  /** @type {ReturnType<typeof elementCache<SVGElement>>} */
  let cached;
  let drawnSurroundings = "";
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
    const surroundings = JSON.stringify([document.documentElement.lang, hexes, picked.harbors, picked.names, picked.turn]);
    if (surroundings !== drawnSurroundings) {
      cached = elementCache();
      drawnSurroundings = surroundings;
    }
    const pieceBySite = new Map(picked.pieces.map((piece) => [piece.at, piece]));
    return Object.keys(SITES).map((site) => {
      const piece = pieceBySite.get(site);
      const target = picked.targets[site];
      const look = `${piece?.colour} ${piece?.kind} ${target?.piece} ${target && picked.isDue && target.player}`;
      return cached(site, look, () => drawTarget(site, piece, { ...picked, hexes }));
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

// A roving tabindex: the hexes, harbors or sites of the island are one tab stop, and the arrow keys move within it.

/** Keys that move to the next or previous pending site. */
const DUE_STEPS = /** @type {{ [key: string]: number }} */ ({ PageDown: 1, PageUp: -1 });

/**
 * Make the buttons of a layer one tab stop; the `data-key` of each is its place.
 *
 * Returns the update to call after each redraw, with the group's label and the pending sites.
 *
 * @param {SVGGElement} layer
 * @param {{ [id: string]: Page.Point }} places
 * @returns {(name: string, due?: string[]) => void}
 */
export function rovingTabindex(layer, places) {
  let stop = "";
  /** @type {string[]} */
  let waiting = [];

  /** @param {string} id */
  const button = (id) => /** @type {SVGElement | null} */ (layer.querySelector(`[data-key="${id}"]`));
  const buttons = () => /** @type {SVGElement[]} */ ([...layer.querySelectorAll("[data-key]")]);

  /** @param {string} id */
  function moveStop(id) {
    stop = id;
    for (const each of buttons()) {
      const now = each.dataset.key === stop ? "0" : "-1";
      setAttributes(each, { tabindex: now });
    }
  }
  /** @param {string} key */
  function nextStop(key) {
    if (key in ARROW_DIRECTIONS) {
      const drawn = Object.fromEntries(buttons().map(({ dataset: { key: id = "" } }) => [id, places[id]]));
      return nextSite(stop, toIslandDirection(ARROW_DIRECTIONS[key], islandRotationOnPage()), drawn);
    }
    if (!(key in DUE_STEPS) || !waiting.length) return undefined;
    const now = waiting.indexOf(stop);
    return waiting[now < 0 ? 0 : (now + DUE_STEPS[key] + waiting.length) % waiting.length];
  }
  // Read the focused element on each key press. A focus listener would make the layer itself a tab stop.
  layer.addEventListener("keydown", (event) => {
    stop = /** @type {SVGElement} */ (event.target).dataset.key ?? stop;
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : nextStop(event.key);
    if (next === undefined) return;
    event.preventDefault();
    moveStop(next);
    button(next)?.focus();
  });

  return (name, due = []) => {
    waiting = due;
    setAttributes(layer, { role: "group", "aria-label": name });
    // The keyboard enters the layer at a pending site.
    const { activeElement: active } = document;
    const own = layer.contains(active) ? /** @type {SVGElement} */ (active).dataset.key : undefined;
    const stays = own ?? (due.length === 0 || due.includes(stop) ? stop : "");
    moveStop(button(stays) ? stays : (due[0] ?? buttons()[0]?.dataset.key ?? ""));
  };
}

// A small map of the island to choose an intersection, a path, a hex or a harbor's place.

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
