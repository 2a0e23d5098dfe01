// The log of the dice game on the page of a real table: its lines and their corrections.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openDiceGame } from "./dice_game_page.js";
import { waitUntil, waitUntilEqual } from "./page.js";

const game = await openDiceGame();
const { page } = game;

test("each line describes an event and its place, the newest first", async () => {
  await game.begin();
  await game.throwDice("brick lumber gold");
  await game.build("road", "2");
  await game.build("knight", "3");
  await waitUntilEqual(() => page.all("#log .entry").length, 4);
  const [knight, road, roll] = page.texts("#log .entry");
  assert.match(knight, /Ana builds a knight \(wool\)/);
  assert.match(knight, /the dice can't pay for it/);
  assert.equal(road, "Ana builds a road (2)");
  assert.equal(roll, "Ana rolls 1 lumber, 1 brick, 1 gold");
});

test("a build is corrected to another piece at another place", async () => {
  await game.begin();
  await game.build("road", "2");
  await game.endTurn();
  await game.showsTurn("Ben rolls 4 dice");
  await game.openLine("Ana builds a road");
  await page.check(page.field("settlement", page.dialog));
  await page.click("[data-key='settlement-1']", page.dialog);
  await waitUntil(() => page.text(page.dialog).includes("Ana: 0 → 1 point"));
  await game.confirm("Save");
  await game.showsPoints(1, 0);
});

test("another place of a build is tapped on its player's own sheet", async () => {
  await game.begin();
  await game.build("road", "2", "5");
  await game.build("knight", "1");
  await game.showsBuilt("knight", "1");
  await game.openLine("Ana builds a road (5)");
  const sheet = page.$(".place-field", page.dialog);
  const roads = () => page.all(".place-road.built", sheet).map((each) => each.dataset.key).sort();
  assert.deepEqual(roads(), ["road-0", "road-2", "road-5"]);
  assert.equal(page.all(".place-knight.built", sheet).length, 1);
  assert.equal(page.$("[data-key='road-2']", sheet).getAttribute("role"), null);
  await page.click("[data-key='road-7']", sheet);
  assert.deepEqual(roads(), ["road-0", "road-2", "road-7"]);
});

test("a die of a roll is corrected, and what it no longer pays for is reported", async () => {
  await game.begin();
  await game.throwDice("brick lumber gold");
  await game.build("road", "2");
  await game.showsBuilt("road", "0", "2");
  await game.openLine("Ana rolls");
  await page.select(page.field("Die 1", page.dialog), "wool");
  await waitUntil(() => page.text(page.dialog).includes("the dice can't pay for it"));
  await game.confirm("Save");
  await waitUntil(() => page.text(game.line("Ana builds a road")).includes("the dice can't pay for it"));
});

test("the die that a knight turned is corrected", async () => {
  await game.begin();
  await game.ownKnights();
  await game.table.submit({ kind: "use_knight", knight: "1", resource: "ore", die: "gold" });
  await game.openLine("uses a knight");
  await page.select(page.field("Which die?", page.dialog), "wool");
  await game.confirm("Save");
  await game.showsDice("gold ore wool brick brick");
});

test("a build that was forgotten is inserted before a line", async () => {
  await game.begin();
  await game.build("road", "5");
  await game.openLine("Ana builds a road");
  await page.click(page.button("Insert before …", page.dialog));
  await page.click(page.button("Something was built", page.dialog));
  await page.check(page.field("road", page.dialog));
  await page.click("[data-key='road-2']", page.dialog);
  await game.confirm("Add");
  await game.showsBuilt("road", "0", "2", "5");
  assert.deepEqual(await game.violations(), [[], [], []]);
});

test("a line is deleted", async () => {
  await game.begin();
  await game.build("settlement", "1");
  await game.showsPoints(1, 0);
  await game.openLine("Ana builds a settlement");
  await page.click(page.button("Delete", page.dialog));
  await game.showsPoints(0, 0);
});

test("a name is corrected while it is typed, and its field keeps the focus", async () => {
  await game.begin(2, { start_road_counts: false });
  await game.openLine("The game starts");
  await waitUntil(() => page.field("Name of player 1", page.dialog));
  const change = page.button("Save", page.dialog);
  assert.ok(change.disabled);
  const name = page.field("Name of player 1", page.dialog);
  name.focus();
  for (const letter of "bel") {
    name.value += letter;
    name.dispatchEvent(new page.window.InputEvent("input", { bubbles: true, data: letter }));
  }
  await waitUntilEqual(() => change.disabled, false);
  assert.equal(page.document.activeElement, name);
  await game.confirm("Save");
  await waitUntilEqual(() => page.texts(".card-name")[0], "Anabel");
});

test("a player gets another colour, and keeps what was recorded", async () => {
  await game.begin();
  await game.build("settlement", "1");
  await game.showsPoints(1, 0);
  await game.openLine("The game starts");
  await waitUntil(() => page.field("Colour of player 1", page.dialog));
  await page.select(page.field("Colour of player 1", page.dialog), "Green");
  await game.confirm("Save");
  await waitUntil(() => page.text(".sheet-card[data-colour=green]").includes("Ana"));
  await game.showsPoints(1, 0);
});
