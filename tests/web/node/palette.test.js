// The palette of the island: what a tap enters, which tiles it replaces, and which brush is next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { nextBrush, brushAfter, isEnteredByHand, tapInput, paletteState, frameInput } = await import("../../../web/static/island/palette.js");
const { EVENT_SENTENCES } = await import("../../../web/static/base_game/event_text.js");
const { COAST, CORNER_HEXES, HEXES } = await import("../../../web/static/island/sites.js");

const IDS = Object.keys(HEXES);
const BOX = [..."dhhhmmmffffppppyyyy"].map((c) => ({ d: "desert", h: "hills", m: "mountains", f: "forest", p: "pasture", y: "fields" })[c]);
const TOKENS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12];

/** A view of an island of which so many hexes are known, in the order of the box. */
const islandWith = (count, numbers = []) => ({
  layout: null,
  entered: {
    hexes: Object.fromEntries(IDS.slice(0, count).map((id, n) => [id, { terrain: BOX[n], number: numbers[n] ?? null }])),
    harbors: {},
    missing: { harbors: { generic: 4 } },
  },
});

test("a used-up terrain is followed by the next, the rarest first", () => {
  const terrains = IDS.map((_, count) => nextBrush(paletteState(islandWith(count)), null)?.terrain);
  assert.deepEqual(terrains, BOX);
});

test("the last terrain fills the rest", () => {
  const still = paletteState(islandWith(14));
  const input = tapInput(IDS[14], still, nextBrush(still, null), false);
  const rest = Object.fromEntries(IDS.slice(15).map((id) => [id, { terrain: "fields" }]));
  assert.deepEqual(input, { kind: "correct", layout: { hexes: { [IDS[14]]: { terrain: "pasture" }, ...rest } } });
});

test("the chosen terrain is laid until it is used up", () => {
  const chosen = { kind: "terrain", terrain: "forest" };
  assert.deepEqual(nextBrush(paletteState(islandWith(0)), chosen), chosen);
  assert.equal(brushAfter(paletteState(islandWith(8)), chosen), chosen);
  assert.equal(brushAfter(paletteState(islandWith(10)), chosen), null);
});

test("more of a kind than the box has can be laid by choice", () => {
  const still = paletteState(islandWith(4));
  const hills = { kind: "terrain", terrain: "hills" };
  assert.equal(still.terrains.hills, 0);
  assert.deepEqual(tapInput(IDS[4], still, nextBrush(still, hills), false), {
    kind: "correct",
    layout: { hexes: { [IDS[4]]: { terrain: "hills" } } },
  });
  assert.equal(brushAfter(still, hills), hills);
});

test("a tap on a known hex opens its dialog", () => {
  const still = paletteState(islandWith(3));
  assert.equal(tapInput(IDS[0], still, nextBrush(still, null), false), null);
});

test("the tokens follow from a corner in either direction", () => {
  const still = paletteState(islandWith(19));
  const brush = nextBrush(still, null);
  assert.deepEqual(brush, { kind: "spiral" });
  const input = { kind: "lay_island", as: "spiral", from: CORNER_HEXES[0], clockwise: true };
  assert.deepEqual(tapInput(CORNER_HEXES[0], still, brush, true), input);
  assert.equal(tapInput("h0,0", still, brush, true), null);
});

test("tokens can be tapped one by one, and the last is laid automatically", () => {
  const eight = { kind: "number", number: 8 };
  const first = tapInput(IDS[1], paletteState(islandWith(19)), eight, false);
  assert.deepEqual(first, { kind: "correct", layout: { hexes: { [IDS[1]]: { number: 8 } } } });
  const still = paletteState(islandWith(19, [null, ...TOKENS.slice(0, 16)]));
  const brush = nextBrush(still, null);
  assert.deepEqual(brush, { kind: "number", number: 11 });
  assert.deepEqual(tapInput(IDS[17], still, brush, false).layout.hexes, { [IDS[17]]: { number: 11 }, [IDS[18]]: { number: 12 } });
});

test("the desert has no token", () => {
  const still = paletteState(islandWith(19));
  assert.equal(still.hexesWithoutToken.includes(IDS[0]), false);
  assert.equal(tapInput(IDS[0], still, { kind: "number", number: 8 }, false), null);
});

test("the frame is asked for next, except its last piece", () => {
  assert.deepEqual(nextBrush(paletteState(islandWith(19, [null, ...TOKENS])), null), { kind: "frame" });
  const frameOf = (...pieces) => frameInput(pieces).frame;
  assert.deepEqual(frameInput([3]), { kind: "lay_island", as: "frame", frame: [3] });
  assert.deepEqual(frameOf(3, 0, 5, 1), [3, 0, 5, 1]);
  assert.deepEqual(frameOf(3, 0, 5, 1, 2), [3, 0, 5, 1, 2, 4]);
  assert.deepEqual(frameOf(), []);
});

test("the entered harbors show which pieces of the frame are known, from the top side on", () => {
  const piecesOf = (harbors) => paletteState({ layout: null, entered: { hexes: {}, harbors, missing: { harbors: { generic: 1 } } } }).pieces;
  assert.deepEqual(piecesOf({}), []);
  const [top, next] = [{ [COAST[2]]: "lumber" }, { [COAST[5]]: "generic", [COAST[8]]: "wool" }];
  assert.deepEqual(piecesOf({ ...top, ...next }), [5, 2]);
  assert.deepEqual(piecesOf(next), []);
  assert.deepEqual(piecesOf({ ...top, [COAST[7]]: "lumber" }), [5]);
});

test("with a camera, taps on the island open dialogs as usual", () => {
  const to_do = [{ kind: "lay_island" }];
  assert.deepEqual([undefined, "lost", "ok", "waiting"].map((camera) => isEnteredByHand({ to_do, camera })), [true, true, false, false]);
  assert.equal(isEnteredByHand({ to_do: [] }), false);
});

test("only a whole island with harbors is called a proposed one", () => {
  const textOf = (count, harbors) => EVENT_SENTENCES.layout_entered({ layout: { hexes: islandWith(count).entered.hexes, harbors } });
  assert.equal(textOf(19, { [COAST[0]]: "generic" }), "An island was proposed");
  assert.equal(textOf(19, {}), "Part of the island was entered");
  assert.equal(textOf(5, { [COAST[0]]: "generic" }), "Part of the island was entered");
});
