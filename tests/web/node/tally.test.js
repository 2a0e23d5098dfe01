// A fourth game is one folder and one line: its pages at a real table, and its phone page where it has secrets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { idle, waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";

const PLAYERS = [{ name: "Ana", colour: "red" }, { name: "Ben", colour: "blue" }];

/** A table at which a game of the tests is played. */
async function tableOf(game, options = {}) {
  const table = await realTable({ games: game });
  await table.startGame({ game, players: PLAYERS, options });
  return table;
}

const says = (page, selector, text) => waitUntil(() => page.text(selector).includes(text), `${selector} says ${text}`);
const throwTotal = (page, total) => page.click(page.button(`${total}`, page.$("#throws")));

/** Fill in the form of a new tally for Ana and Ben, at a table without a game. */
async function fillIn(page) {
  await waitUntil(() => page.all("#start [data-key=new]").length === 1);
  await page.click("#start [data-key=new]");
  await page.select("select[name=game]", "Tally");
  await page.select("select[name=count]", "2");
  await page.type(page.field("Name of player 1"), "Ana");
  await page.type(page.field("Name of player 2"), "Ben");
}

test("a tally is chosen in the form of a new game", async () => {
  const table = await realTable({ games: "tally" });
  const page = await openLive(table);
  await fillIn(page);
  await page.click(page.button("Start"));
  await waitUntil(() => page.navigations.length === 1);
  assert.equal(page.navigations[0], table.url);
  const started = await openLive(table);
  await waitUntil(() => started.text("#title") === "A tally");
  await says(started, "#totals", "Ana 0 in all");
});

test("a tally in progress is entered", async () => {
  const table = await realTable({ games: "tally" });
  const page = await openLive(table);
  await fillIn(page);
  await page.click(page.getByRole("button", "More options"));
  await page.check(page.field("The game is already in progress"));
  await page.select(page.field("Who throws next"), "Ben");
  await page.type(page.field("Thrown by player 1"), "8");
  await page.click(page.button("Start"));
  await waitUntil(() => page.navigations.length === 1);
  const taken = await openLive(table);
  await says(taken, "#totals", "Ana 8 in all");
  const { on_turn: onTurn, players } = await table.view();
  assert.equal(onTurn, players[1].colour);
});

test("a tally is played by tap, undone and corrected", async () => {
  const page = await openLive(await tableOf("tally"));
  await says(page, "#totals", "Ana 0 in all");
  await throwTotal(page, 7);
  await says(page, "#log", "7 was thrown");
  await says(page, "#totals", "Ana 7 in all");
  await throwTotal(page, 4);
  await says(page, "#totals", "Ben 4 in all");
  await page.click(page.button("Undo", page.$("nav")));
  await says(page, "#totals", "Ben 0 in all");
  await page.click(page.getByRole("button", /7 was thrown/, page.$("#log")));
  await page.check(page.field("9", page.dialog));
  await says(page, "#dialog", "Ana: 7 → 9 in all");
  await page.click(page.button("Save", page.dialog));
  await says(page, "#totals", "Ana 9 in all");
});

test("a broken rule is flagged in the words of the game", async () => {
  const table = await tableOf("tally");
  const page = await openLive(table);
  await table.submit({ kind: "throw", total: 1 });
  await says(page, "#log", "no pair of dice shows so little");
});

test("a tally is listed in the history and shown there", async () => {
  const table = await tableOf("tally");
  for (const total of [12, 3, 9]) await table.submit({ kind: "throw", total });
  const page = await openLive(table);
  await waitUntil(() => page.text("#title") === "Ana came to twenty!");
  const games = await openLive(table, "history");
  await says(games, ".game-line", "Ana won");
  assert.match(games.text(".game-line"), /3 throws/);
  const { id } = (await table.snapshot()).game;
  assert.equal(new URL(games.$(".game-line").href).pathname, `/history/${id}`);
  const game = await openLive(table, `history/${id}`);
  await waitUntil(() => game.text(".winner") === "Ana won with 21 points");
  assert.equal(game.queryAllByRole("heading", "Throws").length, 1);
  assert.match(game.text("tbody tr"), /21/);
});

test("a tally speaks French", async () => {
  const table = await tableOf("tally");
  const page = await openLive(table, "", { lang: "fr" });
  await waitUntil(() => page.text("#title") === "Un décompte");
  assert.equal(page.nameOf("#throws"), "Lancers");
  await throwTotal(page, 7);
  await says(page, "#log", "7 a été lancé");
  const games = await openLive(table, "history", { lang: "fr" });
  await says(games, ".game-line", "1 lancer");
});

/** A game with secrets, and the phone of Ana. */
async function secretGame() {
  const table = await tableOf("whispered");
  const phone = await openLive(table, "phone", { seat: "red", player: "Ana" });
  await waitUntil(() => phone.$("#left button"));
  return { table, phone };
}

test("a player sees and enters the secrets of a game on the game's own phone page", async () => {
  const { phone } = await secretGame();
  await says(phone, "#who", "Ana");
  await says(phone, "#who", "You throw");
  assert.equal(phone.document.title, "● Your turn");
  await phone.click(phone.button("I threw a seven"));
  await says(phone, "#left", "13 are left");
  await says(phone, "#who", "You wait");
  await phone.click(phone.button("Hide cards"));
  await says(phone, "#left", "Covered");
  await phone.click(phone.button("I threw a seven"));
  await waitUntil(() => phone.texts("[role=alert]").includes("Another player throws now."));
});

test("a violation is flagged by what its player knew", async () => {
  const { phone } = await secretGame();
  await phone.click(phone.button("I threw a one"));
  await waitUntil(() => phone.texts("[role=alert]").some((text) => text.includes("1 of 20 is too little")));
  await phone.click(phone.button("Undo"));
  await says(phone, "#left", "20 are left");
});

test("a phone follows from a game with secrets to one without, and back", async () => {
  const { table, phone } = await secretGame();
  await table.startGame({ game: "tally", players: PLAYERS, abandon: true });
  await waitUntil(() => phone.navigations.length === 1);
  const own = { seat: "red", player: "Ana" };
  const open = await openLive(table, "phone", own);
  await waitUntil(() => open.text("main").includes("This game has no secrets: the tablet shows everything."));
  assert.equal(open.all("#left").length, 0);
  await table.startGame({ game: "whispered", players: PLAYERS, abandon: true });
  await waitUntil(() => open.navigations.length === 1);
  const again = await openLive(table, "phone", own);
  await says(again, "#left", "20 are left");
});
