// Which side of a flat tablet each sits at, and when the page turns there.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, text) => store.set(name, text),
  removeItem: (name) => store.delete(name),
};
let asked = null;
globalThis.document = { querySelector: () => asked };
const { setFaceTurn, faceActivePlayer, seatSides, assignSides, saveSide } = await import("../../../web/static/device/rotation.js");
const { pageRotation, rotatePage } = await import("../../../web/static/device/rotation.js");

const players = (...colours) => colours.map((colour) => ({ colour }));
const FOUR = players("red", "blue", "white", "orange");

beforeEach(() => {
  store.clear();
  asked = null;
});

test("players sit around the table in turn order, two of them opposite each other", () => {
  assert.deepEqual(assignSides(FOUR, {}), { red: 0, blue: 90, white: 180, orange: 270 });
  assert.deepEqual(assignSides(players("red", "blue"), {}), { red: 0, blue: 180 });
});

test("a chosen side overrides the default", () => {
  saveSide("blue", 270);
  saveSide("white", 450);
  assert.deepEqual(seatSides(FOUR), { red: 0, blue: 270, white: 90, orange: 270 });
});

test("a side stored for another player is ignored", () => {
  for (const kept of ["no JSON", '{"red": "left"}', "null", "7"]) {
    store.set("companion.sides", kept);
    assert.equal(seatSides(FOUR).red, 0);
  }
});

test("the page turns to the active player only if that is set", () => {
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "white" }), false);
  setFaceTurn(true);
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "white" }), true);
  assert.equal(pageRotation(), 180);
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "white" }), false);
});

test("the page does not turn during a question or without an active player", () => {
  setFaceTurn(true);
  rotatePage(90);
  asked = {};
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "red" }), false);
  asked = null;
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: null }), false);
  assert.equal(faceActivePlayer({ players: FOUR }), false);
  assert.equal(pageRotation(), 90);
});
