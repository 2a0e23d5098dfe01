// Entries on the base game's bar, with one or two taps each.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, snapshotOf } from "./page.js";
import { act, answerInputs, bar, changeMay, choose, count, counter, groupOf, pick } from "./base_game_page.js";

const RESOURCES = ["lumber", "brick", "wool", "grain", "ore"];

const page = await openPage("table");

/** A test on the page of the rich evening, with some changes of what may be done. */
function entering(name, run, may = {}) {
  test(name, async (t) => {
    await page.show(snapshotOf("base"));
    await changeMay(page, may);
    await run(t);
  });
}

const alert = () => page.getByRole("alert", undefined);
const gives = () => page.text(groupOf(page, "Gives"));

// The bar

entering("a card is bought with one tap and taken back with another", async () => {
  await act(page, "Buy card");
  assert.match(page.text(alert()), /^Recorded\./);
  await page.click(page.button("Undo", alert()));
  assert.deepEqual(page.server.inputs, [{ kind: "buy_development_card", player: "red", card: null }, { kind: "undo" }]);
});

entering("Undo says what was taken back, and offers no further Undo", async (t) => {
  const road = { kind: "place_road", player: "red", at: "p1,-2" };
  answerInputs(t, page, { told: [], violations: [], taken_back: [road], changed: [], version: 1 });
  await act(page, "Undo");
  assert.equal(page.text(alert()), "Undone: Ana builds a road.");
  // Another Undo would take back something else: it isn't offered here.
  assert.equal(page.queryAllByRole("button", undefined, alert()).length, 0);
});

entering("a change says what is recorded now", async (t) => {
  const road = { kind: "place_road", player: "blue", at: "p1,-2" };
  answerInputs(t, page, { told: [], violations: [], taken_back: [], changed: [road], version: 1 });
  await page.click("#log .entry");
  await choose(page, "Delete");
  assert(page.isFree);
  assert.equal(page.text(alert()), "Now: Ben builds a road.");
});

entering("a card bought before the roll is that of the player who passed the dice", async () => {
  assert.equal(page.all("#actions .action-usual[data-key=roll]").length, 1);
  await act(page, "Buy card");
  assert.equal(page.server.inputs[0].player, "white");
}, { acting: "white", roll: true, buy_card: false });

entering("the turn is ended once it can be, and the input says which turn", async () => {
  await page.changeView({ rolled: false });
  assert.equal(bar(page, "End turn").title, "Roll the dice first.");
  await act(page, "End turn");
  assert.match(page.text("#dialog"), /Roll the dice first\./);
  await choose(page, "Close");
  await page.changeView({ rolled: true });
  await changeMay(page, { end_turn: true });
  await act(page, "End turn");
  assert.deepEqual(page.server.inputs, [{ kind: "end_turn" }]);
  const { body } = page.server.requests.find(({ path }) => path === "/api/inputs");
  assert.deepEqual(body.about, { game: 1, turn: snapshotOf("base").game.view.turn, after: 39 });
}, { end_turn: false });

test("a viewer has no bar", async () => {
  const viewer = await openPage("table", { role: "viewer" });
  assert.equal(viewer.all(".player").length, 4);
  assert.equal(viewer.all("#actions button").length, 0);
});

// Trade

entering("the bank takes whole lots at the best rate, and the last card that is paid for enters the trade", async () => {
  await act(page, "Trade");
  assert(page.button("Enter trade", page.dialog).disabled);
  assert.equal(page.text(".trade-hint", page.dialog), "First choose the cards to give.");
  await count(page, "Gives", "wool");
  assert.match(gives(), /wool2:12/);
  await count(page, "Takes", "ore");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "maritime_trade", player: "red", give: { wool: 2 }, take: { ore: 1 } }]);
});

entering("4:1 without a harbor is a tick away", async () => {
  await act(page, "Trade");
  await page.check(page.field("At 4:1, without a harbor", page.dialog));
  assert.match(gives(), /wool4:1/);
  await count(page, "Gives", "wool");
  await count(page, "Takes", "ore");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "maritime_trade", player: "red", give: { wool: 4 }, take: { ore: 1 } }]);
});

entering("a player without a harbor is not asked for the rate", async () => {
  await act(page, "Trade");
  assert.match(gives(), /wool4:1/);
  assert.equal(page.queryAllByRole("checkbox", "At 4:1, without a harbor", page.dialog).length, 0);
}, { maritime: { red: Object.fromEntries(RESOURCES.map((kind) => [kind, 4])) } });

entering("the bank gives no more than it has", async () => {
  await act(page, "Trade");
  await count(page, "Gives", "lumber");
  assert(counter(page, "Takes", "wool").disabled);
  assert(!counter(page, "Takes", "ore").disabled);
});

entering("players trade what they can have", async () => {
  await act(page, "Trade");
  await pick(page, "Ben");
  await count(page, "Gives", "wool", 2);
  assert(counter(page, "Takes", "wool").disabled);
  await count(page, "Takes", "ore", 3);
  assert(counter(page, "Takes", "brick").disabled);
  await count(page, "Takes", "ore", 1, "Fewer");
  await count(page, "Takes", "brick");
  await choose(page, "Enter trade");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [
    { kind: "domestic_trade", player: "red", with: "blue", give: { wool: 2 }, take: { brick: 1, ore: 2 } },
  ]);
});

