// The address of an overlay: the parts that it names, and the delay.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { open } from "./page.js";

open();
// An open channel would keep node running.
globalThis.BroadcastChannel = class {};
const { delayEach, parseOverlayQuery } = await import("../../../web/static/overlay/overlay.js");

const PART_NAMES = ["points", "turn", "roll"];
const parseQuery = (search) => parseOverlayQuery(search, PART_NAMES, ["points"]);

test("parts are shown in the order of the address, each once, without unknown ones", () => {
  assert.deepEqual(parseQuery("?show=roll,points,roll,hands").show, ["roll", "points"]);
});

test("an invalid address shows the default parts", () => {
  assert.deepEqual(parseQuery("").show, ["points"]);
  assert.deepEqual(parseQuery("?show=hands,constructor").show, ["points"]);
});

test("the delay is from 0 to 300 seconds", () => {
  assert.equal(parseQuery("?delay=0").delay, 0);
  assert.equal(parseQuery("?delay=2.5").delay, 2.5);
  assert.equal(parseQuery("?delay=4000").delay, 300);
});

test("a missing or invalid delay is the default, never zero", () => {
  for (const search of ["", "?delay=", "?delay=%20", "?delay=-3", "?delay=soon", "?delay=Infinity"]) assert.equal(parseQuery(search).delay, 15);
});

test("events are delayed in order, including the first", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const handed = [];
  const take = delayEach(1000, (what) => handed.push(what));
  take("first");
  mock.timers.tick(600);
  take("second");
  mock.timers.tick(399);
  assert.deepEqual(handed, []);
  mock.timers.tick(1);
  assert.deepEqual(handed, ["first"]);
  mock.timers.tick(600);
  assert.deepEqual(handed, ["first", "second"]);
  mock.timers.reset();
});
