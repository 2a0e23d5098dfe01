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
const { move, wantsMotion, wasTold } = await import("../../../web/static/device/motion.js");

beforeEach(() => {
  less = false;
  now += 10_000;
});

test("what is told by itself moves", () => {
  wasTold();
  assert.equal(wantsMotion(), true);
  now += 400;
  wasTold();
  assert.equal(wantsMotion(), true);
});

test("of what is told in a burst only the end is shown", () => {
  wasTold();
  now += 60;
  wasTold();
  assert.equal(wantsMotion(), false);
  const thing = { animate: mock.fn() };
  move(thing, [], { duration: 300 });
  assert.equal(thing.animate.mock.callCount(), 0);
});

test("soon after a burst things move again, as people tap them", () => {
  wasTold();
  now += 60;
  wasTold();
  now += 200;
  assert.equal(wantsMotion(), true);
});

test("nothing moves where the device wants less of it", () => {
  less = true;
  assert.equal(wantsMotion(), false);
});
