// What Spot it! CATAN says: its news, and the rules that can be broken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, violationsOf } from "./page.js";

open();
const { TERMS } = await import("../../../web/static/language/i18n.js");
const { WORDS, news } = await import("../../../web/static/spot_it/match_text.js");

test("the points of a game and its end are announced", () => {
  const team = (name, colour, points) => ({ name, colour, points });
  const players = [team("Ana", "blue", 1), team("Ben", "red", 2)];
  const before = { players, winners: [], log: [{ number: 1 }], last: null };
  const scored = { ...before, log: [{ number: 1 }, { number: 2 }], last: { points: { blue: 1, red: 2 } } };
  assert.deepEqual(news(before, scored), [{ sound: "card", text: "Ana scores 1 point. Ben scores 2 points." }]);
  assert.deepEqual(news(scored, scored), []);
  assert.deepEqual(news(scored, { ...scored, winners: ["blue", "red"] }), [{ sound: "winner", text: "Ana and Ben share the victory!" }]);
});

test("every violation has a text", () => {
  const violations = violationsOf("spot_it");
  const words = { ...TERMS.violation, ...WORDS.violation };
  assert.equal(violations.length, 11);
  assert.deepEqual(violations.filter((each) => !words[each]), []);
});
