// The overlay of the base game, for a stream: public facts, shown late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { idle, isHidden, openPage } from "./page.js";

const openOverlay = (search, options = {}) =>
  openPage("overlay", { role: "viewer", url: `http://companion.test/overlay?${search}`, ...options });

test("the overlay shows the public facts and no hands", async () => {
  const page = await openOverlay("delay=0&show=points,turn,roll,robber");
  const overlay = page.$("#overlay");
  assert.ok(!isHidden(overlay));
  assert.deepEqual(page.texts(".overlay-points li"), ["Ana5", "Ben4", "Clémentine3", "Dora7"]);
  assert.deepEqual(page.texts(".overlay-points li[aria-current]"), ["Ana5"]);
  assert.equal(page.text(".overlay-turn"), "Ana's turn");
  assert.equal(page.text(".overlay-roll .overlay-sum"), "8");
  assert.equal(page.text(".overlay-robber"), "Forest, 3");
  assert.ok(!overlay.innerHTML.includes("cards"));
});

test("the overlay shows nothing before its time", async () => {
  const waiting = [];
  const page = await openOverlay("delay=3&show=roll", {
    before(window) {
      const { setTimeout } = window;
      window.setTimeout = (act, ms, ...given) => (ms === 3000 ? waiting.push(() => act(...given)) : setTimeout(act, ms, ...given));
    },
  });
  const passThreeSeconds = async () => {
    for (const act of waiting.splice(0)) act();
    await idle();
  };
  assert.ok(isHidden(page.$("#overlay")));
  assert.equal(waiting.length, 1);
  await passThreeSeconds();
  assert.ok(!isHidden(page.$("#overlay")));
  assert.equal(page.text(".overlay-sum"), "8");
  await page.changeView({ roll: { dice: [6, 6], sum: 12, player: "blue", takes: [], shortage: [] } });
  assert.equal(page.text(".overlay-sum"), "8");
  await passThreeSeconds();
  assert.equal(page.text(".overlay-sum"), "12");
});

test("the board is shown, and nothing on it can be tapped", async () => {
  const page = await openOverlay("delay=0&show=board");
  assert.equal(page.all(".overlay-board svg.map").length, 1);
  assert.equal(page.$(".overlay-board").inert, true);
});
