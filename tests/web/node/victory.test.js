// The end of a game on the table's page: who won, how everybody stands, awards, and what can be done next.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");
beforeEach(() => page.show(snapshotOf("base")));

const sentence = (template, fields = {}) => ({ text: template, template, fields });
const AWARDS = [
  { title: sentence("Luckiest"), colour: "white", told: sentence("21 cards more than fair dice would bring") },
  { title: sentence("Most robbed"), colour: "orange", told: sentence("7 cards stolen") },
];

/** The game is over, and some have won; `shown` is the page that shows it. */
const end = (winners, shown = page) =>
  shown.changeView({ phase: "over", winner: winners.length === 1 ? winners[0] : null, winners, may: {}, awards: AWARDS });

test("the winner is announced", async () => {
  assert.equal(page.all(".winner").length, 0);
  await page.changeView({ phase: "over", winner: "white", on_turn: "white" });
  assert.deepEqual(page.texts(".winner"), ["Dora wins!"]);
});

test("the winner is first, and the others follow by their points", async () => {
  await end(["red"]);
  assert.deepEqual(page.texts(".finisher-name"), ["Ana", "Dora", "Ben", "Clémentine"]);
  assert.match(page.texts(".finisher")[0], /5 points/);
});

test("awards name their player and their reason", async () => {
  await end(["white"]);
  const awards = ["Luckiest Dora21 cards more than fair dice would bring", "Most robbed Clémentine7 cards stolen"];
  assert.deepEqual(page.texts(".award"), awards);
});

test("a shared victory names all winners and has no one's colour", async () => {
  await end(["red", "white"]);
  assert.equal(page.text(".winner"), "Ana and Dora share the victory!");
  assert.equal(page.all(".winner .crest").length, 2);
  assert.notEqual(page.$(".page").dataset.colour, "red");
});

test("the page has the winner's colour until the victory is withdrawn", async () => {
  await end(["red"]);
  assert.equal(page.$(".page").dataset.colour, "red");
  assert.ok(page.$(".page").matches(".won"));
  await page.changeView({ phase: "play", winner: null, winners: [], awards: [] });
  assert.equal(page.all(".winner").length, 0);
  assert.equal(page.$(".page").dataset.colour, undefined);
  assert.equal(page.$(".page").className.trim(), "page");
});

test("a rematch has the same players filled in", async () => {
  await end(["red"]);
  await page.click(page.button("Rematch"));
  assert.equal(page.field("Name of player 1", page.dialog).value, "Ana");
});

/** Rules of the game before: eight points, and a turn clock with a reserve. */
const RULES = { points_to_win: 8, hand_limit: 7, turn_seconds: 120, reserve_seconds: 600 };

test("a rematch is played by the same rules", async () => {
  const players = snapshotOf("base").game.view.players.map(({ name, colour }) => ({ name, colour }));
  page.server.choices.last = { kind: "base", players, options: RULES };
  await end(["red"]);
  await page.click(page.button("Rematch"));
  await page.click(page.button("Start", page.dialog));
  assert.ok(page.isFree);
  const [game] = page.server.bodiesPostedTo("/api/games");
  assert.deepEqual(game.players.map(({ name }) => name), players.map(({ name }) => name));
  for (const [name, value] of Object.entries(RULES)) assert.equal(game.options[name], value, name);
});

test("a viewer can't start a rematch, but can open the history and share", async () => {
  const viewer = await openPage("table", { role: "viewer" });
  await end(["red"], viewer);
  assert.equal(viewer.queryAllByRole("button", "Share").length, 1);
  assert.equal(viewer.queryAllByRole("link", "Game summary").length, 1);
  assert.deepEqual(viewer.queryAllByRole("button", "Rematch"), []);
});

test("sharing a game that the table doesn't have says so", async () => {
  await end(["red"]);
  await page.click(page.button("Share"));
  assert.match(page.text("#message"), /This game doesn't exist\./);
  assert.equal(page.$("#message").hidden, false);
});
