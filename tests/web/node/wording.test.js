// The wording of the table's page: cards, turns, players and their actions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");
const viewer = await openPage("table", { role: "viewer" });

const LINE = { number: 70, source: "tablet", certainty: 1, violations: [] };
const BUYS = { kind: "buy_development_card", player: "red", card: null };

/** Answer the next input with an event that breaks rules. */
function answer(event, ...violations) {
  page.server.answers["/api/inputs"] = () => ({ told: [event], violations, version: page.server.snapshot.version + 1 });
}

const alertText = () => page.texts("[role=alert]").join(" ");

test("a broken rule says which card is not held", async () => {
  await page.show(snapshotOf("base"));
  answer({ kind: "play_development_card", player: "red", card: "monopoly" }, "card_not_held");
  await page.click(page.button("Play card"));
  await page.click(page.button(/^Knight/, page.dialog));
  assert.match(alertText(), /no such card in hand: Monopoly/);
});

test("a broken rule says what has to be paid", async () => {
  await page.show(snapshotOf("base"));
  answer(BUYS, "cannot_pay");
  await page.click(page.button("Buy card"));
  assert.match(alertText(), /not enough cards to pay: 1 wool, 1 grain, 1 ore\./);
});

test("a broken rule says just what is missing where the hand is known", async () => {
  await page.show(snapshotOf("base"));
  await page.change((snapshot) => Object.assign(snapshot.game.view.players[0], { hand: { wool: 2, ore: 1 }, certain: true }));
  assert.ok(page.$(".player[data-colour=red] .hand"));
  answer(BUYS, "cannot_pay");
  await page.click(page.button("Buy card"));
  assert.match(alertText(), /not enough cards to pay: missing 1 grain\./);
});

for (const [event, violation, text] of [
  [{ kind: "place_city", at: "i1,1" }, "cannot_pay", "not enough cards to pay: 2 grain, 3 ore"],
  [{ kind: "maritime_trade", give: { wool: 4 }, take: { ore: 1 } }, "bank_lacks", "the bank doesn't have these cards: 1 ore"],
  [
    { kind: "domestic_trade", with: "red", give: { wool: 1 }, take: { ore: 2 } },
    "partner_cannot_pay",
    "the other player doesn't have these cards: 2 ore",
  ],
  [{ kind: "steal", from: "red", resource: null }, "victim_lacks", "has no such card"],
]) {
  test(`the game log says "${text}"`, async () => {
    await page.show(snapshotOf("base"));
    await page.changeView({ log: [{ ...LINE, violations: [violation], event: { ...event, player: "blue" } }] });
    assert.deepEqual(page.texts("#log .flag"), [`⚠ ${text}`]);
  });
}

for (const [resources, text] of [
  [{ unidentified: 8 }, "Ben discards 8 cards"],
  [{ unidentified: 1 }, "Ben discards 1 card"],
  [{ wool: 2, unidentified: 2 }, "Ben discards 2 wool, 2 other cards"],
]) {
  test(`cards that nobody named are cards: "${text}"`, async () => {
    await page.show(snapshotOf("base"));
    await page.changeView({ log: [{ ...LINE, event: { kind: "discard", player: "blue", resources } }] });
    assert.ok(page.button(text, page.$("#log")));
  });
}

test("the game log has the numbers of its turns, in earlier lines too", async () => {
  await page.show(snapshotOf("base"));
  const line = (number, event) => ({ ...LINE, source: "tower", number, event });
  const earlier = [line(31, { kind: "roll", player: "white", dice: [2, 2] }), line(32, { kind: "end_turn", player: "blue" })];
  page.server.answers["/api/journal?before=33"] = { lines: earlier };
  await page.changeView({
    log: [
      line(33, { kind: "roll", player: "blue", dice: [6, 1] }),
      line(34, { kind: "end_turn", player: "blue" }),
      line(35, { kind: "roll", player: "red", dice: [3, 5] }),
    ],
  });
  assert.deepEqual(page.texts("#log .entry"), ["Ana rolls 3 + 5 = 8Turn 12", "Ben passes the dice", "Ben rolls 6 + 1 = 7Turn 11"]);
  await page.click(page.button("Game log"));
  await page.click(page.button("Show earlier entries", page.dialog));
  assert.equal(page.texts(".entry", page.dialog).at(-1), "Dora rolls 2 + 2 = 4Turn 10");
});

