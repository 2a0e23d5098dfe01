// The paths of the longest road, on the island that the server sends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { longestRoad } = await import("../../../web/static/island/motion.js");
const { INTERSECTIONS, PATHS } = await import("../../../web/static/island/sites.js");

const key = ([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;
const ends = (path) => PATHS[path].map(key);
const node = (id) => key(INTERSECTIONS[id]);
/** The paths around a hex in the middle of the island: a ring of six. */
const ring = Object.keys(PATHS).filter((path) => PATHS[path].every(([x, y]) => Math.hypot(x, y) < 1.01));
/** As many of them, each beside the one before. */
function chain(length) {
  const run = [ring[0]];
  while (run.length < length) {
    run.push(ring.find((path) => !run.includes(path) && ends(path).some((end) => ends(run.at(-1)).includes(end))));
  }
  return run;
}
const roads = (paths, colour = "red") => paths.map((at) => ({ at, kind: "road", colour }));
/** The intersection between two paths. */
const joint = (one, other) => Object.keys(INTERSECTIONS).find((id) => ends(one).includes(node(id)) && ends(other).includes(node(id)));

test("the longest road connects paths in any building order", () => {
  const [one, two, three, four] = chain(4);
  assert.equal(longestRoad(roads([three, one, four, two]), "red").length, 5);
});

test("a closed loop is counted once", () => {
  assert.equal(ring.length, 6);
  const run = longestRoad(roads(ring), "red");
  assert.equal(run.length, 7);
  assert.equal(key(run[0]), key(run[6]));
});

test("another player's building interrupts the road, the owner's doesn't", () => {
  const run = chain(4);
  const at = joint(run[1], run[2]);
  const piecesWithSettlement = (colour) => [...roads(run), { at, kind: "settlement", colour }];
  assert.equal(longestRoad(piecesWithSettlement("blue"), "red").length, 3);
  assert.equal(longestRoad(piecesWithSettlement("red"), "red").length, 5);
});

test("other players' roads don't count", () => {
  const [one, two] = chain(2);
  assert.equal(longestRoad([...roads([one]), ...roads([two], "blue")], "red").length, 2);
  assert.deepEqual(longestRoad([], "red"), []);
});
