// What the server sends, and its scripts compiled: all files of tests share them (runner.js).

import { readFileSync } from "node:fs";
import vm from "node:vm";

/** Data of the real server (written by test_node.py): pages, scripts, words, and snapshots of tables. */
export const SERVER_DATA = JSON.parse(readFileSync(new URL("./sent.json", import.meta.url), "utf8"));

const scripts = new Map();

/** Compile a page's script, once. A part of a page is run as a function too: its exports are the module that it returns. */
export function compileScript(code) {
  if (!scripts.has(code)) {
    const body = code.replaceAll('await import("', 'await importPart("').replace(/^export const ?\{.*\} ?= ?(m\d+);$/m, "return $1;");
    scripts.set(code, new vm.Script(`(async () => {\n${body}\n})()`, { filename: "page.js" }));
  }
  return scripts.get(code);
}
