// A page that shows no island, as a phone's, comes without its geometry.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./page.js";

open({ bare: true });
const { SITES, freeCoast } = await import("../../../web/static/island/sites.js");

test("the page has no sites", () => {
  assert.deepEqual(SITES, {});
  assert.deepEqual(freeCoast({}), []);
});