entering("somebody else traded cards that nobody names", async () => {
  await act(page, "Trade");
  await page.click(page.button(/someone else\?/, page.dialog));
  await pick(page, "Dora", "Whose turn was it?");
  await pick(page, "Ana", "With whom?");
  await count(page, "Gives", "unknown");
  await count(page, "Takes", "unknown", 2);
  await choose(page, "Enter trade");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [
    { kind: "domestic_trade", player: "white", with: "red", give: { unidentified: 1 }, take: { unidentified: 2 } },
  ]);
});

// Development cards

entering("the cards that the rules allow come first", async () => {
  await act(page, "Play card");
  assert.deepEqual(page.texts(".choice", page.dialog), ["Knight", "Monopoly", "Road building", "Year of plenty", "Victory points"]);
  assert.deepEqual(page.texts(".choice-unusual", page.dialog), ["Road building", "Year of plenty", "Victory points"]);
});

entering("a knight is two taps", async () => {
  await act(page, "Play card");
  await choose(page, "Knight");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "play_development_card", card: "knight" }]);
});

entering("somebody else's card is entered with its player", async () => {
  await act(page, "Play card");
  await page.click(page.button(/someone else\?/, page.dialog));
  await pick(page, "Ben");
  await choose(page, "Road building");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "play_development_card", card: "road_building", player: "blue" }]);
});

entering("monopoly asks for the resource and for how many cards each player gives", async () => {
  await act(page, "Play card");
  await choose(page, "Monopoly");
  await choose(page, "grain");
  await count(page, "How many does each give?", "Dora", 2);
  assert(counter(page, "How many does each give?", "Dora").disabled);
  await choose(page, "Confirm");
  assert(page.isFree);
  const monopoly = { kind: "play_development_card", card: "monopoly", resource: "grain" };
  assert.deepEqual(page.server.inputs, [{ ...monopoly, given: { blue: 0, orange: 0, white: 2 } }]);
});

entering("monopoly can be entered without a count", async () => {
  await act(page, "Play card");
  await choose(page, "Monopoly");
  await choose(page, "ore");
  await choose(page, "Skip the count");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "play_development_card", card: "monopoly", resource: "ore" }]);
});

entering("year of plenty asks for two cards that the bank has", async () => {
  const group = "Which two cards from the bank?";
  await act(page, "Play card");
  await choose(page, "Year of plenty");
  assert(counter(page, group, "wool").disabled);
  await count(page, group, "ore");
  assert(page.button("Take", page.dialog).disabled);
  await count(page, group, "ore");
  await choose(page, "Take");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "play_development_card", card: "year_of_plenty", resources: { ore: 2 } }]);
});

entering("victory points are revealed only where they win", async () => {
  assert.equal(page.queryAllByRole("button", "Reveal", page.$("#actions")).length, 0);
  await changeMay(page, { reveal: [2, 3] });
  await act(page, "Reveal");
  assert.equal(page.queryAllByRole("radio", undefined, page.dialog).length, 2);
  await pick(page, "3");
  await choose(page, "Reveal");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "reveal_victory_points", player: "red", count: 3 }]);
});

// The seven

const SEVEN = { discard: { orange: 2, white: 4 }, rob: ["blue", "white"], end_turn: false };

entering("a player discards just as many cards as are due", async () => {
  await act(page, "Discard");
  await pick(page, "Dora");
  await pick(page, "Clémentine");
  await count(page, "2 cards to discard", "ore");
  assert(page.button("Confirm cards", page.dialog).disabled);
  await count(page, "2 cards to discard", "wool");
  assert(counter(page, "2 cards to discard", "wool").disabled);
  await choose(page, "Confirm cards");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "discard", player: "orange", resources: { wool: 1, ore: 1 } }]);
}, SEVEN);

entering("the discarded cards may stay unnamed", async () => {
  await act(page, "Discard");
  await pick(page, "Dora");
  await choose(page, "Leave unknown");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "discard", player: "white", resources: null }]);
}, SEVEN);

for (const resource of ["ore", null]) {
  entering(`a player is robbed of ${resource ?? "a card that nobody names"}`, async () => {
    await act(page, "Rob");
    await pick(page, "Ben");
    if (resource) await pick(page, resource);
    await choose(page, "Steal");
    assert(page.isFree);
    assert.deepEqual(page.server.inputs, [{ kind: "steal", from: "blue", resource }]);
  }, SEVEN);
}

// Rolls

entering("a roll that was read wrongly is corrected", async () => {
  await act(page, "Enter a roll");
  await page.click(page.button("Ana rolled this, not 3 + 5", page.dialog));
  assert.deepEqual(page.server.inputs, [], "no dice were chosen");
  await pick(page, "6", "Die 1");
  await pick(page, "5", "Die 2");
  await choose(page, "Ana rolled this, not 3 + 5");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [
    { kind: "correct", entry: 38, event: { kind: "roll", player: "red", dice: [6, 5] } },
  ]);
});

entering("a roll is corrected from the dice themselves", async () => {
  await page.click(page.button("Ana rolled 3 + 5: edit"));
  await pick(page, "4", "Die 1");
  await choose(page, "Save");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "correct", entry: 38, change: { dice: [4, 5] } }]);
});

// More

entering("what a hand holds is entered", async () => {
  await act(page, "More");
  await choose(page, "Enter a hand");
  await pick(page, "Dora");
  await page.click(page.button("More: ore", page.dialog));
  await choose(page, "All of its cards");
  assert(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "show_hand", player: "white", resources: { ore: 1 } }]);
});
