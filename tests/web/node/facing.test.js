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
const { faceTurn, faceWhoPlays, seated, sidesOf, sitsAt } = await import("../../../web/static/device/facing.js");
const { pageTurn, turnPage } = await import("../../../web/static/device/turning.js");

const players = (...colours) => colours.map((colour) => ({ colour }));
const FOUR = players("red", "blue", "white", "orange");

beforeEach(() => {
  store.clear();
  asked = null;
});

test("they sit round the table as they play, two of them across from each other", () => {
  assert.deepEqual(sidesOf(FOUR, {}), { red: 0, blue: 90, white: 180, orange: 270 });
  assert.deepEqual(sidesOf(players("red", "blue"), {}), { red: 0, blue: 180 });
});

test("who says otherwise sits there", () => {
  sitsAt("blue", 270);
  sitsAt("white", 450);
  assert.deepEqual(seated(FOUR), { red: 0, blue: 270, white: 90, orange: 270 });
});

test("what somebody else kept there says nothing", () => {
  for (const kept of ["no JSON", '{"red": "left"}', "null", "7"]) {
    store.set("companion.sides", kept);
    assert.equal(seated(FOUR).red, 0);
  }
});

test("the page turns to whoever is on turn, only where that is wished", () => {
  assert.equal(faceWhoPlays({ players: FOUR, on_turn: "white" }), false);
  faceTurn(true);
  assert.equal(faceWhoPlays({ players: FOUR, on_turn: "white" }), true);
  assert.equal(pageTurn(), 180);
  assert.equal(faceWhoPlays({ players: FOUR, on_turn: "white" }), false);
});

test("while something is asked, or nobody is on turn, it stays", () => {
  faceTurn(true);
  turnPage(90);
  asked = {};
  assert.equal(faceWhoPlays({ players: FOUR, on_turn: "red" }), false);
  asked = null;
  assert.equal(faceWhoPlays({ players: FOUR, on_turn: null }), false);
  assert.equal(faceWhoPlays({ players: FOUR }), false);
  assert.equal(pageTurn(), 90);
});
