// The differences between two successive views of the island.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { diffViews } = await import("../../../web/static/island/motion.js");

const ROAD = { at: "p1", kind: "road", colour: "red" };
const SETTLEMENT = { at: "i1", kind: "settlement", colour: "red" };
const view = (number, { pieces = [], robber = "h0,0", kind = "end_turn" } = {}) => ({
  layout: {},
  pieces,
  robber,
  log: [{ number, event: { kind } }],
});

test("a new piece is placed", () => {
  const what = diffViews(view(4, { pieces: [ROAD] }), view(5, { pieces: [ROAD, SETTLEMENT] }));
  assert.deepEqual(what, { put: ["i1"], robber: null, stolen: null, won: [], isRolled: false });
});

test("a city that replaces a settlement is placed", () => {
  const city = { ...SETTLEMENT, kind: "city" };
  assert.deepEqual(diffViews(view(4, { pieces: [SETTLEMENT] }), view(5, { pieces: [city] })).put, ["i1"]);
});

test("the robber slides from where it stood", () => {
  const what = diffViews(view(4), view(5, { robber: "h1,0" }));
  assert.deepEqual(what.robber, { from: "h0,0", to: "h1,0" });
});

test("a special card moves from its former to its new holder", () => {
  const viewWithHolder = (number, colour) => ({ ...view(number), players: ["red", "blue"].map((each) => ({ colour: each, longest_road: each === colour })) });
  assert.deepEqual(diffViews(viewWithHolder(4, null), viewWithHolder(5, "red")).won, [{ card: "longest_road", from: null, to: "red" }]);
  assert.deepEqual(diffViews(viewWithHolder(4, "red"), viewWithHolder(5, "blue")).won, [{ card: "longest_road", from: "red", to: "blue" }]);
  assert.deepEqual(diffViews(viewWithHolder(4, "red"), viewWithHolder(5, "red")).won, []);
  assert.deepEqual(diffViews(viewWithHolder(4, "red"), viewWithHolder(5, null)).won, []);
});

test("a new roll pulses, and a redraw does not repeat it", () => {
  assert.ok(diffViews(view(4), view(5, { kind: "roll" })).isRolled);
  assert.ok(!diffViews(view(5, { kind: "roll" }), view(5, { kind: "roll" })).isRolled);
});

test("the first snapshot causes no animation", () => {
  assert.equal(diffViews(undefined, view(5, { pieces: [ROAD] })), null);
  assert.equal(diffViews({ ...view(0), layout: null }, view(1)), null);
});

test("a burst and an undo show only the final state", () => {
  const many = ["p1", "p2", "p3", "p4"].map((at) => ({ ...ROAD, at }));
  assert.equal(diffViews(view(4), view(5, { pieces: many })), null);
  assert.equal(diffViews(view(4), view(9)), null);
  assert.equal(diffViews(view(9), view(8)), null);
});
