// The lines of a story are one stop of the tabulator key: the arrow keys lead on from there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { keyTarget } = await import("../../../web/static/log/log.js");
const LINES = ["newest", "before", "oldest"];

test("down moves to older lines, up to newer ones, and both stop at the ends", () => {
  assert.equal(keyTarget(LINES, "newest", "ArrowDown"), "before");
  assert.equal(keyTarget(LINES, "before", "ArrowUp"), "newest");
  assert.equal(keyTarget(LINES, "newest", "ArrowUp"), "newest");
  assert.equal(keyTarget(LINES, "oldest", "ArrowDown"), "oldest");
});

test("home and end move to the newest and the oldest shown line", () => {
  assert.equal(keyTarget(LINES, "before", "Home"), "newest");
  assert.equal(keyTarget(LINES, "before", "End"), "oldest");
});

test("other keys and keys outside the log move nothing", () => {
  assert.equal(keyTarget(LINES, "before", "ArrowLeft"), undefined);
  assert.equal(keyTarget(LINES, "elsewhere", "ArrowDown"), undefined);
});
