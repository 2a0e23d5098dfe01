// The players' phones at a real table: the view of each player's hand, their entries, and a trade between two.

import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";
import { HANDS, PLAYERS, add, beginGame, card, choose, has, key, shows, tap } from "./phone_page.js";

/** Hexes at which only Ana, or only Ben, has a settlement. */
const AT_ANA = "h-1,-1";
const AT_BEN = "h-2,1";

const table = await realTable();
const phones = [];

/** A game just begun, on all phones. */
async function begin(options) {
  await beginGame(table, options);
  for (const page of phones) {
    page.$("#dialog").close();
    await page.catchUp();
  }
}

const submit = (kind, about = {}) => table.submit({ kind, ...about });
const roll = (...dice) => submit("roll", { dice });
const lastEvent = async () => (await table.view()).log.at(-1).event;

await begin();
for (const { colour, name } of PLAYERS) phones.push(await openLive(table, "phone", { seat: colour, player: name }));
const [red, blue, white] = phones;

test("a player who can't pay sees the reason and refuses", async () => {
  await begin();
  await table.seats.offer("red", { give: { ore: 1 }, take: { brick: 1 }, to: null });
  await waitUntil(() => has(white, ".offer"));
  assert.match(white.text(".offer"), /You lack 1 brick\./);
  assert.ok(key(white, "accept-").disabled);
  await tap(white, "refuse-");
  await waitUntil(() => white.text(".offer").includes("You refused."));
  assert.deepEqual((await table.snapshot()).offers[0].refused, ["white"]);
});

test("a card bought is known on this phone alone", async () => {
  await begin();
  await tap(red, "buy");
  await choose(red, "monopoly");
  await waitUntil(() => has(red, "[data-card=monopoly]"));
  assert.match(red.text("[data-card=monopoly]"), /bought this turn/);
  assert.doesNotMatch(JSON.stringify([await table.snapshot(), await table.seats.snapshot("blue")]), /monopoly/);
  assert.equal((await table.view()).log.at(-1).source, "phone:red");
});

test("a mistaken tap is undone", async () => {
  await begin();
  await tap(red, "buy");
  await choose(red, "monopoly");
  await waitUntil(() => has(red, "[data-card=monopoly]"));
  await tap(red, "undo");
  await waitUntil(() => !has(red, "[data-card=monopoly]"));
  await waitUntil(() => red.$("#message").hidden);
});

test("an uncertain hand is marked and corrected", async () => {
  await begin();
  for (let turn = 0; turn < 2; turn++) {
    await submit("end_turn");
    await roll(1, 1);
  }
  await submit("end_turn");
  await roll(3, 4);
  await submit("move_robber", { to: AT_BEN });
  await submit("steal", { player: "red", from: "blue", resource: null });
  await waitUntil(() => has(blue, ".unsure"));
  assert.match(blue.text(".unsure"), /most likely \(67 %\)/);
  assert.match(blue.text(".hand-card[data-resource=wool]"), /1 to 2/);
  assert.equal(blue.all(".other-hands li").length, 1);
  await blue.click(blue.button("Which card did Ana steal from you?"));
  await choose(blue, "brick");
  await waitUntil(() => has(blue, ".sure"));
  assert.equal(card(blue, "brick"), "0");
  assert.ok(!blue.document.documentElement.outerHTML.includes("other-hands"));
});

test("a monopoly may name how many cards each player gave", async () => {
  await begin();
  await table.seats.submit("red", { kind: "buy_development_card", card: "monopoly" });
  for (let turn = 0; turn < 3; turn++) {
    await submit("end_turn");
    await roll(1, 1);
  }
  await red.catchUp();
  await tap(red, "play");
  await choose(red, "monopoly");
  await choose(red, "wool");
  await add(red, "How many does each give?", "blue", 2);
  await add(red, "How many does each give?", "white", 1);
  await red.click(red.button("Confirm"));
  await shows(red, "wool", 4);
  assert.deepEqual((await table.ownView("blue")).hand.cards, { brick: 1 });
});

test("the phone says what comes next with dice and pieces", async () => {
  await begin();
  await submit("end_turn");
  await waitUntil(() => blue.text(".next") === "Roll the dice.");
  await roll(3, 4);
  await waitUntil(() => blue.text(".next") === "Move the robber.");
});

test("hidden points are counted on this phone alone", async () => {
  await begin();
  for (let n = 0; n < 5; n++) {
    await table.seats.submit("red", { kind: "show_hand", resources: { wool: 1, grain: 1, ore: 1 } });
    await table.seats.submit("red", { kind: "buy_development_card", card: "victory_point" });
  }
  await waitUntil(() => red.text(".own-points").includes("5 of them hidden"));
  assert.match(red.text(".own-points"), /7/);
  await tap(red, "cover");
  assert.doesNotMatch(red.text(".own-points"), /hidden/);
  assert.equal((await table.view()).players[0].points, 2);
  await tap(red, "cover");
});

