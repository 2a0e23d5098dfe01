// What an input would change, shown before it is entered.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { choose, line, site } from "./base_game_page.js";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");
beforeEach(() => page.show(snapshotOf("base")));

const SETTLEMENT = { kind: "place_settlement", player: "blue", at: "i4,-2" };
const count = (what, before, after) => ({ what, colour: "blue", before, after });
const road = (player) => ({ kind: "place_road", player, at: "p1,1" });
const violation = (entry, event, after, before = []) => ({ what: "violations", entry, event, before, after });
const lines = () => page.texts(".consequences li", page.dialog);
const editPurchase = () => page.click(page.button(/Ben buys a development card/));

/** Show a settlement whose line is the log's only one, and tap it. */
async function tapSettlement() {
  await page.changeView({ log: [line(20, SETTLEMENT, { source: "camera" })] });
  await page.click(site(page, "i4,-2"));
}

test("a tap on a settlement shows what a city there would change", async () => {
  page.server.changes = [count("points", 4, 5)];
  await tapSettlement();
  assert.match(page.text(page.dialog), /A city here would change:/);
  assert.deepEqual(lines(), ["Ben: 4 → 5 points"]);
  const city = { kind: "place", piece: "city", at: "i4,-2", player: "blue" };
  assert.deepEqual(page.server.previews, [city]);
  await choose(page, "Turn it into a city");
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs, [city]);
});

test("taking a piece back shows what that would change, and is entered by a second tap", async () => {
  await tapSettlement();
  assert.match(page.text(page.dialog), /Nothing else would change\./);
  page.server.changes = [count("points", 4, 3)];
  await choose(page, "Remove");
  assert.match(page.text(page.dialog), /Removing it would change:/);
  assert.deepEqual(lines(), ["Ben: 4 → 3 points"]);
  assert.deepEqual(page.server.inputs, []);
  await choose(page, "Back");
  assert.equal(page.queryAllByRole("button", "Turn it into a city", page.dialog).length, 1);
  await choose(page, "Remove");
  await choose(page, "Remove");
  assert.ok(page.isFree);
  assert.deepEqual(page.server.inputs, [{ kind: "correct", entry: 20, event: null }]);
});

test("cards and points come first, and lines that break the same rule are one", async () => {
  page.server.changes = [
    { what: "robber", before: "h1,0", after: "h0,0" },
    { what: "piece", at: "i1,1", before: { kind: "city", colour: "blue" }, after: null },
    count("cards", 3, 5),
    count("points", 4, 2),
    violation(40, road("blue"), ["not_connected"]),
    violation(42, road("blue"), ["not_connected"]),
    violation(44, road("white"), ["cannot_pay"], ["cannot_pay", "site_taken"]),
    violation(45, road("red"), ["not_connected"]),
  ];
  await editPurchase();
  assert.deepEqual(lines(), [
    "Ben: 4 → 2 points",
    "Ben: 3 → 5 cards",
    "Robber: Forest, 3 → Desert",
    "Ben: city removed (Desert; Forest, 3; Fields, 4)",
    "“Ben builds a road” and 2 more entries would break a rule: not connected",
    "“Dora builds a road” would no longer break the rules (the spot is occupied)",
  ]);
});

test("a rule broken by the input itself comes first", async (t) => {
  const changed = { kind: "buy_development_card", player: "white", card: null };
  const changes = [count("cards", 3, 5), violation(37, changed, ["cannot_pay"]), violation(40, road("blue"), ["cannot_pay"])];
  const { answers } = page.server;
  const before = answers["/api/inputs?preview=1"];
  t.after(() => (answers["/api/inputs?preview=1"] = before));
  answers["/api/inputs?preview=1"] = { told: [], changed: [changed], violations: [], changes };
  await editPurchase();
  assert.deepEqual(lines(), [
    "“Dora buys a development card” would break a rule: not enough cards to pay: 1 wool, 1 grain, 1 ore",
    "Ben: 3 → 5 cards",
    "“Ben builds a road” would break a rule: not enough cards to pay: 1 lumber, 1 brick",
  ]);
});

test("every change has a text, and more than eight are counted", async () => {
  const ends = {
    winner: [null, "red"],
    longest_road: ["white", "red"],
    largest_army: ["red", null],
    on_turn: ["red", "blue"],
    turn: [12, 11],
    roll: [[3, 5], null],
    robber: ["h1,0", "h0,0"],
    hand: [null, null],
    piece: [{ kind: "city", colour: "red" }, null],
  };
  page.server.changes = Object.entries(ends).map(([what, [before, after]]) => ({ what, colour: "red", before, after }));
  await editPurchase();
  const texts = page.queryAllByRole("listitem", undefined, page.dialog).map((each) => page.text(each));
  assert.equal(texts.at(-1), "… and 1 more");
  for (const text of texts) assert.doesNotMatch(text, /undefined|null/);
});
