// The roll's part of the table's page: dice and production, a seven, the keypad, and corrections of the cards taken.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answerInputs, line, groupOf, pick, seven } from "./base_game_page.js";
import { openLive, realTable } from "./live.js";
import { openPage, snapshotOf, waitUntil } from "./page.js";

const page = await openPage("table");
beforeEach(() => page.show(snapshotOf("base")));

const row = (name) => page.text(page.getByRole("listitem", name, page.$("#roll")));
const countIn = (name) => page.text(".count", page.getByRole("listitem", name, page.$("#roll")));
const rows = () => page.all("#roll .take").length;

test("a roll shows its dice, their sum, and who takes which cards", async () => {
  await page.change(({ game }) => game.view.log.pop());
  assert.equal(page.all("#roll .newest").length, 0);
  assert.equal(page.text("#roll .sum"), "8");
  assert.deepEqual(page.all("#roll .die").map((die) => die.getAttribute("aria-label")), ["3", "5"]);
  assert.match(page.text("#roll"), /Ana rolled/);
  const takes = page.all("#roll .take").map((take) => [take.dataset.colour, take.getAttribute("aria-label")]);
  assert.deepEqual(takes.slice(0, 2), [["red", "Ana takes 2 lumber, 1 ore"], ["blue", "Ben takes 2 ore"]]);
  assert.equal(takes.filter(([colour]) => colour === "white").length, 0);
  assert.match(page.text("#roll"), /The bank is short of wool\./);
});

test("what a roll gives stays shown until the next roll", async () => {
  assert.equal(rows(), 3);
  assert.equal(page.text("#roll .newest"), "Ana builds a road");
  const { roll, log } = page.server.snapshot.game.view;
  const passed = [...log, line(60, { kind: "end_turn", player: "red" })];
  const toDo = [{ kind: "roll", colour: "blue" }];
  await page.changeView({ roll: null, last_roll: roll, rolled: false, on_turn: "blue", log: passed, to_do: toDo });
  assert.equal(page.text("#roll .newest"), "Ana passes the dice");
  assert.equal(rows(), 3);
  assert.equal(page.text("#roll .roller"), "Ana rolled");
  const nothing = { dice: [1, 1], sum: 2, player: "blue", takes: [], shortage: [] };
  const rolled = [...passed, line(61, { kind: "roll", player: "blue", dice: [1, 1] })];
  await page.changeView({ roll: nothing, last_roll: nothing, rolled: true, log: rolled, to_do: [] });
  assert.equal(rows(), 0);
  assert.match(page.text("#roll"), /Nobody takes cards\./);
});

// Nothing at work sees the dice, and a roll is due: one tap on its sum enters it.

const askForRoll = () =>
  page.change((snapshot) => {
    const { view } = snapshot.game;
    snapshot.sources = [];
    const toDo = [{ kind: "roll", colour: "blue" }];
    Object.assign(view, { roll: null, last_roll: view.roll, rolled: false, on_turn: "blue", turn: 13, to_do: toDo });
  });

test("a tap on the keypad is a roll, and can be undone", async (t) => {
  await askForRoll();
  // The entry is the newest line of the log, as after a roll at a table.
  const events = [page.server.snapshot.game.view.log.at(-1).event];
  answerInputs(t, page, () => ({ told: events, violations: [], version: page.server.snapshot.version }));
  const keypad = page.getByRole("group", "What was rolled?");
  const keys = page.queryAllByRole("button", undefined, keypad);
  assert.deepEqual(keys.map((key) => page.text(key)), [...Array.from({ length: 11 }, (_, n) => `${n + 2}`), "Both dice"]);
  await page.click(keys[6]);
  assert.deepEqual(page.server.inputs, [{ kind: "roll", dice: { sum: 8 } }]);
  assert.equal(page.server.requests.find(({ path }) => path === "/api/inputs").body.about.turn, 13);
  await page.click(page.button("Undo", page.$("#message[role=alert]")));
  assert.deepEqual(page.server.inputs[1], { kind: "undo" });
});

test("the keypad's replacement ignores taps for a moment", async () => {
  await askForRoll();
  const root = page.$("#roll");
  await waitUntil(() => !root.matches(".tap-guard"));
  await page.changeView(seven(["blue"]));
  assert.equal(rows(), 2);
  assert.ok(root.matches(".tap-guard"));
  await waitUntil(() => !root.matches(".tap-guard"));
});

test("two faces are entered without a further tap", async () => {
  await askForRoll();
  await page.click(page.button("Both dice"));
  await page.click(page.getByRole("radio", "6", groupOf(page, "Die 1")));
  assert.deepEqual(page.server.inputs, []);
  await page.click(page.getByRole("radio", "4", groupOf(page, "Die 2")));
  await waitUntil(() => page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "roll", dice: [6, 4] }]);
});

test("an undetected roll is entered once both dice are chosen", async () => {
  await page.click(page.button("Enter a roll"));
  const save = page.button("Save", page.dialog);
  await pick(page, "6", "Die 1");
  assert.ok(save.disabled);
  await pick(page, "4", "Die 2");
  await page.click(save);
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "roll", dice: [6, 4] }]);
});

// A seven

