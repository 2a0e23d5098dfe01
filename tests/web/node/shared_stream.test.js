// The pages of a browser share one stream, and a hidden page has none (network/connection.js).

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** The browser's pages, its clock, its timers, and the open streams of its pages. */
let pages, now, timers, sources, channels, version;
/** The page whose script runs. */
let current;

/** Make a function run in the page that it was made in. */
function inItsPage(act) {
  const page = current;
  return (...given) => {
    if (page?.isGone) return;
    const before = current;
    current = page;
    try {
      act(...given);
    } finally {
      current = before;
    }
  };
}

function setFakeTimer(act, ms = 0, every = 0) {
  const timer = { at: now + ms, act: inItsPage(act), every };
  timers.push(timer);
  return timer;
}

const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** Advance the clock and run the timers that are due. */
async function pass(ms) {
  const end = now + ms;
  for (;;) {
    const next = timers.reduce((first, each) => (each.at <= end && !(first?.at <= each.at) ? each : first), null);
    if (!next) break;
    now = Math.max(now, next.at);
    if (next.every) next.at += next.every;
    else timers = timers.filter((each) => each !== next);
    next.act();
    // A drawing's rest ends by a promise.
    await flushPromises();
  }
  now = end;
}

class Target {
  #listeners = [];
  addEventListener(kind, act) {
    this.#listeners.push([kind, inItsPage(act)]);
  }
  dispatch(kind, event = {}) {
    for (const [own, act] of [...this.#listeners]) if (own === kind) act(event);
  }
}

class FakeChannel extends Target {
  constructor(name) {
    super();
    Object.assign(this, { name, page: current });
    channels.push(this);
  }
  postMessage(message) {
    const data = structuredClone(message);
    for (const other of channels) {
      if (other !== this && other.name === this.name) timers.push({ at: now, act: () => other.dispatch("message", { data }) });
    }
  }
}

/** The table: a snapshot is its version alone. */
const nameOf = (of) => `e-${of}`;
class FakeSource extends Target {
  constructor(url) {
    super();
    Object.assign(this, { url, isQueued: sources.length >= 6 });
    sources.push(this);
    // A browser opens six connections to a server.
    if (!this.isQueued) setFakeTimer(() => this.answer(), 10);
  }
  answer() {
    if (!sources.includes(this)) return;
    this.hear("snapshot", { epoch: "e", version }, nameOf(version));
    this.hear("visitor", { role: "tablet", seat: null });
  }
  hear(event, data, lastEventId = "") {
    this.dispatch(event, { data: JSON.stringify(data), lastEventId });
  }
  close() {
    sources = sources.filter((each) => each !== this);
    const next = sources.slice(0, 6).find((each) => each.isQueued);
    if (next) next.isQueued = false;
    if (next) setTimeout(() => next.answer(), 10);
  }
}

/** Something happens at the table. */
function change() {
  version += 1;
  const changes = [{ op: "replace", path: "/version", value: version }];
  for (const source of sources.slice(0, 6)) source.hear("changes", { epoch: "e", from: version - 1, to: version, changes }, nameOf(version));
}

Object.assign(globalThis, {
  BroadcastChannel: FakeChannel,
  EventSource: FakeSource,
  setTimeout: setFakeTimer,
  setInterval: (act, ms) => setFakeTimer(act, ms, ms),
  clearTimeout: (timer) => void (timers = timers.filter((each) => each !== timer)),
  requestAnimationFrame: (act) => setFakeTimer(act),
});
Object.defineProperty(globalThis, "document", { configurable: true, get: () => current.document });
Object.defineProperty(globalThis, "window", { configurable: true, get: () => current.window });
Date.now = () => now;
globalThis.performance = { now: () => now };

[timers, channels, now] = [[], [], 1e6];
current = { document: { body: { dataset: { patience: "1" } } } };
const { followStream } = await import("../../../web/static/network/connection.js");

beforeEach(() => {
  [pages, now, timers, sources, channels, version] = [[], 1e6, [], [], [], 1];
});

/** Open a page; it shows the version of the table as `shown`, and whether it is `live`. */
function openPage(address = "/api/events") {
  const page = { document: new Target(), window: new Target(), shown: 0, live: false, visitors: [] };
  page.document.visibilityState = "visible";
  current = page;
  inItsPage(() =>
    followStream(
      (snapshot) => (page.shown = snapshot.version),
      (live) => (page.live = live),
      { address, onVisitor: (visitor) => page.visitors.push(visitor.role) },
    ),
  )();
  pages.push(page);
  return page;
}

async function openPages(count) {
  for (let n = 0; n < count; n++) {
    openPage();
    await pass(100);
  }
}

function show(page, visibility) {
  page.document.visibilityState = visibility;
  page.document.dispatch("visibilitychange");
}

const remainingPages = () => pages.filter((page) => !page.isGone);
const assertAllShow = (newest) => assert.deepEqual(remainingPages().map(({ shown, live }) => [shown, live]), remainingPages().map(() => [newest, true]));

/** Advance the clock while the table sends a heartbeat every two seconds. */
async function passWithHeartbeats(ms) {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 2000 === 0) for (const source of sources.slice(0, 6)) source.hear("heartbeat", 2);
    await pass(500);
  }
}

