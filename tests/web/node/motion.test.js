// When things move: if the device wants it, and not during a burst of updates.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

let less = false;
globalThis.matchMedia = () => ({
  get matches() {
    return less;
  },
});
let now = 0;
mock.method(performance, "now", () => now);
const { animate, isMotionEnabled, recordChange } = await import("../../../web/static/device/motion.js");

beforeEach(() => {
  less = false;
  now += 10_000;
});

test("a single event is animated", () => {
  recordChange();
  assert.equal(isMotionEnabled(), true);
  now += 400;
  recordChange();
  assert.equal(isMotionEnabled(), true);
});

test("a burst of events shows only the final state", () => {
  recordChange();
  now += 60;
  recordChange();
  assert.equal(isMotionEnabled(), false);
  const thing = { animate: mock.fn() };
  animate(thing, [], { duration: 300 });
  assert.equal(thing.animate.mock.callCount(), 0);
});

test("events are animated again soon after a burst", () => {
  recordChange();
  now += 60;
  recordChange();
  now += 200;
  assert.equal(isMotionEnabled(), true);
});

test("nothing moves with reduced motion", () => {
  less = true;
  assert.equal(isMotionEnabled(), false);
});
