// Photos of cards: the count of an island, and the common symbol drawn into the picture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { countIsland, markCommonSymbols } = await import("../../../web/static/spot_it/referee.js");
const KINDS = {
  "0,0": "blue", "1,0": "blue", "0,-2": "blue", "1,-2": "red", "-2,0": "red", "-1,0": "red", "-1,1": "red", "2,0": "island", "0,1": null,
};

test("an island counts visible cards, bordered harbors, or the largest group", () => {
  const harbors = ["1,-3", "3,-2", "2,1", "-1,3", "-3,2", "-2,-1"];
  const counts = (game) => ["blue", "red", "orange"].map((colour) => countIsland(game, KINDS, harbors, colour));
  assert.deepEqual(counts(1), [3, 4, 0]);
  assert.deepEqual(counts(2), [1, 2, 0]);
  assert.deepEqual(counts(3), [2, 3, 0]);
});

test("the common symbol is ringed on both cards, and the rings are joined", () => {
  const calls = [];
  const pen = new Proxy({}, { get: (own, name) => own[name] ?? ((...given) => calls.push([name, ...given.map(Math.round)])), set: () => true });
  const canvas = { width: 1000, height: 500, getContext: () => pen };
  const circle = (x, radius) => ({ at: [x, 0.5], radius });
  markCommonSymbols(canvas, { cards: [circle(0.25, 0.2), circle(0.75, 0.2)], common: [[circle(0.2, 0.02), circle(0.8, 0.03)]] });
  const arcs = calls.filter(([name]) => name === "arc").map(([, x, y, radius]) => [x, y, radius]);
  assert.deepEqual(arcs, [[250, 250, 200], [750, 250, 200], [200, 250, 26], [800, 250, 39], [200, 250, 26], [800, 250, 39]]);
  assert.deepEqual(calls.find(([name]) => name === "moveTo"), ["moveTo", 226, 250]);
  assert.deepEqual(calls.find(([name]) => name === "lineTo"), ["lineTo", 761, 250]);
});
