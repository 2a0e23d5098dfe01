// Where the sites lie, as the server sends it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { HARBORS, HEXES, INTERSECTIONS, PATHS, SITES, interpolate, freeCoast, isPath } = await import(
  "../../../web/static/island/sites.js"
);

test("the distance between two points is computed", () => {
  assert.deepEqual(interpolate([0, 2], [4, 0], 0.25), [1, 1.5]);
});

test("the island has 19 hexes, 54 intersections and 72 paths", () => {
  assert.deepEqual([HEXES, INTERSECTIONS, PATHS].map((each) => Object.keys(each).length), [19, 54, 72]);
});

test("pieces are drawn at intersections and in the middle of paths", () => {
  assert.equal(Object.keys(SITES).length, 54 + 72);
  for (const [id, [one, other]] of Object.entries(PATHS)) {
    assert.ok(isPath(id));
    assert.deepEqual(SITES[id], interpolate(one, other, 0.5));
  }
});

test("two harbors never share an intersection", () => {
  assert.equal(freeCoast({}).length, 30);
  for (const path of Object.keys(HARBORS)) {
    const free = freeCoast({ [path]: "wool" });
    // It takes its own place and those of its two neighbours.
    assert.equal(free.length, 27);
    assert.ok(!free.includes(path));
  }
});
