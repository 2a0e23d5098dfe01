// Motion on the table's page and on a phone after an event: it follows the result and lasts less than a second.
// A browser tests its look (test_motion.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { line } from "./base_game_page.js";
import { openLive, realTable } from "./live.js";
import { openPage, setPageClock, snapshotOf, waitUntil } from "./page.js";

const LONGEST_MS = 900;
const tokens = readFileSync(new URL("../../../web/static/design/tokens.css", import.meta.url), "utf8");

/** Every animation since the last test began: what moves, how it ends, until when in milliseconds, and the animation. */
const moved = [];

/** Let a window have the durations of the style sheet, and note its animations. */
function noteMotion(window) {
  for (const [, name, duration] of tokens.matchAll(/(--\w+): (\d+ms);/g)) window.document.documentElement.style.setProperty(name, duration);
  window.Element.prototype.animate = function (frames, { duration, delay = 0 }) {
    const animation = {};
    moved.push({ what: this.getAttribute("class"), ends: { ...frames.at(-1) }, untilMs: duration + delay, animation });
    return animation;
  };
}

const page = await openPage("table", { motion: true, before: noteMotion });
const still = await openPage("table", { before: noteMotion });
beforeEach(async () => {
  for (const each of [page, still]) await each.show(snapshotOf("base"));
  moved.length = 0;
});

const names = () => moved.map(({ what }) => what);
const cards = () => names().filter((what) => what?.startsWith("flying-card"));

/** Everything that moves has moved for some time, and arrives in time. */
function assertQuick() {
  assert.ok(moved.length > 0);
  for (const { what, untilMs } of moved) assert.ok(untilMs > 0 && untilMs <= LONGEST_MS, `${what} moves for ${untilMs} ms`);
}

const arrive = () => moved.forEach(({ animation }) => animation.onfinish?.());

/** Have something happen: an event is the log's newest line. */
const happen = (event, values = {}, shown = page) => {
  const { log } = shown.server.snapshot.game.view;
  return shown.changeView({ log: [...log, line(log.at(-1).number + 1, event)], turn: 13, ...values });
};

const ROLL = { kind: "roll", player: "red", dice: [3, 5] };
const STEAL = { kind: "steal", player: "red", from: "blue", resource: null };

test("the robber slides to its new hex", async () => {
  await page.changeView({ robber: "h0,0" });
  assert.deepEqual(moved.map(({ what, ends }) => [what, ends]), [["robber", { translate: "0px 0px" }]]);
  assert.equal(page.all(".robber[data-at='h0,0']").length, 1);
  assertQuick();
});

test("a piece that is put down drops", async () => {
  const { pieces } = page.server.snapshot.game.view;
  await page.changeView({ robber: "h0,0", pieces: [...pieces, { at: "p0,1", kind: "road", colour: "red" }] });
  assert.deepEqual(names(), ["piece road", "robber"]);
  assertQuick();
});

test("dice that were rolled just now tumble to their faces", async () => {
  await happen(ROLL);
  const dice = moved.filter(({ what }) => what === "die");
  assert.deepEqual(dice.map(({ ends }) => ends.transform), Array(2).fill("translate(0px, 0px) rotate(0deg) scale(1)"));
  assertQuick();
});

test("the cards of a roll fly from the hexes that produced them", async () => {
  await happen(ROLL);
  // Lumber of the forest's 8, and ore of the mountains' 8.
  assert.deepEqual(cards(), Array.from({ length: 5 }, () => "flying-card"));
  assert.equal(page.all(".flying-card").length, 5);
  assertQuick();
  arrive();
  assert.equal(page.all(".flying-card").length, 0);
});

test("a stolen card crosses face down", async () => {
  await happen(STEAL);
  assert.deepEqual(cards(), ["flying-card face-down"]);
  assertQuick();
  arrive();
  assert.equal(page.all(".flying-card").length, 0);
});

test("the longest road draws itself, and its card travels", async () => {
  const players = page.server.snapshot.game.view.players.map((player) => ({ ...player, longest_road: player.colour === "red" }));
  await page.changeView({ robber: "h0,0", players });
  assert.deepEqual(names(), ["robber", "road-drawn", "flying-card", "stat badge"]);
  assertQuick();
  assert.match(page.text(".player[data-colour=red] [data-stat=road_length]"), /Longest road/);
  arrive();
  assert.equal(page.all(".road-drawn, .flying-card").length, 0);
});

test("a bank that has too little of a resource shakes its count, and crosses out the hex's card", async () => {
  const bank = () => page.$("#bank [data-resource=wool]");
  assert.equal(bank().className, "count count-none card-gone count-short");
  assert.match(page.text(bank()), /run out/);
  const { view } = page.server.snapshot.game;
  await happen(ROLL, { bank: { ...view.bank, wool: 1 }, roll: { ...view.roll, dice: [1, 1], sum: 2 } });
  assert.ok(names().some((what) => what.includes("count-short")), `${names()}`);
  assert.match(page.text(bank()), /too few/);
  // The pasture whose number was rolled.
  assert.equal(page.all(".hex-rolled .not-given").length, 1);
});

test("nothing moves where the device wants less motion", async () => {
  for (const event of [ROLL, STEAL]) await happen(event, { robber: "h0,0" }, still);
  assert.equal(still.all(".robber[data-at='h0,0']").length, 1);
  assert.deepEqual(moved, []);
});

test("a received card flies into the hand on the phone", async () => {
  setPageClock(() => performance.now());
  const table = await realTable();
  const players = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "white"]].map(([name, colour]) => ({ name, colour }));
  await table.startGame({ game: "base", players, options: {} });
  await table.found();
  const phone = await openLive(table, "phone", { seat: "red", player: "Ana", motion: true, before: noteMotion });
  const brick = () => phone.text("#hand [data-resource=brick] b");
  await waitUntil(() => brick() === "1");
  moved.length = 0;
  await table.submit({ kind: "roll", dice: { sum: 6 } });
  await waitUntil(() => brick() === "2");
  const [flown, ticked] = moved;
  assert.match(flown.what, /card/);
  assert.equal(flown.ends.translate, "0 0");
  assert.deepEqual(ticked.ends, { scale: 1 });
  assertQuick();
});