test("a seven shows how many cards each player discards, with its uncertainty", async () => {
  await page.changeView({
    roll: { dice: [3, 4], sum: 7, player: "blue", takes: [], shortage: [] },
    to_do: [
      { kind: "discard", colour: "red", count: 4, between: [3, 5], likely: true },
      { kind: "discard", colour: "blue", count: 4, between: [4, 5], likely: false },
      { kind: "discard", colour: "orange", count: 5, between: [5, 5], likely: false },
      { kind: "may_discard", colour: "white", count: 4, between: [0, 4], limit: 7 },
    ],
  });
  for (const [label, figure] of [
    ["Ana discards 4 cards", "−4"],
    ["Ben discards about 4 cards, 4 to 5", "≈−44–5"],
    ["Clémentine discards about 5 cards", "≈−5"],
    ["With more than 7 cards, Dora discards 4", "−4?0–4"],
  ])
    assert.equal(countIn(label), figure);
  // Dora may owe nothing, so there is nothing to tick off.
  const ticks = (kind) => page.all(`[data-row=${kind}]`).map((each) => page.queryAllByRole("button", "Done", each).length);
  assert.deepEqual(ticks("discard"), [1, 1, 1]);
  assert.equal(page.all("[data-row=may_discard] button").length, 0);
});

test("a discard is ticked off, and its row stays until the robber has moved", async () => {
  await page.changeView(seven(["blue", "orange", "white"]));
  assert.equal(rows(), 4);
  await page.click(".take[data-colour=blue] button");
  assert.deepEqual(page.server.inputs, [{ kind: "discard", player: "blue", resources: null }]);
  await page.changeView(seven(["orange", "white"], line(51, { kind: "discard", player: "blue", resources: { ore: 4 } })));
  assert.match(row("Ben has discarded"), /✓/);
  assert.equal(page.all(".take[data-colour=blue] button").length, 0);
  assert.deepEqual(page.all("#roll .take").map((each) => each.dataset.colour), ["blue", "orange", "white", "red"]);
  await page.changeView(seven([], line(51, { kind: "discard", player: "blue", resources: { ore: 4 } })));
  assert.equal(rows(), 2);
  await page.changeView({ to_do: [{ kind: "steal", colour: "red", from: ["blue"] }] });
  assert.deepEqual(page.all("#roll .take").map((each) => each.dataset.row), ["steal"]);
});

test("a discard and a robbery are entered by one tap each", async () => {
  const toDo = [{ kind: "discard", colour: "orange", count: 4 }, { kind: "steal", colour: "red", from: ["blue", "white"] }];
  await page.changeView({ to_do: toDo });
  for (const name of ["Done", "Dora", "nobody"]) await page.click(page.button(name, page.$("#roll")));
  assert.deepEqual(page.server.inputs, [
    { kind: "discard", player: "orange", resources: null },
    { kind: "steal", from: "white", resource: null },
    { kind: "steal", from: null, resource: null },
  ]);
});

// Cards taken that differ from those due

test("one tap says that the bank had run out of a resource of which hardly any is left", async () => {
  const takes = ["red", "blue"].map((colour) => ({ colour, cards: { ore: 1, wool: 1 } }));
  const roll = { ...page.server.snapshot.game.view.roll, takes, shortage: [] };
  await page.changeView({ roll, last_roll: roll, bank: { lumber: 0, brick: 9, wool: 9, grain: 9, ore: 3 } });
  const ranOut = page.queryAllByRole("button", /The bank had run out of/);
  assert.deepEqual(ranOut.map((each) => page.text(each)), ["The bank had run out of ore"]);
  await page.click(ranOut[0]);
  assert.deepEqual(page.server.inputs, [{ kind: "bank_ran_out", resource: "ore" }]);
});

/** A real game in which an eight was rolled: its table, and the first player who took cards of it. */
async function rolledEight() {
  const table = await realTable();
  const players = [["Ana", "red"], ["Ben", "blue"], ["Cyr", "white"]].map(([name, colour]) => ({ name, colour }));
  await table.startGame({ game: "base", players, options: {} });
  await table.found();
  await table.submit({ kind: "roll", dice: { sum: 8 } });
  const view = await table.view();
  const [due] = view.last_roll.takes;
  const { name, cards } = view.players.find(({ colour }) => colour === due.colour);
  return { table, due, name, cards };
}

const ways = {
  "two taps": async (live, name, colour) => {
    await live.click(`#roll .take[data-colour=${colour}] .take-other`);
    const choices = live.texts(".choice", live.dialog).join("|");
    assert.match(choices, new RegExp(`${name} took nothing.*${name} took other cards`));
    await live.click(live.button(`${name} took nothing`, live.dialog));
  },
  "one tap": (live, name) => live.click(live.button(`${name} took nothing`)),
};
for (const [taps, miss] of Object.entries(ways))
  test(`${taps} say that a player took nothing`, async () => {
    const { table, due, name, cards } = await rolledEight();
    const live = await openLive(table);
    const shown = `#roll .take[data-colour=${due.colour}]`;
    await waitUntil(() => live.all(shown).length === 1);
    await miss(live, name, due.colour);
    await waitUntil(() => live.all(shown).length === 0);
    const after = (await table.view()).players.find(({ colour }) => colour === due.colour);
    assert.equal(after.cards, cards - Object.values(due.cards).reduce((sum, each) => sum + each));
  });

test("a viewer can't correct what was taken", async () => {
  const { table } = await rolledEight();
  const live = await openLive(table, "", { role: "viewer" });
  await waitUntil(() => live.all("#roll .take").length > 0);
  assert.equal(live.all("#roll .take button").length, 0);
});
