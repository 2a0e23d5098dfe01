// The tiers of the tests in node (tests/tiers.py): slow tests, and what each test costs.

import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";

/** Where the CPU seconds of each test are written: test_node.py reads them. */
const COSTS = process.env.COMPANION_COSTS;
const OUT_OF_TIER = process.env.COMPANION_TIER === "fast" && "it is slow: make test-all runs it";

const slowTests = new Set();

/** Declare a test that takes more than two CPU seconds: `make test` leaves it out. */
export function slowTest(name, check) {
  slowTests.add(name);
  return test(name, { skip: OUT_OF_TIER }, check);
}

if (COSTS) {
  let before;
  beforeEach(() => {
    before = process.cpuUsage();
  });
  afterEach(({ name }) => {
    const { user, system } = process.cpuUsage(before);
    appendFileSync(COSTS, `${JSON.stringify({ test: name, cpu_s: (user + system) / 1e6, is_slow: slowTests.has(name) })}\n`);
  });
}
