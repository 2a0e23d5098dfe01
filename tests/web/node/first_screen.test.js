// The page where no game is in progress: the ways to begin, other devices, and the seats around a table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesOf, openPage, snapshotOf, waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";

const LAST_GAME = {
  kind: "base",
  players: [["Zoé", "white"], ["Max", "red"], ["Ana", "blue"]].map(([name, colour]) => ({ name, colour })),
  options: {
    setup: "variable", first_game_tokens: "diagram", spiral: "counter_clockwise", frame: "any_order", first_player: "highest_roll",
    left_out_with_three: "white", must_rob: true, trade_before_building: false, maritime_takes_another: true, cards_a_turn: 1,
    settlement_needs_roads: 1, opponents_block_roads: true, points_to_win: 8, hand_limit: 7, friendly_robber: null, no_seven_rounds: 0,
    gifts: false, trade_before_roll: false, claim_victory: false, turn_seconds: 0, reserve_seconds: 0, roll_with: "dice",
    open_hands: false, all_told: false, explained: false,
  },
};
const NAMES = ["Zoé", "Max", "Ana", "Bo", "Eva"];

const page = await openPage("table");

/** Show the first screen of a table at which a game just ended; `choices` says more of what can be begun. */
async function firstScreen(choices = {}) {
  await page.show(snapshotOf("base"));
  page.server.choices = { ...choicesOf(), ...choices };
  await page.change((snapshot) => (snapshot.game = null));
}

const way = (name) => page.button(name, page.$("#start"));
const ways = () => page.texts("#start .way");

async function openForm(choices) {
  await firstScreen(choices);
  await page.click(way("New game"));
}

/** Start the game that the form describes, and return it was sent. */
async function start() {
  await page.click(page.button("Start"));
  const games = page.server.bodiesPostedTo("/api/games");
  assert.equal(games.length, 1);
  return games[0];
}

test("the island is shown, and nobody can tap it", async () => {
  await firstScreen();
  assert.equal(page.all(".at-rest .hex").length, 19);
  assert.ok(page.$(".at-rest").hasAttribute("inert"));
});

test("the last game's players start again with two taps", async () => {
  await firstScreen({ last: LAST_GAME });
  const again = page.getByRole("button", /^Same game as last time/, page.$("#start"));
  assert.match(page.text(again), /Zoé, Max, Ana/);
  await page.click(again);
  const game = await start();
  assert.deepEqual(game.players, LAST_GAME.players);
  assert.equal(game.options.points_to_win, 8);
});

test("players without an earlier game are offered only a new game", async () => {
  await firstScreen({ last: null });
  assert.deepEqual(ways(), ["New game"]);
});

test("the form has a way back", async () => {
  await openForm();
  assert.equal(page.all("#start form").length, 1);
  await page.click(way("Back"));
  assert.equal(page.all("#start form").length, 0);
  assert.deepEqual(ways(), ["New game"]);
});

test("no form is open after a game", async () => {
  await openForm();
  assert.equal(page.all("#start form").length, 1);
  await page.change((snapshot) => (snapshot.game = snapshotOf("base").game));
  assert.ok(page.$("#start").hidden);
  await page.change((snapshot) => (snapshot.game = null));
  assert.ok(!page.$("#start").hidden);
  assert.equal(page.all("#start form").length, 0);
  assert.deepEqual(ways(), ["New game"]);
});

test("no demo is offered if the server has none", async () => {
  await firstScreen();
  assert.deepEqual(ways(), ["New game"]);
});

test("a picture shows the address of the page once other devices can reach it", async () => {
  const reached = await openLive(await realTable({ proxy: "http://table.example.net/" }));
  await waitUntil(() => reached.all("#start img.qr").length === 1);
  assert.match(reached.text(".first-address"), /http:\/\/table\.example\.net\//);
});

test("a table that other devices can't reach is opened to them by a tap", async () => {
  const alone = await openLive(await realTable());
  await waitUntil(() => alone.text(".first-address").includes("it is open to this computer only"));
  assert.equal(alone.all("#start img.qr").length, 0);
  assert.equal(alone.queryAllByRole("button", "Open the table to this network until it stops", alone.$("#start")).length, 1);
});

const onTable = (name) => page.button(name, page.$(".table-top"));
const names = () => [0, 1, 2, 3].map((seat) => page.$(`[name=name${seat}]`).value);
const seat = (number) => page.button(`Seat of player ${number}`);

test("known players take their seats with one tap each", async () => {
  await openForm({ names: NAMES });
  for (const name of ["Max", "Zoé", "Eva", "Bo"]) await page.click(onTable(name));
  assert.deepEqual(names(), ["Max", "Zoé", "Eva", "Bo"]);
  assert.deepEqual(page.texts(".names button"), ["Ana"]);
  const game = await start();
  assert.deepEqual(game.players.map(({ name }) => name), ["Max", "Zoé", "Eva", "Bo"]);
});

test("a seat is tapped and then its pawn, and the player who had that takes the other", async () => {
  await openForm({ names: NAMES });
  await page.click(seat(3));
  await page.click(onTable("Red"));
  await page.click(onTable("Ana"));
  const { players } = await start();
  assert.deepEqual(players.map(({ colour }) => colour), ["orange", "blue", "red", "white"]);
  assert.equal(players[2].name, "Ana");
});

test("a player whose seat gets another name leaves it", async () => {
  await openForm({ names: NAMES });
  await page.click(onTable("Max"));
  await page.click(seat(1));
  await page.click(onTable("Bo"));
  assert.deepEqual(names(), ["Bo", "", "", ""]);
  assert.ok(onTable("Max"));
});

test("the seat that is chosen is marked by more than its colour", async () => {
  await openForm({ names: NAMES });
  assert.equal(seat(1).getAttribute("aria-pressed"), "true");
  await page.click(seat(2));
  assert.equal(seat(1).getAttribute("aria-pressed"), "false");
  assert.match(page.nameOf(".table-top [role=group]"), /seat 2/);
});
