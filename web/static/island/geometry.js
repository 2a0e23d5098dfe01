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
