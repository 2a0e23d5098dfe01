// The history: the list of games played, and one game's page, at tables with journals of their own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLive, realTable } from "./live.js";
import { waitUntil } from "./page.js";

const PLAYERS = [["Ana", "red"], ["<b>Ben</b>", "blue"], ["Clémentine", "white"]].map(([name, colour]) => ({ name, colour }));

/** Begin a base game at a table, and abandon any other. */
async function begin(table, options = {}) {
  await table.startGame({ game: "base", players: PLAYERS, options, abandon: true });
  await table.found();
}

/** Open a page of the history as a viewer, and wait until it has its answer. */
async function open(table, path, options = {}) {
  const page = await openLive(table, path, { role: "viewer", ...options });
  await waitUntil(() => page.$("[aria-busy=false]"));
  return page;
}

// Two games: Ana won the first with three points, the second is on.
const table = await realTable();
await begin(table, { points_to_win: 3 });
for (const dice of [[3, 3], [4, 4], [5, 6], [2, 2]]) await table.submit({ kind: "roll", dice });
await table.submit({ kind: "show_hand", player: "red", resources: { ore: 3, grain: 2 } });
await table.submit({ kind: "place", piece: "city", at: "i4,1" });
await begin(table);

const over = await open(table, "history/1");
const on = await open(table, "history/2");

test("a game in the list leads to its page, with its charts", async () => {
  const list = await open(table, "history");
  assert.equal(list.getByRole("link", /^Ana won/).getAttribute("href"), "/history/1");
  assert.equal(over.text(".winner"), "Ana won with 3 points");
  assert.equal(over.queryAllByRole("img", /^Points over the turns: Ana 3/).length, 1);
  assert.equal(over.queryAllByRole("img", /^Rolls: actual and expected/).length, 1);
  assert.equal(over.queryAllByRole("img", /^Cards by hex/).length, 1);
});

test("on the tablet a game is archived and brought back, but not the one that is on", async () => {
  const own = await realTable();
  for (const dice of [[3, 3], [4, 4]]) {
    await begin(own);
    await own.submit({ kind: "roll", dice });
  }
  const tablet = (path) => open(own, path, { role: "tablet" });
  const list = await tablet("history");
  const archive = (game, page) => page.click(page.button("Archive", page.all(".game")[game]));
  assert.equal(list.all(".game").length, 2);
  await archive(0, list);
  await waitUntil(() => list.text("[role=alert]").includes("This game is in progress"));
  const again = await tablet("history");
  await archive(1, again);
  await waitUntil(() => again.all(".game").length === 1);
  const archived = await tablet(again.getByRole("link", "Archived games").getAttribute("href").slice(1));
  assert.equal(archived.all(".game").length, 1);
  await archived.click(archived.button("Restore"));
  await waitUntil(() => archived.text("#history") === "No archived games.");
  const viewer = await open(own, "history");
  assert.equal(viewer.all(".game").length, 2);
  assert.deepEqual(viewer.queryAllByRole("button", "Archive"), []);
});

test("an unreadable game is listed as such", async () => {
  const own = await realTable({ played: "unreadable_game" });
  await begin(own);
  await own.submit({ kind: "roll", dice: [3, 3] });
  const list = await open(own, "history");
  assert.equal(list.all(".game").length, 2);
  assert.match(list.text("#history"), /This game can't be shown/);
  assert.match(list.text("#history"), /write dice as two numbers/);
});

test("the rolls are offered as the spreadsheets of the language read them", async () => {
  assert.equal(on.getByRole("link", /^Rolls for a spreadsheet/).getAttribute("href"), "/api/history/2/rolls.csv");
  const french = await open(table, "history/2", { lang: "fr" });
  assert.equal(french.getByRole("link", /tableur/).getAttribute("href"), "/api/history/2/rolls.csv?separator=semicolon");
});

test("a game that is over can be saved as a file", () => {
  const link = over.getByRole("link", "Save as a file");
  assert.equal(link.getAttribute("href"), "/api/history/1/export");
  assert.ok(link.hasAttribute("download"));
});

test("a link for BG Stats opens its dialog, only after the game is over", async () => {
  const page = await open(table, "history/1#play");
  await waitUntil(() => page.getByRole("link", "Open in BG Stats"));
  assert.equal(over.queryAllByRole("link", "Open in BG Stats").length, 0);
  assert.match(over.text("#history"), /Add to BG Stats/);
  assert.doesNotMatch(on.text("#history"), /Add to BG Stats/);
});

test("a name is text, even with markup", () => {
  assert.equal(over.texts(".standing > b:not(.standing-points)")[1], "<b>Ben</b>");
});

test("a game in progress is shown so far and can't be saved as a file", () => {
  assert.match(on.text("#history"), /This game isn't over yet: standings so far/);
  assert.deepEqual(on.queryAllByRole("link", "Save as a file"), []);
});

test("an unreachable table is reported in words", async () => {
  const page = await open(table, "history", {
    before(window) {
      const { fetch } = window;
      window.fetch = (path, about) => (path.startsWith("/api/history") ? Promise.reject(new TypeError()) : fetch(path, about));
    },
  });
  assert.deepEqual(page.texts("[role=alert]"), ["The table doesn't answer."]);
});

test("a game that doesn't exist is reported in words", async () => {
  const page = await open(table, "history/99");
  assert.deepEqual(page.texts("[role=alert]"), ["This game doesn't exist."]);
});

test("the rows of a match of Spot it! are its teams", async () => {
  const own = await realTable();
  const players = [["Ana", "red"], ["Ben", "blue"]].map(([name, colour]) => ({ name, colour }));
  await own.startGame({ game: "spot_it", players, options: {} });
  await own.submit({ kind: "game_scored", first_out: [], counts: { red: 5, blue: 4 } });
  const page = await open(own, "history/1");
  assert.equal(page.texts("thead th")[0], "Team");
});

test("an empty history says what it will contain", async () => {
  const page = await open(await realTable(), "history");
  assert.match(page.text("main"), /No games have been played here yet\./);
  assert.equal(page.getByRole("link", "Back to the table", page.$("main")).getAttribute("href"), "/");
});
