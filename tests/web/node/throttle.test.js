// A page skips updates that arrive faster than it can draw, and always draws the newest in the end.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let now, timers, frames;
globalThis.performance = { now: () => now };
const realTimeout = setTimeout;
globalThis.setTimeout = (act, after = 0, ...given) => void timers.push({ at: now + after, act: () => act(...given) });
globalThis.requestAnimationFrame = (act) => void frames.push(act);
// An open channel would keep node running.
globalThis.BroadcastChannel = class {};
globalThis.document = { visibilityState: "visible", body: { dataset: { patience: "1" } } };
const { throttleToFrame } = await import("../../../web/static/network/connection.js");

const DRAWING = 100;
let drawn, give;
beforeEach(() => {
  [now, timers, frames, drawn] = [5000, [], [], []];
  document.visibilityState = "visible";
  give = throttleToFrame((what) => {
    drawn.push(what);
    now += DRAWING;
  });
});

/** Let promises settle. */
const flushPromises = () => new Promise((resolve) => realTimeout(resolve));

/** Advance the clock and run the timers that are due. */
async function advanceClock(time) {
  const ends = now + time;
  for (let next; (next = timers.filter(({ at }) => at <= ends).sort((a, b) => a.at - b.at)[0]); await flushPromises()) {
    timers.splice(timers.indexOf(next), 1);
    now = Math.max(now, next.at);
    next.act();
  }
  now = Math.max(now, ends);
}

/** Show the frame after a drawing: it takes this many milliseconds. */
async function showFrame(time) {
  now += time;
  frames.splice(0).forEach((act) => act());
  await advanceClock(0);
}

test("an update to an idle page is drawn at once", async () => {
  give(1);
  assert.deepEqual(drawn, [1]);
  await showFrame(0);
  await advanceClock(DRAWING);
  give(2);
  assert.deepEqual(drawn, [1, 2]);
});

test("a page pauses for as long as drawing and the frame took, and then draws the newest state", async () => {
  [1, 2, 3].forEach(give);
  await showFrame(200);
  await advanceClock(DRAWING + 200 - 1);
  assert.deepEqual(drawn, [1]);
  await advanceClock(1);
  assert.deepEqual(drawn, [1, 3]);
  await showFrame(0);
  await advanceClock(5000);
  assert.deepEqual(drawn, [1, 3]);
});

test("nothing is drawn before the frame that shows the last", async () => {
  give(1);
  give(2);
  await advanceClock(900);
  assert.deepEqual(drawn, [1]);
});

test("no frame is awaited and no pause lasts longer than a second", async () => {
  give(1);
  give(2);
  await advanceClock(1000);
  assert.deepEqual(drawn, [1]);
  await advanceClock(1000);
  assert.deepEqual(drawn, [1, 2]);
});

test("a hidden page waits for no frame", async () => {
  document.visibilityState = "hidden";
  give(1);
  give(2);
  assert.deepEqual(frames, []);
  await advanceClock(DRAWING);
  assert.deepEqual(drawn, [1, 2]);
});

test("a drawing that fails keeps nothing from being drawn later", async () => {
  const failing = throttleToFrame((what) => {
    drawn.push(what);
    if (what === 1) throw new Error("it can't be drawn");
  });
  assert.throws(() => failing(1), /can't be drawn/);
  failing(2);
  await showFrame(0);
  await advanceClock(0);
  assert.deepEqual(drawn, [1, 2]);
});
