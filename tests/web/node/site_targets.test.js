// Places for pieces as targets: which one a tap selects, and how the arrow keys move between them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { ARROW_DIRECTIONS, nearestSite, nextSite } = await import("../../../web/static/island/site_targets.js");
const { SITES } = await import("../../../web/static/island/sites.js");

/** A point at a distance from a site, in sides of a hex, in a direction (degrees clockwise from the east). */
function pointNear(site, away, towards) {
  const [x, y] = SITES[site];
  const angle = (towards * Math.PI) / 180;
  return [x + away * Math.cos(angle), y + away * Math.sin(angle)];
}

test("arrow keys reach every place", () => {
  const reached = new Set();
  const ahead = ["i-1,-1"];
  while (ahead.length) {
    const site = ahead.pop();
    if (reached.has(site)) continue;
    reached.add(site);
    ahead.push(...Object.values(ARROW_DIRECTIONS).map((arrow) => nextSite(site, arrow)));
  }
  assert.deepEqual([...reached].sort(), Object.keys(SITES).sort());
  assert.equal(reached.size, 54 + 72);
});

for (const [site, away, towards, where] of [
  ["i-2,-2", 0.35, 90, "into the hex below it"],
  ["i-2,-2", 0.22, -90, "along a path, short of its middle"],
  ["p1,-2", 0.35, -150, "across, into the hex beside it"],
  ["p1,-2", 0.22, -60, "along, short of its end"],
]) {
  test(`a tap means the nearest place: ${site}, ${where}`, () => assert.equal(nearestSite(pointNear(site, away, towards), []), site));
}

test("a due place is preferred to its neighbours", () => {
  const point = pointNear("i-2,-2", 0.3, -90);
  assert.notEqual(nearestSite(point, []), "i-2,-2");
  assert.equal(nearestSite(point, ["i-2,-2"]), "i-2,-2");
});
