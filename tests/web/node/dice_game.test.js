// The dice game on the page of a real table: dice, building, knights.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openDiceGame } from "./dice_game_page.js";
import { waitUntil, waitUntilEqual } from "./page.js";

const game = await openDiceGame();
const { page, table } = game;

test("dice to roll again are tapped, then what they show", async () => {
  await game.begin();
  await game.throwDice("ore ore gold");
  await game.showsDice("ore ore gold");
  const enterButton = () => page.button("Enter roll 2 of 3");
  assert.ok(enterButton().disabled);
  for (const at of [0, 2]) await page.click(`[data-key='die-${at}']`);
  await game.showsDice("? ore ?");
  assert.ok(enterButton().disabled);
  await game.tapSigns("brick lumber");
  await page.click(enterButton());
  await waitUntil(() => page.button("Enter roll 3 of 3"));
  assert.deepEqual((await table.view()).dice.lie, ["brick", "ore", "lumber"]);
});

test("a die that was tapped by mistake shows its face again at a second tap", async () => {
  await game.begin();
  await game.throwDice("ore ore gold");
  const die = () => page.$("[data-key='die-2']");
  await waitUntilEqual(() => page.text(die()), "gold");
  await page.click(die());
  assert.equal(page.text(die()), "?");
  await page.click(die());
  assert.equal(page.text(die()), "gold");
  assert.ok(page.button("Enter roll 2 of 3").disabled);
});

test("a die that shows the same face after a second roll was still rolled again", async () => {
  await game.begin();
  await game.throwDice("ore ore gold");
  await game.showsDice("ore ore gold");
  await page.click("[data-key='die-2']");
  await game.showsDice("ore ore ?");
  await game.tapSigns("gold");
  await game.showsDice("ore ore gold");
  await page.click(page.button("Enter roll 2 of 3"));
  await waitUntil(() => page.button("Enter roll 3 of 3").disabled);
  assert.equal((await table.view()).dice.throws, 2);
});

test("a die that was misread is corrected in place, also after the last roll", async () => {
  await game.begin();
  for (let roll = 0; roll < 3; roll++) await game.throwDice("ore ore gold");
  await game.showsTurn("Ana builds");
  await page.click("[data-key='die-2']");
  assert.ok(page.button("Correct roll 3").disabled);
  await game.tapSigns("wool");
  await page.click(page.button("Correct roll 3"));
  await waitUntilEqual(() => page.all(".sign-key").length, 0);
  await game.showsDice("ore ore wool");
  const view = await table.view();
  assert.deepEqual([view.dice.lie, view.dice.throws], [["ore", "ore", "wool"], 3]);
});

test("a roll whose dice were spent is not corrected by a tap on a die", async () => {
  await game.begin();
  await game.throwDice("brick lumber gold");
  await game.build("road", "2");
  await waitUntilEqual(() => page.all(".die-spent").length, 2);
  assert.equal(page.all("[data-key='die-2']").length, 0);
});

test("after three rolls the page asks for no more", async () => {
  await game.begin();
  assert.equal(page.all(".sign-key").length, 6);
  for (let roll = 0; roll < 3; roll++) await game.throwDice("ore ore gold");
  await game.showsTurn("Ana builds");
  assert.equal(page.all(".sign-key").length, 0);
});

test("affordable prices and places are marked", async () => {
  await game.begin();
  await game.throwDice("gold gold brick");
  await waitUntil(() => page.text(game.price("road")).includes("✓"));
  assert.ok(!page.text(game.price("settlement")).includes("✓"));
  assert.equal(game.classOf(game.place("road", "2")), "sheet-place place-road possible");
  assert.equal(game.classOf(game.place("settlement", "1")), "sheet-place place-settlement reached");
});

test("dice can be entered after something was built", async () => {
  await game.begin();
  await page.click(game.price("road"));
  await game.showsBuilt("road", "0", "2");
  await game.tapSigns("brick lumber gold");
  await page.click(page.button("Enter roll 1 of 3"));
  await waitUntilEqual(() => page.all(".die-spent").length, 2);
  assert.deepEqual(await game.eventKinds(), ["game_started", "throw", "build"]);
});

test("one of several places is chosen on the sheet", async () => {
  await game.begin();
  await game.build("road", "2");
  await waitUntilEqual(() => game.roleOf("road", "5"), "button");
  assert.equal(game.roleOf("settlement", "1"), "button");
  await page.click(game.price("road"));
  assert.equal(page.text(".builds-hint"), "Tap where on the sheet.");
  assert.equal(game.roleOf("settlement", "1"), null);
  await page.click(game.place("road", "5"));
  await game.showsBuilt("road", "0", "2", "5");
  assert.equal(page.all(".builds-hint").length, 0);
});

test("a piece that the dice do not pay for is recorded, with a message and a way back", async () => {
  await game.begin();
  await game.throwDice("ore ore ore");
  await game.showsDice("ore ore ore");
  assert.equal(game.classOf(game.place("road", "2")), "sheet-place place-road reached");
  await page.click(game.place("road", "2"));
  await waitUntil(() => page.text("#message").includes("the dice can't pay for it"));
  await game.showsBuilt("road", "0", "2");
  await page.click(page.button("Undo", page.$("#message")));
  await game.showsBuilt("road", "0");
});

