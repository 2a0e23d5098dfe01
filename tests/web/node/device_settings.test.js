// The settings of a device: the rotation of the page and of the island. Sizes and styles are tested in Chromium
// (test_view.py).

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");

const facing = (shown = page) => shown.document.documentElement.dataset.page;
const storedSettings = () => {
  const { localStorage } = page.window;
  const names = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n));
  return Object.fromEntries(names.map((name) => [name, localStorage.getItem(name)]));
};
const openSettings = async (shown = page) => {
  await shown.click(shown.button("View and sound"));
  return shown.dialog;
};

test("the page turns to the active player if that is set, but not while a dialog is open", async () => {
  const dialog = await openSettings();
  await page.check(page.field("Turn to the active player", dialog));
  // Ben doesn't sit at the left, as the others' order would have it, but across.
  await page.check(page.getByRole("radio", "the far side", page.getByRole("group", "Ben", dialog)));
  await page.changeView({ on_turn: "blue" });
  assert.equal(page.text(".on-turn .player-name"), "Ben");
  assert.equal(facing(), "0");
  await page.click(page.button("Done", dialog));
  assert.equal(facing(), "180");
  await page.changeView({ on_turn: "white" });
  assert.equal(facing(), "270");
  // The device stores the choice.
  const again = await openPage("table", { snapshot: page.server.snapshot, storage: storedSettings() });
  assert.equal(facing(again), "270");
  await again.changeView({ on_turn: "blue" });
  assert.equal(facing(again), "180");
  const chosen = await openSettings(again);
  await again.check(again.field("Turn to the active player", chosen), false);
  await again.click(again.button("Done", chosen));
  await again.changeView({ on_turn: "red", turn: 13 });
  assert.equal(again.text("#title"), "Turn 13");
  assert.equal(facing(again), "180");
});

test("the page faces the chosen side, and the device remembers it", async () => {
  await page.show(snapshotOf("base"));
  page.window.localStorage.clear();
  await openSettings();
  await page.click(page.button("the far side", page.dialog));
  assert.deepEqual([facing(), storedSettings()["companion.page"]], ["180", "180"]);
  await page.click(page.button("left", page.dialog));
  assert.deepEqual([facing(), storedSettings()["companion.page"]], ["270", "270"]);
  await page.click(page.button("Done", page.dialog));
});

test("the island can be turned as the camera sees it, if there is a camera", async () => {
  await page.show(snapshotOf("base"));
  page.window.localStorage.clear();
  let dialog = await openSettings();
  assert.deepEqual(page.queryAllByRole("button", "north up", dialog).length, 1);
  assert.deepEqual(page.queryAllByRole("button", "as the camera sees it", dialog), []);
  await page.click(page.button("Done", dialog));
  await page.change((snapshot) => {
    snapshot.camera_turn = -14;
    snapshot.game.view.turn = 13;
  });
  assert.equal(page.text("#title"), "Turn 13");
  dialog = await openSettings();
  await page.click(page.button("as the camera sees it", dialog));
  assert.equal(page.$(".turned").getAttribute("transform"), "rotate(346)");
  const number = page.$(".hex[data-key='h0,-2'] .token-number").closest("g[transform]");
  assert.match(number.getAttribute("transform"), /^rotate\(-346 /);
});
