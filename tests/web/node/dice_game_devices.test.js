// The dice game on other pages than one English tablet's: in French, for a viewer, on two tablets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DiceGame } from "./dice_game_page.js";
import { realTable } from "./live.js";
import { waitUntil, waitUntilEqual } from "./page.js";

const newGame = async (players) => {
  const game = new DiceGame(await realTable());
  await game.start(players);
  return game;
};

test("the page speaks French in the rules' own terms", async () => {
  const game = await newGame(2);
  const page = await game.open("", { lang: "fr" });
  await game.showsTurn("À Ana de lancer 3 dés");
  await game.throwDice("brick lumber gold");
  await game.showsDice("argile bois or");
  assert.equal(page.texts("#log .entry")[0], "Ana lance : 1 bois, 1 argile, 1 or");
  assert.match(page.text(game.price("settlement")), /colonie/);
  assert.match(page.texts(".card-stats")[0], /plus longue route/);
});

test("a viewer sees everything and can enter nothing", async () => {
  const game = await newGame(4);
  await game.build("road", "2", "5", "7", "10", "12");
  await game.build("knight", "1", "6");
  await game.endTurn(4);
  await game.throwDice("brick lumber wool grain gold gold");
  const page = await game.open("", { role: "viewer" });
  await game.showsDice("brick lumber wool grain gold gold");
  assert.equal(page.all(".price").length, 4);
  for (const entered of ["#large [role=button]", ".sign-key", ".price:not([disabled])", ".knights-ready", "#actions button"]) {
    assert.equal(page.all(entered).length, 0, entered);
  }
  await page.click(page.button("View Ben's sheet"));
  assert.equal(page.text(".sheet-whose"), "Ben's sheet");
});

test("two tablets that end a turn at the same time end one turn", async () => {
  const game = await newGame(3);
  const tablets = [await game.open(), await game.open()];
  const turnOf = (page) => page.text("#turn .to-do-text");
  const held = [];
  for (const page of tablets) {
    await waitUntilEqual(() => turnOf(page), "Ana rolls 3 dice");
    const waiting = page.holdRequests("/api/inputs");
    await page.click(page.button("End turn", page.$("#actions")));
    await waitUntilEqual(() => waiting.length, 1);
    held.push(waiting);
  }
  // One request after the other, so that the second one arrives too late.
  for (const [number, page] of tablets.entries()) {
    await held[number].release();
    await waitUntilEqual(() => turnOf(page), "Ben rolls 4 dice");
  }
  await waitUntil(() => tablets[1].text("#message").includes("That turn is already over."));
  assert.deepEqual(await game.eventKinds(), ["game_started", "end_turn"]);
});
