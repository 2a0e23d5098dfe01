// Runs files of tests one after another in one process, with as much of node:test as the tests use: a process for each file would
// compile happy-dom and the pages' scripts anew. test_node.py bundles each file with its own copies of the modules, so no file finds
// the state that another left in them; globals, mocks and timers are restored after each file.
//
// Reads a line of standard input for each file, its name, and answers with a line of JSON (`FileResult`).

import { createInterface } from "node:readline";
import { mock } from "node:test";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

export { mock };

/** @typedef {{ name: string, cpu_s: number, is_slow: boolean, is_skipped: boolean, error: string }} TestResult */
/** @typedef {{ tests: TestResult[], errors: string[] }} FileResult `errors` are those outside a test. */

/** The file that runs: its tests, the hooks around each, and what ends it. */
let file = newFile();

/** The functions that end the running test, or null between tests. */
let endings = null;

function newFile() {
  return { tests: [], before: [], after: [], endings: [], errors: [] };
}

/** Declare a test. */
export function test(name, options, check) {
  if (typeof options === "function") [options, check] = [{}, options];
  file.tests.push({ name, check, ...options });
}

/** Call a function before each test of the file. */
export const beforeEach = (prepare) => void file.before.push(prepare);

/** Call a function after each test of the file. */
export const afterEach = (check) => void file.after.push(check);

/** Call a function at the end of the running test, or of the file. */
export const after = (end) => void (endings ?? file.endings).push(end);

export default test;

/** Call functions one after another, all of them; returns the errors. */
async function callAll(functions, ...given) {
  const errors = [];
  for (const each of functions) {
    try {
      await each(...given);
    } catch (error) {
      errors.push(inspect(error));
    }
  }
  return errors;
}

/** Run a test, its hooks and its endings. */
async function runTest({ name, check, skip = false, slow = false }) {
  if (skip) return { name, cpu_s: 0, is_slow: slow, is_skipped: true, error: "" };
  const before = process.cpuUsage();
  endings = [];
  const own = { name, after };
  const prepared = await callAll(file.before, own);
  const checked = prepared.length ? [] : await callAll([check], own);
  const ended = [...(await callAll(file.after, own)), ...(await callAll(endings))];
  endings = null;
  const { user, system } = process.cpuUsage(before);
  const errors = [...prepared, ...checked, ...ended];
  return { name, cpu_s: (user + system) / 1e6, is_slow: slow, is_skipped: false, error: errors.join("\n") };
}

/** Have timers of the file stop with it. Returns a function that stops those that wait. */
function trackTimers() {
  const waiting = new Set();
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  globalThis.setTimeout = (call, ...given) => {
    const timer = setTimeout((...values) => {
      waiting.delete(timer);
      call(...values);
    }, ...given);
    waiting.add(timer);
    return timer;
  };
  globalThis.setInterval = (...given) => {
    const timer = setInterval(...given);
    waiting.add(timer);
    return timer;
  };
  const clearBy = (clear) => (timer) => {
    waiting.delete(timer);
    clear(timer);
  };
  globalThis.clearTimeout = clearBy(clearTimeout);
  globalThis.clearInterval = clearBy(clearInterval);
  return () => waiting.forEach(clearTimeout);
}

/** Give the global object the properties that it had. Returns the names of those that can't be deleted. */
function restoreGlobals(descriptors) {
  // Node's own, set at their first use, have symbols for names.
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !Object.hasOwn(descriptors, name));
  const kept = added.filter((name) => !Reflect.deleteProperty(globalThis, name));
  Object.defineProperties(globalThis, descriptors);
  return kept;
}

/** Run all tests of a file; returns a `FileResult`. */
async function runFile(path) {
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const stopTimers = trackTimers();
  file = newFile();
  const tests = [];
  try {
    await import(pathToFileURL(path));
    for (const each of file.tests) tests.push(await runTest(each));
  } catch (error) {
    file.errors.push(inspect(error));
  }
  file.errors.push(...(await callAll(file.endings)));
  mock.reset();
  stopTimers();
  const kept = restoreGlobals(globals);
  if (kept.length) file.errors.push(`globals that are not configurable remain for other files: ${kept}`);
  return { tests, errors: file.errors };
}

// An error that no test awaits is the running file's.
for (const kind of ["uncaughtException", "unhandledRejection"]) process.on(kind, (error) => file.errors.push(inspect(error)));

/** Answer each line of input. Tests import this module, so it may not wait itself. */
async function serve() {
  for await (const path of createInterface({ input: process.stdin })) {
    // An answer has a line of its own: pages write to the console.
    process.stdout.write(`\n${JSON.stringify(await runFile(path))}\n`);
  }
}

serve().catch((error) => {
  process.stdout.write(inspect(error));
  process.exit(1);
});
