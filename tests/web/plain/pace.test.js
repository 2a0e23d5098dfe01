// What comes faster than a page can draw it is passed over; the newest is always drawn in the end.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let now, timers, frames;
globalThis.performance = { now: () => now };
globalThis.setTimeout = (act, after, ...given) => void timers.push({ at: now + after, act: () => act(...given) });
globalThis.requestAnimationFrame = (act) => void frames.push(act);
globalThis.document = { visibilityState: "visible" };
const { paced } = await import("../../../web/static/network/pace.js");

const DRAWING = 100;
let drawn, give;
beforeEach(() => {
  [now, timers, frames, drawn] = [5000, [], [], []];
  document.visibilityState = "visible";
  give = paced((what) => {
    drawn.push(what);
    now += DRAWING;
  });
});

/** The clock goes on, and what was waited for comes. */
function passes(time) {
  const ends = now + time;
  for (let next; (next = timers.filter(({ at }) => at <= ends).sort((a, b) => a.at - b.at)[0]); ) {
    timers.splice(timers.indexOf(next), 1);
    now = Math.max(now, next.at);
    next.act();
  }
  now = Math.max(now, ends);
}

/** The frame that shows what was drawn takes so long. */
function framed(time) {
  now += time;
  frames.splice(0).forEach((act) => act());
  passes(0);
}

test("what comes to a page at rest is drawn at once", () => {
  give(1);
  assert.deepEqual(drawn, [1]);
  passes(DRAWING);
  give(2);
  assert.deepEqual(drawn, [1, 2]);
});

test("a page rests for as long as it drew, and draws the newest then", () => {
  [1, 2, 3].forEach(give);
  passes(DRAWING - 1);
  assert.deepEqual(drawn, [1]);
  passes(1);
  assert.deepEqual(drawn, [1, 3]);
  passes(10 * DRAWING);
  assert.deepEqual(drawn, [1, 3]);
});

test("the frame that shows it counts, too", () => {
  give(1);
  framed(200);
  give(2);
  passes(299);
  assert.deepEqual(drawn, [1]);
  passes(1);
  assert.deepEqual(drawn, [1, 2]);
});

test("a frame that comes while the newest waits has it wait on", () => {
  give(1);
  give(2);
  now += 50;
  framed(0);
  passes(149);
  assert.deepEqual(drawn, [1]);
  passes(1);
  assert.deepEqual(drawn, [1, 2]);
});

test("no rest is longer than a second", () => {
  give(1);
  framed(60_000);
  give(2);
  passes(1000);
  assert.deepEqual(drawn, [1, 2]);
});

test("a page that nobody sees waits for no frame", () => {
  document.visibilityState = "hidden";
  give(1);
  assert.deepEqual(frames, []);
});

test("a drawing that fails keeps nothing from being drawn later", () => {
  const failing = paced((what) => {
    drawn.push(what);
    if (what === 1) throw new Error("it can't be drawn");
  });
  assert.throws(() => failing(1), /can't be drawn/);
  failing(2);
  assert.deepEqual(drawn, [1, 2]);
});
