// Where the sites of the island lie: comes with the page from the server, by their ids.

const sent = document.getElementById("geometry");
// A page that shows no island, as a phone's, comes without.
const geometry = sent
  ? JSON.parse(sent.textContent)
  : { hexes: {}, intersections: {}, paths: {}, harbors: {}, beside: {} };

/** The point on the way from one to another, `part` of the way along. */
export const between = ([ax, ay], [bx, by], part) => [ax + (bx - ax) * part, ay + (by - ay) * part];

export const { viewBox: VIEW_BOX, hexes: HEXES, intersections: INTERSECTIONS } = geometry;
export const { paths: PATHS, harbors: HARBORS, beside: BESIDE } = geometry;

/** Where pieces can stand: the middle of each intersection and path, by its id. */
export const SITES = {
  ...INTERSECTIONS,
  ...Object.fromEntries(Object.entries(PATHS).map(([id, ends]) => [id, between(...ends, 0.5)])),
};

export const isPath = (site) => site in PATHS;

/** The coastal paths where one more harbor can lie, beside those of a layout: two never share an intersection. */
export function freeCoast(harbors) {
  const taken = new Set(Object.keys(harbors).flatMap((id) => HARBORS[id].ends.map(String)));
  return Object.keys(HARBORS).filter((id) => !HARBORS[id].ends.some((end) => taken.has(`${end}`)));
}
