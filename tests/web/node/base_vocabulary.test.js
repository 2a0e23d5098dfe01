// The base game's page has words for everything that its rules and its tracker say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventFields, open, questionsOf, violationsOf } from "./page.js";

open();
const { TERMS } = await import("../../../web/static/language/i18n.js");
const { EVENT_SENTENCES } = await import("../../../web/static/base_game/event_text.js");
const { EVENT_PHRASES, QUESTIONS } = await import("../../../web/static/base_game/question_text.js");
const { asked, did } = questionsOf();

for (const [what, names, words] of [
  ["event", Object.keys(eventFields()), EVENT_SENTENCES],
  ["broken rule", violationsOf("base"), TERMS.violation],
  ["question and explanation", asked, QUESTIONS],
  ["thing that a player did", did, EVENT_PHRASES],
]) {
  test(`there are words for every ${what}`, () => {
    assert.ok(names.length > 0);
    assert.deepEqual(names.filter((name) => !(name in words)), []);
  });
}
