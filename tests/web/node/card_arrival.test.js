// New cards move into the hand on a phone; uncovered cards, or many at once, don't.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { open } from "./page.js";

open();
let less = false;
globalThis.matchMedia = () => ({
  get matches() {
    return less;
  },
});
const TOKENS = { "--drop": "420ms", "--tick": "240ms", "--stagger": "45ms" };
globalThis.getComputedStyle = () => ({ getPropertyValue: (name) => TOKENS[name] });
const { animateArrivals, increasedKinds } = await import("../../../web/static/base_phone/hand.js");

const element = (left, top) => ({ animate: mock.fn(), getBoundingClientRect: () => ({ left, top, width: 20, height: 40 }) });
let pile, draw, show;
beforeEach(() => {
  less = false;
  pile = { card: element(100, 300), count: element(100, 340) };
  draw = mock.fn();
  show = animateArrivals(draw, (seen) => seen, () => pile, element(50, 100));
});
const moves = (thing) => thing.animate.mock.calls.map(({ arguments: [frames, timing] }) => ({ frames, timing }));

test("a card flies from the turn's line to its pile, and the count changes when it arrives", () => {
  show({ ore: 1 });
  show({ ore: 2 });
  const [flight] = moves(pile.card);
  assert.equal(flight.frames[0].translate, "-50px -200px");
  assert.equal(flight.frames.at(-1).translate, "0 0");
  const [tick] = moves(pile.count);
  assert.ok(tick.timing.delay + tick.timing.duration <= 900);
  assert.equal(draw.mock.callCount(), 2);
});

test("cards that are shown at first, spent or uncovered do not fly", () => {
  for (const seen of [{ ore: 2 }, { ore: 1 }, null, { ore: 5 }]) show(seen);
  assert.deepEqual(moves(pile.card), []);
});

test("with reduced motion only the result is shown", () => {
  less = true;
  show({ ore: 1 });
  show({ ore: 2 });
  assert.deepEqual(moves(pile.card), []);
  assert.equal(draw.mock.callCount(), 2);
});

test("cards of several kinds fly one after another and arrive within 900 ms", () => {
  show({});
  show({ ore: 1, wool: 1, grain: 1, brick: 1, lumber: 1 });
  const ends = moves(pile.count).map(({ timing }) => timing.delay + timing.duration);
  assert.equal(ends.length, 5);
  assert.ok(Math.max(...ends) <= 900 && new Set(ends).size === 5);
  assert.deepEqual(increasedKinds({ ore: 1 }, { ore: 1, wool: 1 }), ["wool"]);
});
