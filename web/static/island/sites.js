// The places of the island: coordinates, names, contents, and which of them a tap can use.

import { joinClauses, hexName, t } from "../language/i18n.js";

// The geometry of the island by site ids. The server embeds it in the page.

const json = document.getElementById("geometry")?.textContent;
// Pages without an island, such as a phone's, have no geometry.
/**
 * @type {{
 *   viewBox: number[],
 *   hexes: { [id: string]: { at: Page.Point, corners: Page.Point[] } },
 *   intersections: { [id: string]: Page.Point },
 *   paths: { [id: string]: [Page.Point, Page.Point] },
 *   harbors: { [path: string]: { at: Page.Point, ends: [Page.Point, Page.Point] } },
 *   beside: { [site: string]: string[] },
 *   corners: string[],
 *   coast: string[],
 *   frame: Api.HarborKind[][],
 *   beginners: { hexes: Page.Hexes, harbors: { [path: string]: Api.HarborKind } },
 * }}
 */
const geometry = json
  ? JSON.parse(json)
  : { hexes: {}, intersections: {}, paths: {}, harbors: {}, beside: {}, corners: [], coast: [], frame: [], beginners: { hexes: {}, harbors: {} } };

/**
 * The point between two others, at the share `part` of the way.
 *
 * @param {Page.Point} one
 * @param {Page.Point} other
 * @param {number} part
 * @returns {Page.Point}
 */
export const interpolate = ([ax, ay], [bx, by], part) => [ax + (bx - ax) * part, ay + (by - ay) * part];

export const { viewBox: VIEW_BOX, hexes: HEXES, intersections: INTERSECTIONS } = geometry;
export const { paths: PATHS, harbors: HARBORS, beside: ADJACENT_HEXES } = geometry;
/** The corner hexes, the coastal paths, and the harbors on each frame piece, clockwise. */
export const { corners: CORNER_HEXES, coast: COAST, frame: FRAME } = geometry;
/** The island of the first-game diagram. */
export const { beginners: BEGINNERS } = geometry;

/**
 * The centre of each intersection and path, by its id: the sites for pieces.
 *
 * @type {{ [site: string]: Page.Point }}
 */
export const SITES = {
  ...INTERSECTIONS,
  ...Object.fromEntries(Object.entries(PATHS).map(([id, [one, other]]) => [id, interpolate(one, other, 0.5)])),
};

/** @param {string} site */
export const isPath = (site) => site in PATHS;

/**
 * The coastal paths that can take one more harbor. Two harbors never share an intersection.
 *
 * @param {{ [path: string]: string }} harbors
 */
export function freeCoast(harbors) {
  const taken = new Set(Object.keys(harbors).flatMap((id) => HARBORS[id].ends.map(String)));
  return Object.keys(HARBORS).filter((id) => !HARBORS[id].ends.some((end) => taken.has(`${end}`)));
}

// The island's part of a base game view: the layout, and what the table waits for there.

/**
 * The known layout: {hexes, harbors}, without unknown hexes.
 *
 * @param {Pick<Api.BaseGameView, "layout" | "entered">} view
 * @returns {{ hexes: Page.Hexes, harbors: { [path: string]: Api.HarborKind } }}
 */
export function knownLayout({ layout, entered }) {
  if (layout) return layout;
  const entries = /** @type {[string, Api.HexLies][]} */ (Object.entries(entered?.hexes ?? {}));
  const known = entries.filter(([, { terrain }]) => terrain);
  return { hexes: Object.fromEntries(known), harbors: entered?.harbors ?? {} };
}

/**
 * The placement that the table waits for: {colour, piece, sites}; only the colour if no placement is pending.
 *
 * @param {Page.View} view
 * @returns {{ colour: string | null, piece?: Api.PieceKind, sites?: string[] }}
 */
export function pendingPlacement(view) {
  for (const item of view.to_do) {
    if (item.kind === "found") return { colour: item.colour, piece: item.piece, sites: item.sites };
    if (item.kind === "free_roads") return { colour: item.colour, piece: "road", sites: item.sites };
  }
  return { colour: view.on_turn };
}

/**
 * The pending move of the robber, if any.
 *
 * @param {Pick<Page.View, "to_do">} view
 * @returns {Page.ToDo | undefined}
 */
export function pendingRobberMove({ to_do: toDo }) {
  return /** @type {Page.ToDo[]} */ (toDo).find(({ kind }) => kind === "move_robber");
}

// Names for places of the island: by the hexes beside them, as players name them.

/**
 * Describe a site by the hexes around it.
 *
 * @param {string} site
 * @param {Page.Hexes} hexes
 */
export function describeSurroundings(site, hexes) {
  const beside = ADJACENT_HEXES[site].map((id) => (hexes[id] ? hexName(hexes[id]) : t("Not read yet")));
  const hexCount = isPath(site) ? 2 : 3;
  return joinClauses([...beside, ...(beside.length < hexCount ? [t("sea")] : [])]);
}

/**
 * Describe the location of an event: "" if it has none, or if the island is unknown.
 *
 * @param {Page.Event} event
 * @param {Page.Hexes | undefined} hexes
 * @returns {string}
 */
export function describeLocation({ at, to }, hexes) {
  if (!hexes) return "";
  if (at) return describeSurroundings(at, hexes);
  return to && hexes[to] ? hexName(hexes[to]) : "";
}

// The sites of the island where a tap places a piece.

/**
 * The legal targets of a tap: by site, the piece that it places and its owner.
 *
 * These are the sites of the pending placement, and the settlements of which one is starred. Without either, and without
 * a camera, they are the sites where the active player may build and can probably afford it.
 *
 * @param {Page.View} view
 * @returns {{ [site: string]: { piece: Api.PieceKind | "star", player: string } }}
 */
export function legalTargets(view) {
  const { phase, may, camera, on_turn: onTurn, pieces } = view;
  if (phase === "over") return {};
  const { colour, piece, sites } = pendingPlacement(view);
  if (piece && colour) {
    const freeSites = () => Object.keys(SITES).filter((site) => isPath(site) === (piece === "road") && !pieces.some(({ at }) => at === site));
    return Object.fromEntries((sites ?? freeSites()).map((site) => [site, { piece, player: colour }]));
  }
  const starChoices = /** @type {Page.ToDo[]} */ (view.to_do).filter(({ kind }) => kind === "take_starting_resources");
  if (starChoices.length) {
    return Object.fromEntries(starChoices.flatMap((item) => item.sites.map((/** @type {string} */ site) => [site, { piece: "star", player: item.colour }])));
  }
  if (camera === "ok" || !onTurn) return {};
  const built = /** @type {[Api.PieceKind, string[]][]} */ (Object.entries(may?.build ?? {}));
  return Object.fromEntries(built.flatMap(([kind, at]) => at.map((site) => [site, { piece: kind, player: onTurn }])));
}

/**
 * The input of a tap on a legal target.
 *
 * @param {string} at
 * @param {{ piece: Api.PieceKind | "star", player: string }} target
 */
export const targetInput = (at, { piece, player }) =>
  piece === "star" ? { kind: "take_starting_resources", at, player } : { kind: "place", at, piece, player };
