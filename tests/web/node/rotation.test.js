// The rotation of the page on its device: stored where the browser stores settings, otherwise for as long as the page is open.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
// The storage that node offers is not a browser's: in this test no storage works.
Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => { throw new Error("denied"); } });
const { saveSetting, loadSetting } = await import("../../../web/static/device/storage.js");
const { onRotation, pageRotation, rotatePage } = await import("../../../web/static/device/rotation.js");
const { islandRotationOnPage, islandRotation, rotateIslandBySteps, rotateIsland } = await import("../../../web/static/island/rotation.js");

test("without storage a setting lasts while the page is open", () => {
  assert.equal(loadSetting("seat", "none"), "none");
  saveSetting("seat", "red");
  assert.equal(loadSetting("seat"), "red");
  saveSetting("seat", null);
  assert.equal(loadSetting("seat", "none"), "none");
});

test("a page faces a side", () => {
  rotatePage(100);
  assert.equal(pageRotation(), 90);
  rotatePage(-90);
  assert.equal(pageRotation(), 270);
});

test("an island is turned by steps, from the nearest, all the way round", () => {
  rotateIsland(14);
  rotateIslandBySteps(1);
  assert.equal(islandRotation(), 30);
  rotateIslandBySteps(-2);
  assert.equal(islandRotation(), 330);
});

test("on a page that is turned, the island is turned by as much less", () => {
  rotatePage(90);
  rotateIsland(30);
  assert.equal(islandRotationOnPage(), 300);
});

test("listeners are notified of a rotation", () => {
  let calls = 0;
  onRotation(() => (calls += 1));
  rotateIsland(60);
  rotatePage(180);
  assert.equal(calls, 2);
});
