// The texts of the dice game: announcements, rules and changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { diceGameChanges, open, violationsOf } from "./page.js";

open();
const { TERMS } = await import("../../../web/static/language/i18n.js");
const { CHANGES, WORDS, news } = await import("../../../web/static/dice_game/dice_game_text.js");

const players = [{ name: "Ana", colour: "red" }, { name: "Ben", colour: "blue" }];
const none = { winner: null, longest_route: null, most_knights: null };
const before = { ...none, players, turn: 3, on_turn: "red", log: [{ number: 1, event: {} }] };
const roll = { kind: "throw", player: "red", dice: ["wool", "gold", "wool"] };

for (const [what, was, is, announced] of [
  ["a roll", before, { ...before, log: [...before.log, { number: 2, event: roll }] }, [{ sound: "roll", text: "Ana rolls 2 wool, 1 gold." }]],
  ["a new owner of the Longest Road", before, { ...before, longest_route: "blue" }, [{ sound: "card", text: "Longest Road: Ben." }]],
  ["another owner of the Largest Army", { ...before, most_knights: "blue" }, { ...before, most_knights: "red" },
    [{ sound: "card", text: "Largest Army: Ana." }]],
  ["a new turn", before, { ...before, turn: 4, on_turn: "blue" }, [{ sound: "turn", text: "Ben's turn." }]],
  ["the winner, and no new turn besides,", before, { ...before, winner: "red", turn: 4 }, [{ sound: "winner", text: "Ana wins!" }]],
  ["nothing where nothing happened", before, before, []],
]) {
  test(`the page announces ${what}`, () => assert.deepEqual(news(was, is), announced));
}

test("every violation has a text", () => {
  const words = { ...TERMS.violation, ...WORDS.violation };
  const violations = violationsOf("dice_game");
  assert.ok(violations.length > 10);
  assert.deepEqual(violations.filter((name) => !(name in words)), []);
});

test("every change that a correction can report has a text", () => {
  const changes = diceGameChanges();
  assert.equal(changes.length, 10);
  assert.deepEqual(changes.filter((name) => !(name in CHANGES)), []);
});
