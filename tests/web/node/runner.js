// Runs files of tests one after another in one process, with as much of node:test as the tests use: a process for each file would
// compile happy-dom and the pages' scripts anew. test_node.py bundles each file with its own copies of the modules, so no file finds
// the state that another left in them; globals, mocks and timers are restored after each file.
//
// Reads a line of standard input for each file, its name, and answers with a line of JSON (`FileResult`).

import { createInterface } from "node:readline";
import { mock } from "node:test";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

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
const addPreparation = (prepare) => void file.before.push(prepare);

/** Call a function after each test of the file. */
const addCheck = (check) => void file.after.push(check);

/** Call a function at the end of the running test, or of the file. */
const addEnding = (end) => void (endings ?? file.endings).push(end);

export { addPreparation as beforeEach, addCheck as afterEach, addEnding as after, mock };
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
  const own = { name, after: addEnding };
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
  const makeClear = (clear) => (timer) => {
    waiting.delete(timer);
    clear(timer);
  };
  globalThis.clearTimeout = makeClear(clearTimeout);
  globalThis.clearInterval = makeClear(clearInterval);
  return () => waiting.forEach(clearTimeout);
}

// Some of node's globals keep in a setter what is assigned to them: values in their place can be restored.
for (const [name, { get, set, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
  if (get && set) Object.defineProperty(globalThis, name, { value: globalThis[name], writable: true, configurable: true, enumerable });
}

/** The objects whose properties a file may not change for others: the global one, its functions and their prototypes. */
const BUILT_IN_OBJECTS = (() => {
  const values = Object.values(Object.getOwnPropertyDescriptors(globalThis)).map(({ value }) => value);
  const functions = values.filter((value) => typeof value === "function");
  const objects = values.filter((value) => typeof value === "object" && value !== null && value !== process);
  const all = new Set([globalThis, ...functions, ...functions.map(({ prototype }) => prototype).filter(Boolean), ...objects]);
  return [...all].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
})();

/** Give the built-in objects the properties that they had. Returns the names of added ones that can't be deleted. */
function restoreBuiltIn() {
  const kept = [];
  for (const [object, descriptors] of BUILT_IN_OBJECTS) {
    for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      const before = descriptors[name];
      if (before && Object.is(before.value, now.value) && before.get === now.get && before.set === now.set) continue;
      if (before) Object.defineProperty(object, name, before);
      else if (!Reflect.deleteProperty(object, name)) kept.push(name);
    }
    for (const name of Object.keys(descriptors)) if (!Object.hasOwn(object, name)) Object.defineProperty(object, name, descriptors[name]);
  }
  return kept;
}

/** Run all tests of a file; returns a `FileResult`. */
async function runFile(path) {
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
  const kept = restoreBuiltIn();
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
