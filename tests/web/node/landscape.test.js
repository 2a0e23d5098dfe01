// The drawings on the island and around it, as far as numbers can check them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();

const { HEXES, HARBORS } = await import("../../../web/static/island/sites.js");
const { scenery } = await import("../../../web/static/island/landscape.js");
const { coastLines } = await import("../../../web/static/island/island_drawing.js");

const TERRAINS = ["forest", "hills", "pasture", "fields", "mountains", "desert"];
/** How far from its middle a hex reaches wherever it is turned, in sides; a stroke lies over its border a little. */
const HEX_INRADIUS = Math.sqrt(3) / 2;

/** Every place that an outline's lines end or bend at. */
function places(outline) {
  const parts = outline.match(/[a-zA-Z]|-?\d*\.?\d+/g) ?? [];
  const found = [];
  let [command, at, numbers] = ["M", [0, 0], []];
  const many = { M: 2, L: 2, Q: 4, C: 6, H: 1, V: 1, h: 1, v: 1, l: 2, a: 7, Z: 0 };
  for (const part of parts) {
    if (/[a-zA-Z]/.test(part)) [command, numbers] = [part, []];
    else numbers.push(Number(part));
    assert.ok(command in many, `no command ${command} in ${outline}`);
    if (command === "Z" || numbers.length < many[command]) continue;
    const [x, y] = numbers.slice(-2);
    if (command === "H") at = [numbers[0], at[1]];
    else if (command === "V") at = [at[0], numbers[0]];
    else if (command === "h") at = [at[0] + numbers[0], at[1]];
    else if (command === "v") at = [at[0], at[1] + numbers[0]];
    else if ("la".includes(command)) at = [at[0] + x, at[1] + y];
    else at = [x, y];
    found.push(at);
    numbers = [];
  }
  return found;
}

for (const terrain of TERRAINS) {
  test(`what is painted on ${terrain} stays on its hex, however the island is turned`, () => {
    for (const id of Object.keys(HEXES))
      for (const isBare of [false, true])
        for (const [kind, outline] of scenery(terrain, id, isBare))
          for (const [x, y] of places(outline))
            assert.ok(Math.hypot(x, y) < HEX_INRADIUS, `${kind} of ${id} at ${x}, ${y}`);
  });

  test(`${terrain} is painted the same each time, and differently on each hex`, () => {
    const painted = Object.keys(HEXES).map((id) => JSON.stringify(scenery(terrain, id, false)));
    assert.deepEqual(painted, Object.keys(HEXES).map((id) => JSON.stringify(scenery(terrain, id, false))));
    assert.equal(new Set(painted).size, painted.length);
  });
}

test("an unknown terrain has no painting", () => {
  assert.deepEqual(scenery("gold", "h0,0", false), []);
});

test("the coast lines run once around the whole island, one outside the other", () => {
  const corners = Object.values(HARBORS).flatMap(({ ends }) => ends);
  const lines = coastLines();
  assert.deepEqual(lines.map(({ name }) => name), ["shelf", "shallows", "surf", "beach"]);
  for (const { points } of lines) {
    for (const corner of corners) assert.ok(isInside(corner, points), `${corner} lies in the sea`);
  }
  for (const [n, line] of lines.slice(1).entries()) for (const point of line.points) assert.ok(isInside(point, lines[n].points));
});

/** Whether a point lies inside an outline: how often a ray from it crosses that is odd. */
function isInside([x, y], outline) {
  return outline.filter(([ax, ay], n) => {
    const [bx, by] = outline[(n + 1) % outline.length];
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
  }).length % 2 === 1;
}