test("a card that wins is shown to all only if its player wants so", async () => {
  await begin({ points_to_win: 3 });
  await submit("buy_development_card");
  for (let time = 0; time < 2; time++) {
    await tap(red, "name-");
    await choose(red, "victory_point");
    assert.match(red.text(red.dialog), /everyone will see that you have won/);
    await red.click(red.button("Not yet"));
    assert.equal((await table.view()).phase, "play");
  }
  await tap(red, "name-");
  await choose(red, "victory_point");
  await red.click(red.button("Reveal and win"));
  await waitUntil(() => red.isFree);
  assert.equal((await table.view()).phase, "over");
});

test("a covered phone shows no secrets, even when it is reopened", async () => {
  await begin();
  await tap(red, "cover");
  const again = await openLive(table, "phone", { device: red.device, storage: { ...red.window.localStorage } });
  await waitUntil(() => has(again, ".card-back"));
  for (const page of [red, again]) {
    assert.equal(page.all(".card-back").length, 5);
    for (const kind of Object.keys(HANDS.red)) assert.ok(!page.$("#hand").innerHTML.includes(`data-resource="${kind}"`));
    assert.equal(page.all("#actions button").length, 0);
    await tap(page, "cover");
    assert.equal(card(page, "ore"), "3");
  }
});

test("a likely hand is confirmed", async () => {
  await begin();
  await submit("steal", { player: "red", from: "blue", resource: null });
  await shows(blue, "wool", 1);
  assert.ok(has(blue, ".unsure"));
  await tap(blue, "hand-right");
  await waitUntil(() => has(blue, ".sure"));
  assert.ok(!has(blue, "[data-key=hand-right]"));
  assert.deepEqual((await table.ownView("blue")).hand.cards, { wool: 1, brick: 1 });
});

test("a player who is robbed says which card it was", async () => {
  await begin();
  await roll(3, 4);
  await submit("move_robber", { to: AT_ANA });
  await waitUntil(() => has(red, "[data-key=robbed]"));
  assert.equal(red.text(key(red, "robbed")), "Did Ben rob you? Choose the card.");
  await tap(red, "robbed");
  assert.match(red.text(red.dialog), /Which card did Ben take\?/);
  await choose(red, "ore");
  await shows(red, "ore", 2);
  assert.ok(!has(red, "[data-key=robbed]"));
  await shows(blue, "ore", 1);
  assert.equal((await lastEvent()).resource, null);
});

test("a thief names the card later", async () => {
  await begin();
  await roll(3, 4);
  await submit("move_robber", { to: AT_ANA });
  await submit("steal", { from: "red", resource: null });
  await waitUntil(() => has(blue, ".unsure"));
  await blue.click(blue.button("Which card did you steal from Ana?"));
  await choose(blue, "ore");
  await waitUntil(() => has(blue, ".sure"));
  assert.equal(card(blue, "ore"), "1");
  assert.equal((await lastEvent()).resource, null);
});

test("a card bought at the tablet is named later", async () => {
  await begin();
  await submit("buy_development_card");
  await waitUntil(() => has(red, "[data-card=unnamed]"));
  assert.match(red.text("[data-card=unnamed]"), /unknown card/);
  await red.click(red.button("Which card did you buy?"));
  await choose(red, "knight");
  await waitUntil(() => has(red, "[data-card=knight]"));
  assert.ok(!has(red, "[data-key^=name-]"));
  assert.doesNotMatch(JSON.stringify([await lastEvent(), await table.ownView("blue")]), /knight/);
});

test("cards that were discarded are named later", async () => {
  await begin();
  await table.seats.submit("blue", { kind: "show_hand", resources: { wool: 5, brick: 4 } });
  await roll(3, 4);
  await submit("discard", { player: "blue", resources: null });
  await waitUntil(() => has(blue, ".unsure"));
  await blue.click(blue.button("Which cards did you discard?"));
  await add(blue, "4 cards", "wool", 3);
  assert.ok(blue.button("Confirm cards").disabled);
  await add(blue, "4 cards", "wool");
  await blue.click(blue.button("Confirm cards"));
  await shows(blue, "wool", 1);
  const { cards, doubtful } = (await table.ownView("blue")).hand;
  assert.deepEqual([cards, doubtful], [{ brick: 4, wool: 1 }, []]);
});

test("points that win are revealed", async () => {
  await begin({ points_to_win: 3 });
  await submit("buy_development_card");
  await waitUntil(() => has(red, "[data-key=reveal]"));
  assert.equal(red.text("[data-key=reveal]"), "Reveal 1 victory point: you win");
  await tap(red, "cover");
  assert.ok(!has(red, "[data-key=reveal]"));
  await tap(red, "cover");
  await tap(red, "reveal");
  await waitUntil(() => red.text("#turn").includes("You win!"));
  await waitUntil(() => blue.text("#turn").includes("Ana wins!"));
  assert.equal(blue.all("#actions button").length, 0);
  assert.equal((await table.view()).winner, "red");
});

