// The island's part of a view: its contents, and the places that are due.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { knownLayout, pendingPlacement } = await import("../../../web/static/island/sites.js");

const LAYOUT = { hexes: { "h0,0": { terrain: "forest", number: 11 } }, harbors: { "p3,-5": "wool" } };

test("a complete island is shown as it was entered", () => {
  assert.equal(knownLayout({ layout: LAYOUT, entered: null }), LAYOUT);
});

test("an incomplete island shows its known hexes", () => {
  const entered = {
    hexes: { "h0,0": { terrain: "forest", number: 11 }, "h0,2": { terrain: null, number: 4 } },
    harbors: {},
  };
  assert.deepEqual(knownLayout({ layout: null, entered }), { hexes: { "h0,0": entered.hexes["h0,0"] }, harbors: {} });
});

test("an unknown island is empty", () => {
  assert.deepEqual(knownLayout({ layout: null, entered: null }), { hexes: {}, harbors: {} });
});

test("during the set-up the due piece can be placed at the legal places", () => {
  const to_do = [{ kind: "found", colour: "red", piece: "settlement", sites: ["i1"], or: ["blue"] }];
  assert.deepEqual(pendingPlacement({ to_do, on_turn: "red" }), { colour: "red", piece: "settlement", sites: ["i1"] });
});

test("free roads are roads", () => {
  const to_do = [{ kind: "free_roads", colour: "blue", count: 2, sites: ["p1"] }];
  assert.deepEqual(pendingPlacement({ to_do, on_turn: "blue" }), { colour: "blue", piece: "road", sites: ["p1"] });
});

test("later the active player can place any piece", () => {
  assert.deepEqual(pendingPlacement({ to_do: [{ kind: "roll", colour: "blue" }], on_turn: "blue" }), { colour: "blue" });
});
