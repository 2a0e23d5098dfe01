// What lies on the island, and what is waited for there, of a view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pendingPlacement } from "../../../web/static/island/island_view.js";
import { knownLayout } from "../../../web/static/island/island_view.js";

const LAYOUT = { hexes: { "h0,0": { terrain: "forest", number: 11 } }, harbors: { "p3,-5": "wool" } };

test("an island that is laid lies as it was laid", () => {
  assert.equal(knownLayout({ layout: LAYOUT, entered: null }), LAYOUT);
});

test("of one that is being entered, what is known of its hexes lies there", () => {
  const entered = {
    hexes: { "h0,0": { terrain: "forest", number: 11 }, "h0,2": { terrain: null, number: 4 } },
    harbors: {},
  };
  assert.deepEqual(knownLayout({ layout: null, entered }), { hexes: { "h0,0": entered.hexes["h0,0"] }, harbors: {} });
});

test("before anything is said, nothing lies there", () => {
  assert.deepEqual(knownLayout({ layout: null, entered: null }), { hexes: {}, harbors: {} });
});

test("who founds puts down the piece that is due, where it may stand", () => {
  const to_do = [{ kind: "found", colour: "red", piece: "settlement", sites: ["i1"], or: ["blue"] }];
  assert.deepEqual(pendingPlacement({ to_do, on_turn: "red" }), { colour: "red", piece: "settlement", sites: ["i1"] });
});

test("free roads are roads", () => {
  const to_do = [{ kind: "free_roads", colour: "blue", count: 2, sites: ["p1"] }];
  assert.deepEqual(pendingPlacement({ to_do, on_turn: "blue" }), { colour: "blue", piece: "road", sites: ["p1"] });
});

test("else it is for who is on turn, whatever piece", () => {
  assert.deepEqual(pendingPlacement({ to_do: [{ kind: "roll", colour: "blue" }], on_turn: "blue" }), { colour: "blue" });
});
