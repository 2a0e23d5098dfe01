// The tiers of the tests in node (tests/tiers.py).

import { test } from "node:test";

const OUT_OF_TIER = process.env.COMPANION_TIER === "fast" && "it is slow: make test-all runs it";

/** Declare a test that takes more than two CPU seconds: `make test` leaves it out. */
export function slowTest(name, check) {
  return test(name, { skip: OUT_OF_TIER, slow: true }, check);
}