/** A game without an island. */
const snapshotWithoutIsland = () => {
  const snapshot = snapshotOf("base");
  const empty = { phase: "layout", layout: null, pieces: [], robber: null, roll: null, log: [] };
  Object.assign(snapshot.game.view, empty, { to_do: [{ kind: "lay_island" }] });
  return snapshot;
};

test("an island that isn't read yet waits for a camera that is looked for, and is tapped without one", async () => {
  await page.show(snapshotWithoutIsland());
  const camera = { name: "camera", health: "waiting", text: "" };
  await page.change((snapshot) => (snapshot.sources = [camera]));
  assert.match(page.text("#to-do"), /Looking for the camera/);
  assert.doesNotMatch(page.text("#to-do"), /Tap/);
  await page.change((snapshot) => (snapshot.sources = [{ ...camera, health: "ok" }]));
  assert.match(page.text("#to-do"), /Tap a hex/);
});

test("a viewer is offered no tap on an island that isn't read yet", async () => {
  await viewer.show(snapshotWithoutIsland());
  assert.equal(viewer.text("#to-do"), "The island has not been read yet.");
});

for (const [phase, item] of [
  ["founding", { kind: "confirm_island", entry: 2 }],
  ["taking_up", { kind: "take_up" }],
  ["founding", { kind: "found", colour: "red", piece: "road", sites: [], or: ["blue"] }],
  ["founding", { kind: "take_starting_resources", colour: "red", sites: ["i1,1"], likely: { at: "i1,1", cards: { ore: 1 } } }],
  ["play", { kind: "move_robber", colour: "red" }],
]) {
  test(`a viewer is offered no tap where "${item.kind}" is to be done`, async () => {
    const snapshot = snapshotWithoutIsland();
    Object.assign(snapshot.game.view, { phase, to_do: [item] });
    await viewer.show(snapshot);
    assert.notEqual(viewer.text("#to-do"), "The island has not been read yet.");
    assert.notEqual(viewer.text("#to-do"), "");
    assert.doesNotMatch(viewer.text("#to-do"), /ap /);
    assert.equal(viewer.all("#to-do button, #roll button").length, 0);
  });
}

test("the start of a game uses the typed names", async () => {
  await page.show(snapshotOf("base"));
  page.server.choices.names = [];
  await page.click(page.button("More"));
  await page.click(page.button("New game", page.dialog));
  const { dialog } = page;
  await page.click(page.queryAllByRole("button", "More options", dialog)[0]);
  await page.check(page.field("The game is already in progress", dialog));
  const players = () => page.texts("option", page.field("Active player, before the roll", dialog));
  assert.deepEqual(players(), ["Ana", "Ben", "Clémentine", "Dora"]);
  await page.type("[name=name1]", "Zoë", dialog);
  await page.type("[name=name3]", "", dialog);
  assert.deepEqual(players(), ["Ana", "Zoë", "Clémentine", "White"]);
});

test("every answer to an offer keeps its position", async () => {
  await page.show(snapshotOf("base"));
  const to = ["blue", "orange", "white"];
  const offer = { number: 1, by: "red", to, give: { wool: 2 }, take: { ore: 1 }, accepted: [], refused: [] };
  await page.change((snapshot) => (snapshot.offers = [offer]));
  assert.deepEqual(page.texts(".offer button"), ["Ben accepts", "Clémentine accepts", "Dora accepts", "No trade"]);
  await page.change((snapshot) => (snapshot.offers = [{ ...offer, accepted: ["white"], refused: ["blue"] }]));
  assert.deepEqual(page.texts(".offer button"), ["Ben refuses", "Clémentine accepts", "Trade with Dora", "No trade"]);
  assert.ok(page.all(".offer button")[0].disabled);
});
