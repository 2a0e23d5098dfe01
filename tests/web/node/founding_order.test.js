// The order of the set-up phase: whose turn it is in both rounds, derived from the pieces on the island.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { foundingOrder } = await import("../../../web/static/base_game/roll.js");

const SEATS = ["red", "blue", "white"];

/** A view in which these players have founded a settlement, and a piece of `due` is the next one. */
const viewWith = (settled, due, piece = "settlement") => ({
  phase: "founding",
  players: SEATS.map((colour) => ({ colour })),
  pieces: settled.flatMap((colour) => [{ kind: "settlement", colour }, { kind: "road", colour }]),
  to_do: [{ kind: "found", colour: due, piece }],
});

test("the players found in the order of their seats, then backwards", () => {
  const colours = ["blue", "white", "red", "red", "white", "blue"];
  for (let placed = 0; placed < colours.length; placed += 1) {
    assert.deepEqual(foundingOrder(viewWith(colours.slice(0, placed), colours[placed])), { colours, placed });
  }
});

test("a settlement without its road isn't complete", () => {
  assert.equal(foundingOrder(viewWith(["blue"], "blue", "road")).placed, 0);
  assert.equal(foundingOrder(viewWith(["blue", "white", "red", "red"], "red", "road")).placed, 3);
});

test("no order is shown that the pieces contradict, and none outside the set-up phase", () => {
  assert.equal(foundingOrder(viewWith(["blue", "blue"], "white")), null);
  assert.equal(foundingOrder({ ...viewWith([], "red"), phase: "play" }), null);
  assert.equal(foundingOrder({ ...viewWith([], "red"), to_do: [{ kind: "found", colour: "red" }] }), null);
});
