// How the page lies on its device, kept where the browser keeps things, and for as long as it is open elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
// What node has for pages to keep things in isn't a browser's: here, none keeps anything.
Object.defineProperty(globalThis, "localStorage", { get: () => { throw new Error("denied"); } });
const { keep, kept } = await import("../../../web/static/device/storage.js");
const { onTurned, pageTurn, turnPage } = await import("../../../web/static/device/turning.js");
const { islandOnPage, islandTurn, stepIsland, turnIsland } = await import("../../../web/static/island/island_turning.js");

test("what a browser doesn't keep is kept while the page is open", () => {
  assert.equal(kept("seat", "none"), "none");
  keep("seat", "red");
  assert.equal(kept("seat"), "red");
  keep("seat", null);
  assert.equal(kept("seat", "none"), "none");
});

test("a page faces a side", () => {
  turnPage(100);
  assert.equal(pageTurn(), 90);
  turnPage(-90);
  assert.equal(pageTurn(), 270);
});

test("an island is turned by steps, from the nearest, all the way round", () => {
  turnIsland(14);
  stepIsland(1);
  assert.equal(islandTurn(), 30);
  stepIsland(-2);
  assert.equal(islandTurn(), 330);
});

test("on a page that is turned, the island is turned by as much less", () => {
  turnPage(90);
  turnIsland(30);
  assert.equal(islandOnPage(), 300);
});

test("who draws is told", () => {
  let told = 0;
  onTurned(() => (told += 1));
  turnIsland(60);
  turnPage(180);
  assert.equal(told, 2);
});