test("an offer to one player is seen and accepted by that one alone", async () => {
  await begin();
  await tap(red, "trade");
  await red.check(red.field("Cyr", red.getByRole("group", "To whom?", red.dialog)));
  await add(red, "You give", "ore");
  await add(red, "You receive", "wool");
  await red.click(red.button("Offer", red.dialog));
  await waitUntil(() => white.text(".offer").includes("Ana offers"));
  await waitUntil(() => red.text(".offer").includes("Not answered yet: Cyr"));
  await blue.catchUp();
  assert.ok(!has(blue, ".offer"));
  await tap(white, "accept-");
  // Made to one, it is agreed with that one's word.
  await shows(white, "ore", 1);
  await shows(red, "wool", 3);
  assert.ok(!has(blue, ".offer"));
});

test("an offer to one player is withdrawn", async () => {
  await begin();
  await table.seats.offer("red", { give: { ore: 1 }, take: { wool: 1 }, to: "white" });
  await waitUntil(() => white.text(".offer").includes("Ana offers"));
  await tap(red, "withdraw-");
  for (const page of [red, white]) await waitUntil(() => !has(page, ".offer"));
  assert.deepEqual((await table.snapshot()).offers, []);
});

// An open question that has become stale is closed with an explanation; nothing is entered.

test("a hand that changes is asked for again", async () => {
  await begin();
  await tap(blue, "hand-say");
  assert.match(blue.text(blue.dialog), /Which cards do you have\?/);
  await table.seats.submit("blue", { kind: "show_hand", resources: { wool: 3 } });
  await waitUntil(() => blue.isFree);
  assert.match(blue.text("#message"), /Your hand has changed/);
  assert.ok(!blue.$("#message").hidden);
  await tap(blue, "hand-say");
  assert.equal(blue.texts("output", blue.getByRole("group", "All cards in your hand"))[2], "3");
  await blue.click(blue.button("That's my hand"));
  await waitUntil(() => blue.text("#message").includes("Recorded."));
  assert.deepEqual((await table.ownView("blue")).hand.cards, { wool: 3 });
});

test("an offer's question ends with the turn", async () => {
  await begin();
  await tap(red, "trade");
  assert.match(red.text(red.dialog), /You offer a trade/);
  await submit("end_turn");
  await waitUntil(() => red.isFree);
  assert.match(red.text("#message"), /The game has continued/);
  assert.ok(!red.$("#message").hidden);
});

test("a theft that its victim has named is not asked any more", async () => {
  await begin();
  await roll(3, 4);
  await submit("move_robber", { to: AT_ANA });
  await tap(blue, "rob");
  assert.match(blue.text(blue.dialog), /You steal a card/);
  await table.seats.submit("red", { kind: "steal", by: "blue", resource: "ore" });
  await waitUntil(() => blue.isFree);
  await shows(blue, "ore", 1);
});

test("a question stays open while others enter what changes nothing of it", async () => {
  await begin();
  await tap(red, "hand-say");
  assert.match(red.text(red.dialog), /Which cards do you have\?/);
  await table.seats.submit("white", { kind: "show_hand", resources: { wool: 2 } });
  await table.seats.offer("white", { give: { wool: 1 }, take: { ore: 1 } });
  await red.catchUp();
  assert.equal(red.all(".offer").length, 1);
  assert.ok(red.$("#message").hidden);
  assert.ok(!red.isFree);
});

test("undo is offered only as long as it takes back what this phone entered", async () => {
  await begin();
  await tap(blue, "hand-say");
  await blue.click(blue.button("That's my hand"));
  await waitUntil(() => has(blue, "[data-key=undo]"));
  assert.ok(!blue.$("#message").hidden);
  await submit("end_turn");
  await waitUntil(() => blue.text("#turn").includes("Your turn"));
  await waitUntil(() => blue.$("#message").hidden);
  assert.ok(blue.$("#message").contains(key(blue, "undo")));
});

test("the set-up shows whose turn it is, and no empty hand", async () => {
  await begin();
  assert.ok(has(blue, ".sure, .unsure"));
  const { layout } = await table.view();
  await table.startGame({ players: PLAYERS, options: { all_told: true }, abandon: true });
  await submit("correct", { layout });
  await Promise.all([red, blue].map((page) => page.catchUp()));
  assert.match(blue.text("#turn"), /Set-up phase/);
  assert.match(blue.text("#turn"), /Ana's turn/);
  assert.match(red.text("#turn"), /Your turn/);
  assert.equal(red.text(".next"), "Place a settlement.");
  assert.ok(!has(blue, ".sure, .unsure"));
});

test("in the first game the phone shows its player's starting resources", async () => {
  const options = { all_told: true, setup: "first_game" };
  await table.startGame({ players: PLAYERS, options, abandon: true });
  await submit("lay_island");
  await waitUntil(() => blue.all(".phone-takes .card").length === 3);
  await roll(1, 1);
  await waitUntil(() => blue.text("#turn").includes("You receive nothing"));
});
