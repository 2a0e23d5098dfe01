// When things move: where the device wants it, and not while a burst is told.

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

test("what is told by itself moves", () => {
  recordChange();
  assert.equal(isMotionEnabled(), true);
  now += 400;
  recordChange();
  assert.equal(isMotionEnabled(), true);
});

test("of what is told in a burst only the end is shown", () => {
  recordChange();
  now += 60;
  recordChange();
  assert.equal(isMotionEnabled(), false);
  const thing = { animate: mock.fn() };
  animate(thing, [], { duration: 300 });
  assert.equal(thing.animate.mock.callCount(), 0);
});

test("soon after a burst things move again, as people tap them", () => {
  recordChange();
  now += 60;
  recordChange();
  now += 200;
  assert.equal(isMotionEnabled(), true);
});

test("nothing moves where the device wants less of it", () => {
  less = true;
  assert.equal(isMotionEnabled(), false);
});
