// Pages of real tables: tests/web/tables_for_node.py makes one at each request, with a server of its own.

import { after } from "node:test";
import { EventSource } from "eventsource";
import { idle, runPage, waitUntil } from "./page.js";

const MAKER = process.env.COMPANION_TABLES;

async function ask(path, about) {
  const response = await fetch(`${MAKER}${path}`, { method: "POST", body: JSON.stringify(about) });
  const { value, error } = await response.json();
  if (error) throw new Error(error);
  return value;
}

/**
 * A real table with its server. `settings` are those of the server (web/settings.py) and of the table
 * (tests/web/tables_for_node.py): the available `games`, the games `played` before, `stand_in` for a snapshot that a
 * stub shows instead, and `marked`: whether its pages are available in the language that marks each text.
 */
export async function realTable(settings = {}) {
  const { table, url } = await ask("/make", settings);
  const call = (method) => (...given) => ask("/call", { table, method, arguments: given });
  return {
    url,
    startGame: call("start_game"),
    leave: call("leave"),
    submit: call("submit"),
    snapshot: call("snapshot"),
    /** Lay the first game's island and found on it, for three. */
    found: call("found"),
    /** Every event of the game in progress, with what only its player knows. */
    events: call("events"),
    /** Throw two dice in the tower. */
    throwDice: call("throw_dice"),
    seats: { submit: call("seats.submit"), snapshot: call("seats.snapshot"), offer: call("seats.offer"), answer: call("seats.answer") },
    /** Set entries of a stand-in's snapshot, and of the view in it. */
    change: (values, view = {}) => call("change")(values, view),
    /** The cookie of a new device: a role, and a phone's seat and player. */
    cookie: call("cookie"),
    /** The code that the terminal shows. */
    code: call("code"),
    /** The roles of the devices that are paired; the seat's phone in them, by its seat and player. */
    roles: call("roles"),
    hasPhone: call("has_phone"),
    /** Unpair the phone of a seat and player. */
    unpairPhone: call("unpair_phone"),
    /** The public view of the game in progress. */
    view: async () => (await call("snapshot")()).game.view,
    /** The private view of a colour's player. */
    ownView: async (colour) => (await call("seats.snapshot")(colour)).seat,
  };
}

/** The epoch and version of a snapshot, or of changes to one. */
const versionOf = ({ epoch, version, to = version }) => `${epoch}-${to}`;

/** A browser's cookie for a table: it names the device, and answers may replace or delete it. */
export class Device {
  constructor(cookie = null) {
    this.cookie = cookie;
  }

  /** Send a request as this device. */
  async fetch(url, { headers = {}, ...about } = {}) {
    const own = this.cookie === null ? headers : { ...headers, Cookie: this.cookie };
    const response = await fetch(url, { ...about, headers: own });
    for (const set of response.headers.getSetCookie()) {
      const [cookie] = set.split(";");
      this.cookie = cookie.endsWith("=") ? null : cookie;
    }
    return response;
  }
}

/**
 * Open a page of a real table: `path` as "" or "phone"; `role` tablet, viewer or phone, with `seat` and `player`; or the `device`
 * (`Device`) that another page was opened on. The page shows a change a moment later: wait for it (`waitUntil`,
 * `catchUp`).
 */
export async function openLive(
  table,
  path = "",
  { role = path === "phone" ? "phone" : "tablet", seat = null, player = null, device = null, lang = "en", ...options } = {},
) {
  const own = device ?? new Device(role === "viewer" ? null : await table.cookie(role, seat, player));
  const get = (where, about = {}) =>
    own.fetch(new URL(where, table.url), { ...about, headers: { "Accept-Language": lang, ...about.headers } });
  const streams = new Set();
  const html = await (await get(path)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(html)[1];
  const code = await (await get(script)).text();
  let isOver = false;
  after(() => {
    isOver = true;
    streams.forEach((stream) => stream.close());
  });
  let shown = "";
  const page = await runPage({
    html,
    script: code,
    loadPart: async (path) => (await get(path)).text(),
    url: `${table.url}${path}`,
    lang,
    ...options,
    connect(window) {
      window.fetch = (where, about) => get(where, about);
      window.EventSource = class extends EventSource {
        constructor(where) {
          super(new URL(where, table.url), { fetch: get });
          streams.add(this);
          // A page reopens a stream that ends, and would continue to do so after its test.
          if (isOver) this.close();
          for (const kind of ["snapshot", "changes"]) this.addEventListener(kind, ({ data }) => (shown = versionOf(JSON.parse(data))));
        }
      };
    },
  });
  /** Wait until the page shows the table's current version. */
  const catchUp = async () => {
    const newest = versionOf(await table.snapshot());
    await waitUntil(() => shown === newest, `the page shows ${newest}; it shows ${shown}`);
    await idle();
  };
  return Object.assign(page, { device: own, catchUp });
}
