// What comes faster than a page can draw it is passed over; the newest is always drawn in the end.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let now, timers, frames;
globalThis.performance = { now: () => now };
const realTimeout = setTimeout;
globalThis.setTimeout = (act, after = 0, ...given) => void timers.push({ at: now + after, act: () => act(...given) });
globalThis.requestAnimationFrame = (act) => void frames.push(act);
globalThis.document = { visibilityState: "visible" };
const { throttleToFrame } = await import("../../../web/static/network/throttle.js");

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

/** What was promised comes. */
const settled = () => new Promise((resolve) => realTimeout(resolve));

/** The clock goes on, and what was waited for comes. */
async function passes(time) {
  const ends = now + time;
  for (let next; (next = timers.filter(({ at }) => at <= ends).sort((a, b) => a.at - b.at)[0]); await settled()) {
    timers.splice(timers.indexOf(next), 1);
    now = Math.max(now, next.at);
    next.act();
  }
  now = Math.max(now, ends);
}

/** The frame that shows what was drawn has taken so long. */
async function framed(time) {
  now += time;
  frames.splice(0).forEach((act) => act());
  await passes(0);
}

test("an update to an idle page is drawn at once", async () => {
  give(1);
  assert.deepEqual(drawn, [1]);
  await framed(0);
  await passes(DRAWING);
  give(2);
  assert.deepEqual(drawn, [1, 2]);
});

test("a page pauses for as long as drawing and the frame took, and then draws the newest state", async () => {
  [1, 2, 3].forEach(give);
  await framed(200);
  await passes(DRAWING + 200 - 1);
  assert.deepEqual(drawn, [1]);
  await passes(1);
  assert.deepEqual(drawn, [1, 3]);
  await framed(0);
  await passes(5000);
  assert.deepEqual(drawn, [1, 3]);
});

test("nothing is drawn before the frame that shows the last", async () => {
  give(1);
  give(2);
  await passes(900);
  assert.deepEqual(drawn, [1]);
});

test("no frame is awaited and no pause lasts longer than a second", async () => {
  give(1);
  give(2);
  await passes(1000);
  assert.deepEqual(drawn, [1]);
  await passes(1000);
  assert.deepEqual(drawn, [1, 2]);
});

test("a hidden page waits for no frame", async () => {
  document.visibilityState = "hidden";
  give(1);
  give(2);
  assert.deepEqual(frames, []);
  await passes(DRAWING);
  assert.deepEqual(drawn, [1, 2]);
});

test("a drawing that fails keeps nothing from being drawn later", async () => {
  const failing = throttleToFrame((what) => {
    drawn.push(what);
    if (what === 1) throw new Error("it can't be drawn");
  });
  assert.throws(() => failing(1), /can't be drawn/);
  failing(2);
  await framed(0);
  await passes(0);
  assert.deepEqual(drawn, [1, 2]);
});
