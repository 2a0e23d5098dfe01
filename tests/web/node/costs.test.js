// The builds that the active player can pay for, or the reasons why not, from public knowledge.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { buildOptions } = await import("../../../web/static/base_game/event_text.js");

const NO_SITES = { road: [], settlement: [], city: [] };
const may = (given, gives, red = { cards: null, resources: null }) => ({ build: NO_SITES, buy_card: false, roll: false, gives: { red }, ...given });

test("a piece with a free place and enough cards can be built", () => {
  const now = buildOptions(may({ build: { ...NO_SITES, road: ["p1,1"] }, buy_card: true }), "red");
  assert.deepEqual(now.road, { may: true });
  assert.deepEqual(now.development_cards, { may: true });
  assert.equal(now.city.may, false);
});

test("before the roll the reason is the dice", () => {
  assert.equal(buildOptions(may({ roll: true }), "red").road.why, "roll");
});

test("an open hand shows which cards are missing", () => {
  const now = buildOptions(may({}, null, { cards: 4, resources: { ore: 2, grain: 2 } }), "red");
  assert.deepEqual(now.city, { may: false, why: "missing", missing: { ore: 1 } });
  assert.deepEqual(now.development_cards.missing, { wool: 1 });
});

test("a hidden hand only shows that it is too small", () => {
  const now = buildOptions(may({}, null, { cards: 2, resources: null }), "red");
  assert.deepEqual(now.settlement, { may: false, why: "few" });
  assert.deepEqual(now.road, { may: false, why: "forbidden" });
});

test("an uncertain hand shows no number", () => {
  assert.equal(buildOptions(may({}), "red").city.why, "forbidden");
});
