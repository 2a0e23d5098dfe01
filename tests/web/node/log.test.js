// The lines of a story are one stop of the tabulator key: the arrow keys lead on from there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { leadsTo } = await import("../../../web/static/log/one_stop.js");
const LINES = ["newest", "before", "oldest"];

test("down leads to what was before, up to what came after, and the ends hold", () => {
  assert.equal(leadsTo(LINES, "newest", "ArrowDown"), "before");
  assert.equal(leadsTo(LINES, "before", "ArrowUp"), "newest");
  assert.equal(leadsTo(LINES, "newest", "ArrowUp"), "newest");
  assert.equal(leadsTo(LINES, "oldest", "ArrowDown"), "oldest");
});

test("home and end lead to the newest and the oldest that are shown", () => {
  assert.equal(leadsTo(LINES, "before", "Home"), "newest");
  assert.equal(leadsTo(LINES, "before", "End"), "oldest");
});

test("no other key leads anywhere, nor any from elsewhere", () => {
  assert.equal(leadsTo(LINES, "before", "ArrowLeft"), undefined);
  assert.equal(leadsTo(LINES, "elsewhere", "ArrowDown"), undefined);
});
