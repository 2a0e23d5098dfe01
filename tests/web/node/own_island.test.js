// An island of the players' own, entered on the page of a real table: its frame, and the question whether it is complete.

import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";
import { choose } from "./base_game_page.js";

const PLAYERS = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "orange"]].map(([name, colour]) => ({ name, colour }));
const BOX = [..."dhhhmmmffffppppyyyy"].map((c) => ({ d: "desert", h: "hills", m: "mountains", f: "forest", p: "pasture", y: "fields" })[c]);

/** A page of a real table whose island has its terrains and, unless only those, its number tokens. */
async function openOwnIsland({ onlyTerrains = false } = {}) {
  const table = await realTable();
  await table.startGame({ game: "base", players: PLAYERS });
  const page = await openLive(table);
  await waitUntil(() => page.all("#island .hex").length === BOX.length);
  const ids = page.all("#island .hex").map((each) => each.dataset.key);
  await table.submit({ kind: "correct", layout: { hexes: Object.fromEntries(ids.map((id, n) => [id, { terrain: BOX[n] }])) } });
  if (!onlyTerrains) await table.submit({ kind: "lay_island", as: "spiral", from: "h0,-2" });
  await waitUntil(() => page.all(onlyTerrains ? "[data-key=spiral]" : "[data-key=frame-0]").length === 1);
  return { table, page };
}

const countPieces = (page) => page.all("#palette [data-key^=frame-]:not(.chip-wide)").length;
const tapPiece = (page, piece) => page.click(page.$(`[data-key=frame-${piece}]`));
const confirm = (page) => page.click(page.button("Confirm", page.$("#to-do")));
const enteredHarbors = async (table) => Object.values((await table.view()).entered.harbors);

test("each tapped piece of the frame is kept, on every device", async () => {
  const { table, page } = await openOwnIsland();
  await tapPiece(page, 0);
  await waitUntil(() => countPieces(page) === 5);
  assert.deepEqual(await enteredHarbors(table), ["generic", "grain"]);
  assert.deepEqual((await table.view()).departures, []);
  const other = await openLive(table);
  await waitUntil(() => countPieces(other) === 5);
  await tapPiece(other, 1);
  await waitUntil(() => countPieces(page) === 4 && page.all(".harbor").length === 3);
  await page.click(page.button("Start over"));
  await waitUntil(() => countPieces(page) === 6);
  assert.deepEqual(await enteredHarbors(table), []);
});

test("two pieces tapped one right after the other are both entered, and the last piece automatically", async () => {
  const { table, page } = await openOwnIsland();
  tapPiece(page, 3);
  await tapPiece(page, 0);
  await waitUntil(() => countPieces(page) === 4);
  assert.deepEqual(await enteredHarbors(table), ["generic", "generic", "grain"]);
  for (const piece of [5, 1, 2]) {
    const before = countPieces(page);
    await tapPiece(page, piece);
    await waitUntil(() => countPieces(page) < before);
  }
  assert.equal(countPieces(page), 0);
  await confirm(page);
  await waitUntil(async () => Object.keys((await table.view()).layout?.harbors ?? {}).length === 9);
});

test("an island without all its harbors is used only after a question", async () => {
  const { table, page } = await openOwnIsland();
  await tapPiece(page, 0);
  await waitUntil(() => countPieces(page) === 5);
  await confirm(page);
  assert.match(page.text(page.dialog), /Use the island anyway\?.*7 harbors are still missing\./s);
  await choose(page, "Back");
  assert.equal((await table.view()).layout, null);
  assert.deepEqual(await enteredHarbors(table), ["generic", "grain"]);
  await confirm(page);
  await choose(page, "Use the island");
  await waitUntil(async () => (await table.view()).layout !== null);
  assert.deepEqual(Object.values((await table.view()).layout.harbors), ["generic", "grain"]);
});

test("an island without its number tokens is used only after a question", async () => {
  const { table, page } = await openOwnIsland({ onlyTerrains: true });
  await confirm(page);
  assert.match(page.text(page.dialog), /18 number tokens are still missing\..*9 harbors are still missing\./s);
  assert.equal((await table.view()).layout, null);
});

test("the log doesn't list the parts of an island that is still entered", async () => {
  const { table, page } = await openOwnIsland();
  assert.doesNotMatch(page.text("#log"), /island/i);
  await tapPiece(page, 0);
  await waitUntil(() => countPieces(page) === 5);
  await confirm(page);
  await choose(page, "Use the island");
  await waitUntil(() => /The island is set up/.test(page.text("#log")));
  assert.equal((await table.view()).log.filter(({ event }) => event.kind === "layout_entered").length, 3);
  assert.doesNotMatch(page.text("#log"), /entered|proposed/);
});

test("a viewer reads how far the island is entered", async () => {
  const { table } = await openOwnIsland({ onlyTerrains: true });
  const viewer = await openLive(table, "", { role: "viewer" });
  await waitUntil(() => viewer.text("#to-do") === "The island is being entered.");
  await table.submit({ kind: "lay_island", as: "first_game" });
  await waitUntil(() => viewer.text("#to-do") === "The island is being checked.");
});
