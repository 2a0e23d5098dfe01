// How the page lies on its device: which way up the island is, and which seat the page faces.
//
// Both are told in degrees, clockwise, as the device shows them; the page faces a side in quarters. An
// island that was turned as it lies on the table stays so when the page is turned towards another seat.

import { HARBORS, INTERSECTIONS } from "./geometry.js";
import { keep, kept } from "./storage.js";

const STEP = 30;
const QUARTER = 90;
/** Room around intersections for a piece, around harbors for their signs; in sides of a hex. */
const AROUND = { site: 0.4, harbor: 0.42 };

const listeners = [];

/** Have a function called whenever island or page were turned. */
export const onTurned = (listener) => listeners.push(listener);

const whole = (degrees) => ((Math.round(degrees) % 360) + 360) % 360;
const number = (name) => whole(Number(kept(name, "0")) || 0);

function turned(name, degrees) {
  keep(name, `${whole(degrees)}`);
  listeners.forEach((listener) => listener());
}

/** How far the page is turned on its device. */
export const pageTurn = () => number("page");

/** Turn the page so far. */
export const turnPage = (degrees) => turned("page", QUARTER * Math.round(degrees / QUARTER));

/** How far the island is turned on the device. */
export const islandTurn = () => number("island");

/** Turn the island so far. */
export const turnIsland = (degrees) => turned("island", degrees);

/** Turn the island by some steps, clockwise. */
export const stepIsland = (steps) => turnIsland((Math.round(islandTurn() / STEP) + steps) * STEP);

/** How far the island is turned on the page: what of its turn the page doesn't have already. */
export const islandOnPage = () => whole(islandTurn() - pageTurn());

/** A direction on the page, as it is on an island turned so far. */
export function onIsland([dx, dy], degrees) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

/** What has to be seen of an island turned so far, with its harbors (by their ids): [x, y, width, height]. */
export function boxOf(degrees, harbors) {
  const round = [
    ...Object.values(INTERSECTIONS).map((at) => [at, AROUND.site]),
    ...harbors.map((id) => [HARBORS[id].at, AROUND.harbor]),
  ].map(([at, room]) => [onIsland(at, -degrees), room]);
  const [left, top] = [0, 1].map((axis) => Math.min(...round.map(([at, room]) => at[axis] - room)));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...round.map(([at, room]) => at[axis] + room)));
  return [left, top, right - left, bottom - top];
}