test("a double tap on the sheet builds once", async () => {
  await game.begin();
  const doubleTap = (place) => [1, 2].forEach(() => place.dispatchEvent(new page.window.MouseEvent("click", { bubbles: true })));
  doubleTap(game.place("settlement", "1"));
  await game.showsPoints(1, 0);
  doubleTap(game.place("road", "2"));
  await game.showsBuilt("road", "0", "2");
  assert.deepEqual(await game.eventKinds(), ["game_started", "build", "build"]);
});

test("a place can be tapped while the answer to the last tap is still missing", async () => {
  await game.begin();
  const held = page.holdRequests("/api/inputs", { answer: true });
  await page.click(game.place("settlement", "1"));
  await game.showsPoints(1, 0);
  await page.click(game.place("road", "2"));
  assert.deepEqual(await game.eventKinds(), ["game_started", "build"], "the first tap has no answer yet");
  await held.release();
  await game.showsBuilt("road", "0", "2");
});

test("prices ignore taps for a moment after a build", async () => {
  await game.begin();
  await game.throwDice("brick lumber brick lumber ore ore");
  await waitUntilEqual(() => game.classOf(game.price("road")), "price price-paid");
  const builds = page.$("#builds");
  await waitUntilEqual(() => builds.matches(".tap-guard"), false);
  let rested = false;
  const watch = new page.window.MutationObserver(() => (rested ||= builds.matches(".tap-guard")));
  watch.observe(builds, { attributes: true });
  await page.click(game.price("road"));
  await game.showsBuilt("road", "0", "2");
  await waitUntil(() => rested);
  watch.disconnect();
});

test("undo reverts the last tap", async () => {
  await game.begin();
  await page.click(game.place("settlement", "1"));
  await game.showsPoints(1, 0);
  await page.click(game.action("Undo"));
  await game.showsPoints(0, 0);
});

test("the special cards go to the players who earned them", async () => {
  await game.begin();
  await game.build("road", "2", "5", "7", "10", "12");
  await game.build("knight", "1", "2", "3");
  await game.showsPoints(4, 0);
  assert.equal(page.all("[data-colour=red] .card-stat.badge").length, 2);
  await game.endTurn();
  await game.build("knight", "1", "2", "3", "4");
  await game.showsPoints(2, 2);
  assert.deepEqual(page.texts("[data-colour=blue] .card-stat.badge"), ["4knights+2"]);
});

test("another player's sheet is shown until the turn ends", async () => {
  await game.begin();
  await game.build("road", "2");
  await game.showsBuilt("road", "0", "2");
  await page.click(page.button("View Ben's sheet"));
  assert.equal(page.text(".sheet-whose"), "Ben's sheet");
  await game.showsBuilt("road", "0");
  assert.equal(page.all("#large [role=button]").length, 0);
  await game.endTurn();
  await game.showsTurn("Ben rolls 4 dice");
  await game.endTurn();
  await game.showsTurn("Ana rolls 5 dice");
  assert.equal(page.all(".sheet-whose").length, 0);
  await game.showsBuilt("road", "0", "2");
});

test("a knight turns a die into its resource", async () => {
  await game.begin();
  await game.ownKnights();
  await game.showsDice("gold wool wool brick brick");
  await page.click("[data-key='use-1']");
  const turn = page.button("Turn the die", page.dialog);
  assert.ok(turn.disabled);
  await page.check(page.field("gold", page.dialog));
  await page.click(turn);
  await game.showsDice("ore wool wool brick brick");
  assert.equal(game.classOf(game.place("knight", "1")), "sheet-place place-knight built spent");
  assert.equal(page.all("[data-key='use-1']").length, 0);
});

test("a knight whose die pays for a piece turns it with one tap", async () => {
  await game.begin();
  await game.ownKnights();
  await game.showsDice("gold wool wool brick brick");
  const joker = page.$("[data-key='use-6']");
  assert.equal(page.text(joker), "joker: brick to lumber");
  await page.click(joker);
  await game.showsDice("gold wool wool lumber brick");
  await waitUntil(() => page.text(game.price("road")).includes("✓"));
});

test("a joker that is tapped on the sheet asks which resource it makes", async () => {
  await game.begin();
  await game.ownKnights();
  await game.showsDice("gold wool wool brick brick");
  const joker = game.place("knight", "6");
  assert.equal(joker.getAttribute("aria-label"), "Use: knight (joker)");
  await page.click(joker);
  await page.check(page.field("wool", page.getByRole("group", "Which die?", page.dialog)));
  await page.check(page.field("grain", page.getByRole("group", "Into what?", page.dialog)));
  await page.click(page.button("Turn the die", page.dialog));
  await game.showsDice("gold grain wool brick brick");
});

test("before dice are rolled no knight is offered, and a tap on one spends none", async () => {
  await game.begin();
  await game.build("knight", "1");
  await game.endTurn(2);
  await game.showsTurn("Ana rolls 5 dice");
  assert.equal(page.all(".knights-ready").length, 0);
  assert.equal(game.roleOf("knight", "1"), null);
  await game.throwDice("gold wool wool brick brick");
  await waitUntil(() => page.$("[data-key='use-1']"));
  assert.equal(game.roleOf("knight", "1"), "button");
});
