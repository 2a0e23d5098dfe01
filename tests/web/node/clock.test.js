// The turn's clock, by a house rule: it counts down, and each player has a reserve for the whole game.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { open } from "./page.js";

open();
mock.method(globalThis, "setInterval", () => 0);
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: false });
globalThis.localStorage = { getItem: () => null };
document.addEventListener = () => {};
const { remainingTime } = await import("../../../web/static/table/clock.js");

test("without a reserve the turn's time counts down and then shows the overtime", () => {
  assert.deepEqual(remainingTime(30, 90, null), { stage: "own", text: "1:00" });
  assert.deepEqual(remainingTime(90, 90, null), { stage: "over", text: "0:00" });
  assert.deepEqual(remainingTime(100, 90, null), { stage: "over", text: "+0:10" });
});

test("a reserve is shown beside the turn's time and is used after it", () => {
  assert.deepEqual(remainingTime(30, 90, 300), { stage: "own", text: "1:00 + 5:00" });
  assert.deepEqual(remainingTime(90, 90, 300), { stage: "reserve", text: "5:00" });
  assert.deepEqual(remainingTime(150, 90, 300.4), { stage: "reserve", text: "4:01" });
  assert.deepEqual(remainingTime(400, 90, 300), { stage: "over", text: "+0:10" });
});

test("a used-up reserve leaves the turn's own time", () => {
  assert.deepEqual(remainingTime(30, 90, 0), { stage: "own", text: "1:00" });
  assert.deepEqual(remainingTime(91, 90, 0), { stage: "over", text: "+0:01" });
});

test("a turn without its own time uses only the reserve", () => {
  assert.deepEqual(remainingTime(20, 0, 300), { stage: "reserve", text: "4:40" });
});