test("a page that is alone opens its stream at once and sends nothing to others", async () => {
  openPage();
  assert.equal(sources.length, 1);
  await pass(10);
  assertAllShow(1);
  change();
  await pass(100);
  assertAllShow(2);
});

test("twelve pages of a browser are live with one stream, and all show each change", async () => {
  await openPages(12);
  assert.equal(sources.length, 1);
  assertAllShow(1);
  await passWithHeartbeats(10_000);
  change();
  await pass(100);
  assertAllShow(2);
  assert.equal(sources.length, 1);
  assert.ok(pages.every(({ visitors }) => visitors.includes("tablet")));
});

test("pages that open at the same time agree on one stream", async () => {
  for (let n = 0; n < 12; n++) openPage();
  await pass(1500);
  assert.equal(sources.length, 1);
  assertAllShow(1);
});

test("a player's stream and the table's are shared apart", async () => {
  for (const address of ["/api/events", "/api/seat/events", "/api/events", "/api/seat/events"]) openPage(address);
  await pass(1500);
  assert.deepEqual(sources.map(({ url }) => url.split("?")[0]).sort(), ["/api/events", "/api/seat/events"]);
});

test("when the page with the stream is closed, another takes over at once and misses no change", async () => {
  await openPages(4);
  pages[0].window.dispatch("pagehide");
  pages[0].isGone = true;
  change();
  await pass(50);
  assertAllShow(2);
  assert.equal(sources.length, 1);
});

test("when the page with the stream is killed, another takes over within two seconds, and no page was stale", async () => {
  await openPages(12);
  pages[0].isGone = true;
  sources[0].close();
  change();
  await pass(2000);
  assertAllShow(2);
  assert.equal(sources.length, 1);
  await passWithHeartbeats(10_000);
  assertAllShow(2);
});

test("a hidden page has no stream, and shows the newest state when it is seen again", async () => {
  await openPages(1);
  show(pages[0], "hidden");
  assert.equal(sources.length, 0);
  change();
  await pass(60_000);
  assert.equal(sources.length, 0);
  show(pages[0], "visible");
  await pass(100);
  assertAllShow(2);
});

test("a page that opens hidden asks for nothing until it is seen", async () => {
  await openPages(1);
  const page = { document: new Target(), window: new Target() };
  page.document.visibilityState = "hidden";
  current = page;
  inItsPage(() => followStream(() => {}, () => {}, {}))();
  await pass(10_000);
  assert.equal(sources.length, 1);
});

test("when the page with the stream is hidden, a visible one takes over", async () => {
  await openPages(3);
  show(pages[0], "hidden");
  await pass(50);
  assert.equal(sources.length, 1);
  change();
  await pass(50);
  assert.deepEqual(pages.slice(1).map(({ shown }) => shown), [2, 2]);
});

test("when the stream breaks, every page says so, and one stream serves them all again", async () => {
  await openPages(3);
  await passWithHeartbeats(3000);
  sources[0].dispatch("error");
  assert.equal(pages[0].live, false);
  change();
  await pass(2500);
  assertAllShow(2);
  assert.equal(sources.length, 1);
});

test("when the server falls silent, every page says so", async () => {
  await openPages(3);
  await passWithHeartbeats(4000);
  const { answer } = FakeSource.prototype;
  FakeSource.prototype.answer = () => {};
  await pass(7000);
  assert.deepEqual(pages.map((page) => page.live), [false, false, false]);
  FakeSource.prototype.answer = answer;
  await pass(8000);
  assertAllShow(1);
  assert.equal(sources.length, 1);
});

test("a page that slept while it had the stream takes the one of the page that took over", async () => {
  await openPages(3);
  const [sleeping] = pages;
  sleeping.isGone = true;
  await pass(3000);
  change();
  sleeping.isGone = false;
  await pass(3000);
  assertAllShow(2);
  assert.equal(sources.length, 1);
});
