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
const { setFaceTurn, faceActivePlayer, seatSides, assignSides, saveSide } = await import("../../../web/static/device/seat_sides.js");
const { pageRotation, rotatePage } = await import("../../../web/static/device/rotation.js");

const players = (...colours) => colours.map((colour) => ({ colour }));
const FOUR = players("red", "blue", "white", "orange");

beforeEach(() => {
  store.clear();
  asked = null;
});

test("they sit round the table as they play, two of them across from each other", () => {
  assert.deepEqual(assignSides(FOUR, {}), { red: 0, blue: 90, white: 180, orange: 270 });
  assert.deepEqual(assignSides(players("red", "blue"), {}), { red: 0, blue: 180 });
});

test("who says otherwise sits there", () => {
  saveSide("blue", 270);
  saveSide("white", 450);
  assert.deepEqual(seatSides(FOUR), { red: 0, blue: 270, white: 90, orange: 270 });
});

test("what somebody else kept there says nothing", () => {
  for (const kept of ["no JSON", '{"red": "left"}', "null", "7"]) {
    store.set("companion.sides", kept);
    assert.equal(seatSides(FOUR).red, 0);
  }
});

test("the page turns to whoever is on turn, only where that is wished", () => {
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "white" }), false);
  setFaceTurn(true);
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "white" }), true);
  assert.equal(pageRotation(), 180);
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "white" }), false);
});

test("while something is asked, or nobody is on turn, it stays", () => {
  setFaceTurn(true);
  rotatePage(90);
  asked = {};
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: "red" }), false);
  asked = null;
  assert.equal(faceActivePlayer({ players: FOUR, on_turn: null }), false);
  assert.equal(faceActivePlayer({ players: FOUR }), false);
  assert.equal(pageRotation(), 90);
});
