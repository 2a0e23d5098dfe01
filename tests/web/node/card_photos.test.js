// Photos of cards: the count of an island, and the common symbol drawn into the picture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { countedPlaces, markCommonSymbols } = await import("../../../web/static/spot_it/referee.js");
const KINDS = {
  "0,0": "blue", "1,0": "blue", "0,-2": "blue", "1,-2": "red", "-2,0": "red", "-1,0": "red", "-1,1": "red", "2,0": "island", "0,1": null,
};

test("an island counts visible cards, bordered harbors, or the largest group", () => {
  const harbors = ["1,-3", "3,-2", "2,1", "-1,3", "-3,2", "-2,-1"];
  const counts = (game) => ["blue", "red", "orange"].map((colour) => countedPlaces(game, KINDS, harbors, colour).length);
  assert.deepEqual(counts(1), [3, 4, 0]);
  assert.deepEqual(counts(2), [1, 2, 0]);
  assert.deepEqual(counts(3), [2, 3, 0]);
  assert.deepEqual(countedPlaces(3, KINDS, [], "red").sort(), ["-1,0", "-1,1", "-2,0"]);
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

test("a score card shows its points at the pointer, beyond five on its other side", async () => {
  const { scorePosition } = await import("../../../web/static/spot_it/teams.js");
  assert.deepEqual(scorePosition(0), { side: 0, turn: -0 });
  assert.deepEqual(scorePosition(5), { side: 0, turn: -300 });
  assert.deepEqual(scorePosition(6), { side: 1, turn: -0 });
  assert.deepEqual(scorePosition(8), { side: 1, turn: -144 });
  assert.deepEqual(scorePosition(12), scorePosition(10));
});

test("the drawn cards share one symbol, and lie as many to a kind as in the deck", async () => {
  const { cardNumber, commonSymbol } = await import("../../../web/static/spot_it/drawing.js");
  const { CARDS } = await import("../../../web/static/spot_it/deck.js");
  for (let one = 0; one < CARDS.length; one++) {
    const symbols = CARDS[one][1].map(([symbol]) => symbol);
    for (let other = 0; other < one; other++) {
      const shared = CARDS[other][1].map(([symbol]) => symbol).filter((symbol) => symbols.includes(symbol));
      assert.deepEqual(shared, [commonSymbol(one, other)]);
    }
  }
  assert.notEqual(cardNumber("harbor", 5), cardNumber("harbor", 0));
  assert.equal(cardNumber("harbor", 6), cardNumber("harbor", 0));
});
