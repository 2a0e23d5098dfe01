// The page's texts in the chosen language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open({ lang: "fr" });
const { listCards } = await import("../../../web/static/language/i18n.js");
const { eventText } = await import("../../../web/static/base_game/event_text.js");

const revealText = (count) => eventText({ kind: "reveal_victory_points", player: "red", count }, () => "Ana");

test("a number selects the plural form of its language", () => {
  assert.equal(revealText(0), "Ana révèle 0 point de victoire");
  assert.equal(revealText(1), "Ana révèle 1 point de victoire");
  assert.equal(revealText(2), "Ana révèle 2 points de victoire");
  assert.equal(listCards({ grain: 1, ore: 2 }), "1 blé, 2 minerais");
});
