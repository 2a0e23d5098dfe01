// Pages of real tables: tests/web/tables_for_node.py makes one at each request, with a server of its own.

import { after } from "node:test";
import { EventSource } from "eventsource";
import { runPage } from "./page.js";

const MAKER = process.env.COMPANION_TABLES;

async function ask(path, about) {
  const response = await fetch(`${MAKER}${path}`, { method: "POST", body: JSON.stringify(about) });
  const { value, error } = await response.json();
  if (error) throw new Error(error);
  return value;
}

/** A real table with its server. `settings` are the server's (web/settings.py). */
export async function realTable(settings = {}) {
  const { table, url } = await ask("/make", settings);
  const call = (method) => (...given) => ask("/call", { table, method, arguments: given });
  return {
    url,
    startGame: call("start_game"),
    submit: call("submit"),
    snapshot: call("snapshot"),
    /** Lay the first game's island and found on it, for three. */
    found: call("found"),
    seats: { submit: call("seats.submit"), snapshot: call("seats.snapshot"), offer: call("seats.offer"), answer: call("seats.answer") },
    cookie: call("cookie"),
    /** What everybody sees of the game that is on. */
    view: async () => (await call("snapshot")()).game.view,
  };
}

/**
 * Open a page of a real table: `path` as "" or "phone"; `role` tablet, viewer or phone, with `seat` and `player`. What it shows
 * comes a moment later than what it follows from: wait for it (`until`).
 */
export async function openLive(table, path = "", { role = path === "phone" ? "phone" : "tablet", seat = null, player = null, lang = "en", ...options } = {}) {
  const headers = { "Accept-Language": lang };
  if (role !== "viewer") headers.Cookie = await table.cookie(role, seat, player);
  const get = (where, about = {}) => fetch(new URL(where, table.url), { ...about, headers: { ...headers, ...about.headers } });
  const streams = new Set();
  const html = await (await get(path)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(html)[1];
  const code = await (await get(script)).text();
  after(() => streams.forEach((stream) => stream.close()));
  return runPage({
    html,
    script: code,
    url: `${table.url}${path}`,
    lang,
    ...options,
    connect(window) {
      window.fetch = (where, about) => get(where, about);
      window.EventSource = class extends EventSource {
        constructor(where) {
          super(new URL(where, table.url), { fetch: (address, about) => fetch(address, { ...about, headers: { ...about.headers, ...headers } }) });
          streams.add(this);
        }
      };
    },
  });
}
