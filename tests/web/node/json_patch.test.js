// Applying the stream's changes: the server's `patch` of two documents converts one into the other.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// An open channel would keep node running.
globalThis.BroadcastChannel = class {};
globalThis.document = { body: { dataset: { patience: "1" } } };
const { applyPatch } = await import("../../../web/static/network/connection.js");

const PAIRS = JSON.parse(readFileSync(new URL("./patches.json", import.meta.url), "utf8"));

test("the server's patch leads from one document to the other", () => {
  assert.ok(PAIRS.length > 50);
  for (const { before, operations, after } of PAIRS) assert.deepEqual(applyPatch(before, operations), after);
});

test("the given document stays unchanged", () => {
  const before = { a: [1, { b: 2 }], c: 3 };
  const after = applyPatch(before, [
    { op: "replace", path: "/a/1/b", value: 4 },
    { op: "remove", path: "/c" },
  ]);
  assert.deepEqual(before, { a: [1, { b: 2 }], c: 3 });
  assert.deepEqual(after, { a: [1, { b: 4 }] });
});

test("unchanged parts are the same objects", () => {
  const before = { layout: { hexes: {} }, log: [1] };
  assert.equal(applyPatch(before, [{ op: "add", path: "/log/-", value: 2 }]).layout, before.layout);
});

test("names can contain the characters of JSON pointers", () => {
  assert.deepEqual(applyPatch({ "a/b": 1, "c~d": 2 }, [{ op: "remove", path: "/a~1b" }]), { "c~d": 2 });
  assert.deepEqual(applyPatch({ "~1": 1 }, [{ op: "replace", path: "/~01", value: 2 }]), { "~1": 2 });
});

test("the whole document can be replaced", () => {
  assert.deepEqual(applyPatch({ a: 1 }, [{ op: "replace", path: "", value: [2] }]), [2]);
});
