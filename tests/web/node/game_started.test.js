// How the game started, corrected from the first line of its log: players, colours, seats, options.

import assert from "node:assert/strict";
import { test } from "node:test";
import { snapshotOf, waitUntil } from "./page.js";
import { line, openJournalPage } from "./journal_page.js";

const { page, show, openLine, button, tap, tick, confirm } = await openJournalPage();
const STARTED_EVENT = snapshotOf("base_started").game.view.log[0].event;
const { players: PLAYERS, options: OPTIONS } = STARTED_EVENT;
const ANA = { name: "Ana", colour: "green", at_first: "red" };
const changes = () => page.server.inputs.map(({ change }) => change);

/** Open the line of how the game started; the event has other values than usual. */
async function start(values = {}) {
  await show([line(1, { ...STARTED_EVENT, ...values })]);
  await openLine("The game starts");
  await waitUntil(() => page.field("Name of player 1").value === "Ana");
}
const unfoldRules = () => page.click(page.getByRole("button", "Edition and house rules", page.dialog));

test("the line shows each player's roll for the first turn", async () => {
  const rounds = [{ red: 9, blue: 4, orange: 9, white: 2 }, { red: 11, orange: 3 }];
  // A player is named by the colour at first, also after a change.
  await show([line(1, { ...STARTED_EVENT, players: [ANA, ...PLAYERS.slice(1)], who_begins: rounds })]);
  assert.match(page.text("#log .entry"), /rolls for who begins: Ana 9, Ben 4, Clémentine 9, Dora 2; Ana 11, Clémentine 3/);
});

test("the dialog shows the start as it was reported", async () => {
  await start({ players: PLAYERS.slice(0, 3), options: { ...OPTIONS, points_to_win: 8, all_told: true } });
  assert.equal(page.getByRole("combobox", "Players", page.dialog).value, "3");
  assert.equal(page.field("Colour of player 3").value, "orange");
  assert.equal(page.field("Points to win").value, "8");
  assert.ok(page.getByRole("checkbox", /^We enter everything/, page.dialog).checked);
  assert.ok(button("Save").disabled);
  assert.deepEqual(page.queryAllByRole("button", "Delete", page.dialog), []);
});

test("a name is corrected", async () => {
  await start();
  await page.type(page.field("Name of player 1"), "Anaïs");
  assert.match(page.text(page.dialog), /Nothing else would change\./);
  await confirm("Save");
  assert.deepEqual(page.server.inputs, [
    { kind: "correct", entry: 1, change: { players: [{ name: "Anaïs", colour: "red" }, ...PLAYERS.slice(1)] } },
  ]);
});

test("two colours are swapped, and the consequences use the new names", async () => {
  await start();
  page.server.changes = [{ what: "on_turn", before: "red", after: "blue" }];
  await page.select(page.field("Colour of player 1"), "blue");
  assert.deepEqual(page.texts("li", page.$(".consequences", page.dialog)), ["Active player: Ben → Ana"]);
  await confirm("Save");
  assert.deepEqual(changes()[0].players.slice(0, 2), [
    { name: "Ana", colour: "blue", at_first: "red" },
    { name: "Ben", colour: "red", at_first: "blue" },
  ]);
});

test("the order of seats is corrected after a colour was", async () => {
  await start({ players: [ANA, ...PLAYERS.slice(1)] });
  await tap("Move player 1 one seat later");
  await confirm("Save");
  assert.deepEqual(page.server.inputs, [
    { kind: "correct", entry: 1, change: { players: [PLAYERS[1], ANA, ...PLAYERS.slice(2)] } },
  ]);
});

test("one player fewer is corrected", async () => {
  await start();
  await page.select(page.getByRole("combobox", "Players", page.dialog), "3");
  await confirm("Save");
  assert.deepEqual(changes(), [{ players: PLAYERS.slice(0, 3) }]);
});

test("one option is corrected, and all others stay", async () => {
  const played = { ...OPTIONS, frame: "by_the_numerals", hand_limit: 9 };
  await start({ options: played });
  await unfoldRules();
  assert.equal(page.field("Edition").value, "");
  await page.type(page.field("Points to win"), "12");
  await tick("We play with open hands");
  await confirm("Save");
  assert.deepEqual(page.server.inputs, [
    { kind: "correct", entry: 1, change: { options: { ...played, points_to_win: 12, open_hands: true } } },
  ]);
});

test("another edition is corrected with its rules", async () => {
  await start();
  await unfoldRules();
  assert.equal(page.field("Edition").value, "2025");
  await page.select(page.field("Edition"), "kosmos");
  await confirm("Save");
  const { options } = changes()[0];
  assert.deepEqual([options.edition, options.settlement_needs_roads], ["kosmos", 2]);
  assert.ok(!("frame" in options));
});

test("an impossible correction is explained and not sent", async () => {
  await start();
  await page.type(page.field("Points to win"), "99");
  assert.ok(button("Save").disabled);
  page.server.refusal = "The game log already mentions Dora.";
  await page.type(page.field("Points to win"), "9");
  assert.match(page.text(".consequences", page.dialog), /The game log already mentions Dora\./);
  assert.deepEqual(page.server.inputs, []);
});
