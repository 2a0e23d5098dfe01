// Notes on the limits of a device: each names the setting to change, and stays until it is dismissed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLive, realTable } from "./live.js";
import { openPage, waitUntil } from "./page.js";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
const IPAD = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.6 Safari/605.1.15";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

/** Give a window's navigator other values than usual. */
function setNavigator(values) {
  return ({ navigator }) => {
    for (const [name, value] of Object.entries(values)) Object.defineProperty(navigator, name, { value, configurable: true });
  };
}
const keepsScreenOn = setNavigator({ wakeLock: { request: async () => ({ released: false }) } });
const notes = (page) => page.texts("#notes .note");
const openSettings = (page) => page.click(page.button("View and sound"));

for (const [device, agent, what] of [
  ["an Android tablet", { userAgent: ANDROID }, "Settings › Display › Screen timeout › the longest"],
  ["an iPad", { userAgent: IPAD, maxTouchPoints: 5 }, "Settings › Display & Brightness › Auto-Lock › Never"],
  ["a Mac", { userAgent: IPAD, maxTouchPoints: 0 }, "set the device's screen timeout to never"],
  ["any other device", {}, "set the device's screen timeout to never"],
]) {
  test(`${device} whose screen goes dark says what to set`, async () => {
    const page = await openPage("table", { before: setNavigator(agent) });
    assert.equal(notes(page).length, 1);
    assert.match(notes(page)[0], /Over plain HTTP a page can't keep the screen on\./);
    assert.ok(notes(page)[0].includes(what), notes(page)[0]);
  });
}

/** Give a window's browser all CSS but some. */
function withoutFeature(missing) {
  return (window) => {
    keepsScreenOn(window);
    const { CSS } = window;
    Object.defineProperty(window, "CSS", { value: { escape: CSS.escape, supports: (...given) => !given.join().includes(missing) } });
  };
}

for (const feature of ["container-type", "color-mix", ":has"]) {
  test(`a browser without ${feature} says that it is too old, until somebody dismisses it`, async () => {
    const page = await openPage("table", { before: withoutFeature(feature) });
    assert.match(notes(page).join(), /This browser is too old for the table's layout/);
    await page.click(page.button("Dismiss"));
    assert.deepEqual(notes(page), []);
  });
}

test("an old tablet that only views says so, too", async () => {
  const page = await openPage("table", { role: "viewer", before: withoutFeature("container-type") });
  assert.match(notes(page).join(), /This browser is too old for the table's layout/);
});

test("a browser with the whole layout says nothing about its age", async () => {
  const page = await openPage("table", { before: withoutFeature("nothing") });
  assert.deepEqual(notes(page), []);
});

test("a dismissed note stays hidden on this device, and the settings still show it", async () => {
  const page = await openPage("table");
  assert.equal(notes(page).length, 1);
  await page.click(page.button("Dismiss"));
  assert.deepEqual(notes(page), []);
  const again = await openPage("table", { storage: { ...page.window.localStorage } });
  assert.ok(!again.$("#game").hidden);
  assert.deepEqual(notes(again), []);
  await openSettings(again);
  assert.match(again.text(again.dialog), /can't keep the screen on/);
});

test("if the screen stays on, only the settings mention it", async () => {
  const page = await openPage("table", { before: keepsScreenOn });
  assert.ok(!page.$("#game").hidden);
  await openSettings(page);
  assert.match(page.text(page.dialog), /The screen stays on while this page is open\./);
  assert.deepEqual(notes(page), []);
});

test("a viewer sees no note about sound or sleep", async () => {
  const page = await openPage("table", { role: "viewer" });
  assert.ok(!page.$("#game").hidden);
  assert.deepEqual(notes(page), []);
});

test("an untouched page with sounds says that the browser mutes it", async () => {
  const activation = { hasBeenActive: false };
  const prepareWindow = (window) => {
    keepsScreenOn(window);
    setNavigator({ userActivation: activation })(window);
    window.addEventListener("pointerup", () => (activation.hasBeenActive = true), true);
  };
  const page = await openPage("table", { storage: { "companion.sounds": "on" }, before: prepareWindow });
  assert.deepEqual(notes(page), ["Tap the page once: until then, the browser plays no sound."]);
  assert.deepEqual(page.queryAllByRole("button", undefined, page.$("#notes")), []);
  await page.click("#title");
  assert.deepEqual(notes(page), []);
  assert.ok(!page.$("#game").hidden);
});

test("a quiet page needs no touch", async () => {
  const prepareWindow = (window) => {
    keepsScreenOn(window);
    setNavigator({ userActivation: { hasBeenActive: false } })(window);
  };
  const page = await openPage("table", { before: prepareWindow });
  assert.ok(!page.$("#game").hidden);
  assert.deepEqual(notes(page), []);
});

test("a phone shows the note in its footer only", async () => {
  const table = await realTable();
  const players = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "white"]].map(([name, colour]) => ({ name, colour }));
  await table.startGame({ game: "base", players, options: {} });
  const iPhone = setNavigator({ userAgent: IPHONE, maxTouchPoints: 5 });
  const page = await openLive(table, "phone", { seat: "red", player: "Ana", before: iPhone });
  await waitUntil(() => page.text("#more").includes("Settings › Display & Brightness › Auto-Lock › Never"));
  assert.equal(page.all("#notes .note").length, 0);
});
