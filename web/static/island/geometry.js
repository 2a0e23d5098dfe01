// Where the sites of the island lie: comes with the page from the server, by their ids.

const sent = document.getElementById("geometry")?.textContent;
// A page that shows no island, as a phone's, comes without.
/**
 * @type {{
 *   viewBox: number[],
 *   hexes: { [id: string]: { at: Page.Point, corners: Page.Point[] } },
 *   intersections: { [id: string]: Page.Point },
 *   paths: { [id: string]: [Page.Point, Page.Point] },
 *   harbors: { [path: string]: { at: Page.Point, ends: [Page.Point, Page.Point] } },
 *   beside: { [site: string]: string[] },
 *   corners: string[],
 *   frame: Api.HarborKind[][],
 *   beginners: { hexes: Page.Hexes, harbors: { [path: string]: Api.HarborKind } },
 * }}
 */
const geometry = sent
  ? JSON.parse(sent)
  : { hexes: {}, intersections: {}, paths: {}, harbors: {}, beside: {}, corners: [], frame: [], beginners: { hexes: {}, harbors: {} } };

/**
 * The point on the way from one to another, `part` of the way along.
 *
 * @param {Page.Point} one
 * @param {Page.Point} other
 * @param {number} part
 * @returns {Page.Point}
 */
export const between = ([ax, ay], [bx, by], part) => [ax + (bx - ax) * part, ay + (by - ay) * part];

export const { viewBox: VIEW_BOX, hexes: HEXES, intersections: INTERSECTIONS } = geometry;
export const { paths: PATHS, harbors: HARBORS, beside: BESIDE } = geometry;
/** The corner hexes, and the harbors on each of the frame's pieces, clockwise. */
export const { corners: CORNER_HEXES, frame: FRAME } = geometry;
/** The island of the first-game diagram. */
export const { beginners: BEGINNERS } = geometry;

/**
 * Where pieces can stand: the middle of each intersection and path, by its id.
 *
 * @type {{ [site: string]: Page.Point }}
 */
export const SITES = {
  ...INTERSECTIONS,
  ...Object.fromEntries(Object.entries(PATHS).map(([id, [one, other]]) => [id, between(one, other, 0.5)])),
};

/** @param {string} site */
export const isPath = (site) => site in PATHS;

/**
 * The coastal paths where one more harbor can lie, beside those of a layout: two never share an intersection.
 *
 * @param {{ [path: string]: string }} harbors
 */
export function freeCoast(harbors) {
  const taken = new Set(Object.keys(harbors).flatMap((id) => HARBORS[id].ends.map(String)));
  return Object.keys(HARBORS).filter((id) => !HARBORS[id].ends.some((end) => taken.has(`${end}`)));
}
