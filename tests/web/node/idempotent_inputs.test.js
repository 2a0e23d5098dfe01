// An input that is repeated while it is in transit counts once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open();
const { enterOnce } = await import("../../../web/static/network/api.js");

const posted = [];
globalThis.fetch = async (path, { method, headers } = {}) => {
  if (method === "POST") posted.push({ path, name: headers["Idempotency-Key"] });
  const answer = method === "POST" ? { version: posted.length } : { run: "0123abcd", up: 100 };
  return { ok: true, json: async () => answer };
};

for (const path of ["/api/inputs", "/api/seat/inputs"]) {
  test(`the same input at ${path} is sent once while it is on its way, and again later`, async () => {
    posted.length = 0;
    const end = () => enterOnce(path, { kind: "end_turn" });
    const [one, other] = await Promise.all([end(), end()]);
    assert.equal(one, other);
    assert.deepEqual(posted.map((each) => each.path), [path]);
    await end();
    assert.deepEqual(posted.map((each) => each.path), [path, path]);
    assert.notEqual(posted[0].name, posted[1].name);
  });
}
