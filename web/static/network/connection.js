// The stream of snapshots: one page of a browser receives it and relays it to the others. A snapshot is a patch of the
// one before, and the page draws the newest when it has time.

import { scaleTimeout } from "./timeout_scale.js";

// Notifies the other pages of this browser, which share its pairing, when the pairing changes.

const channel = new BroadcastChannel("companion.pairing");

/** Notifies the other pages that this browser was paired or unpaired. */
export const notifyOtherPages = () => channel.postMessage(null);

/**
 * Adds a listener for changes of the pairing by another page.
 *
 * @param {() => void} listener
 */
export const onPairingChange = (listener) => channel.addEventListener("message", listener);

// JSON Patch (RFC 6902) for the changes in the stream: add, remove and replace.

/**
 * Apply operations to a document. Returns a new document and leaves the given one unchanged.
 *
 * @template D
 * @param {D} document
 * @param {Api.PatchOperation[]} operations
 * @returns {D}
 */
export function applyPatch(document, operations) {
  return operations.reduce((made, /** @type {Api.PatchOperation} */ { op, path, value }) => applyOperation(made, pointerTokens(path), op, value), document);
}

/**
 * The decoded tokens of a JSON pointer.
 *
 * @param {string} path
 */
const pointerTokens = (path) =>
  path.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * @param {any} whole (any: the JSON value at the pointer)
 * @param {string[]} pointer
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 * @returns {any} (any: a copy with the operation applied)
 */
function applyOperation(whole, [name, ...below], op, value) {
  if (name === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (below.length > 0) copy[name] = applyOperation(copy[name], below, op, value);
  else if (!Array.isArray(copy)) applyToObject(copy, name, op, value);
  else applyToList(copy, name === "-" ? copy.length : Number(name), op, value);
  return copy;
}

/**
 * @param {{ [name: string]: unknown }} copy
 * @param {string} name
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 */
function applyToObject(copy, name, op, value) {
  if (op === "remove") delete copy[name];
  else copy[name] = value;
}

/**
 * @param {unknown[]} copy
 * @param {number} index
 * @param {Api.PatchOperation["op"]} op
 * @param {unknown} value
 */
function applyToList(copy, index, op, value) {
  copy.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
}

// Throttling of updates that may arrive faster than the page can draw them.

/** Maximum wait for a frame and maximum rest, in milliseconds, so that the display is hardly delayed. */
const MAX_WAIT_MS = 1000;

/**
 * Throttle a draw function: draw at once, or the newest value after the current rest.
 *
 * The rest lasts until a frame has shown the drawing, and then as long again as both took. So half of a slow device's
 * time is left for input and animations. Values in between are dropped.
 *
 * @template T
 * @param {(newest: T) => void} draw
 * @returns {(newest: T) => void}
 */
export function throttleToFrame(draw) {
  /** @type {T} */
  let newest;
  let hasNewer = false;
  let isResting = false;
  function drawNewest() {
    [hasNewer, isResting] = [false, true];
    const began = performance.now();
    nextFrame().then(() => setTimeout(endRest, Math.min(performance.now() - began, MAX_WAIT_MS)));
    draw(newest);
  }
  function endRest() {
    isResting = false;
    if (hasNewer) drawNewest();
  }
  return (what) => {
    [newest, hasNewer] = [what, true];
    if (!isResting) drawNewest();
  };
}

/** Resolves after the next frame; a hidden page has none, so it resolves at once. */
const nextFrame = () =>
  new Promise((resolve) => {
    if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(resolve));
    else setTimeout(resolve);
    setTimeout(resolve, MAX_WAIT_MS);
  });

// One stream for all pages of a browser: the leader's page has it and relays its events to the other pages.
//
// A browser opens six connections to a server, so six pages with a stream each would block every request. Each page
// opens its own stream without waiting; a page that hears from a live leader closes it again. Workers can't do this
// everywhere (Chrome for Android has no SharedWorker), and Web Locks don't exist over plain HTTP (decision 75).

// The leader announces itself in this interval.
export const BEAT_MS = 500;
// Without a sign of the leader for this time, each page opens a stream of its own. A page with much to draw is late.
const LEADER_LOST_MS = scaleTimeout(3 * BEAT_MS);

/**
 * The state of a live page: its snapshot, the snapshot's id, this device's role, and the times of the stream.
 *
 * @typedef {{ snapshot: object | null, name: string, visitor: object | null, heartbeatMs: number, lastMessageAt: number }} LiveState
 */
/** @typedef {{ leader: string, since: number }} Leader */
/**
 * @typedef {(Leader & { kind: "lead", state: LiveState })
 *   | (Leader & { kind: "event", event: string, data: string, id: string })
 *   | (Leader & { kind: "leave" })
 *   | { kind: "join", name: string }} Message
 */

/**
 * Join the pages of this browser that follow the stream at an address.
 *
 * - `liveState`: returns this page's state if its own stream is live, else null;
 * - `onLeader`: receives the state of the leader that this page follows; without a snapshot if this page has it;
 * - `onEvent`: receives each event of the leader's stream;
 * - `onLost`: called when the leader has gone.
 *
 * @param {string} address
 * @param {{
 *   liveState: () => LiveState | null,
 *   onLeader: (state: LiveState) => void,
 *   onEvent: (event: string, data: string, id: string) => void,
 *   onLost: () => void,
 * }} handlers
 */
export function relayStream(address, { liveState, onLeader, onEvent, onLost }) {
  const channel = new BroadcastChannel(`companion.stream ${address}`);
  const own = Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-");
  // The time since which this page leads; 0 while it doesn't.
  let since = 0;
  /** @type {Leader | null} */
  let followed = null;
  let beatAt = 0;
  let hasFollowers = false;

  /** @param {object} message */
  const send = (message) => channel.postMessage({ leader: own, since, ...message });

  /** @param {string} [name] the snapshot that the others have */
  function lead(name) {
    const state = liveState();
    if (!state) return false;
    since ||= Date.now();
    send({ kind: "lead", state: name === state.name ? { ...state, snapshot: null } : state });
    return true;
  }

  channel.addEventListener("message", (/** @type {MessageEvent<Message>} */ { data: message }) => {
    if (message.kind === "join") {
      hasFollowers = true;
      lead(message.name);
    } else if (message.kind === "lead") {
      // Two pages may lead for a moment: the one that has led for longer stays.
      const isSenior = since && (since < message.since || (since === message.since && own < message.leader));
      if (isSenior && lead(message.state.name)) return;
      since = 0;
      [followed, beatAt] = [{ leader: message.leader, since: message.since }, Date.now()];
      onLeader(message.state);
    } else if (message.leader === followed?.leader) {
      beatAt = Date.now();
      if (message.kind === "event") return onEvent(message.event, message.data, message.id);
      followed = null;
      onLost();
    }
  });

  return {
    /** Test whether this page follows a leader. */
    isFollowing: () => followed !== null,
    /**
     * Ask for a leader, on opening a stream or to get a newer snapshot than that of an id.
     *
     * @param {string} name
     */
    join: (name) => channel.postMessage({ kind: "join", name }),
    /** Stop leading and following. */
    leave() {
      if (since) send({ kind: "leave" });
      [since, followed] = [0, null];
    },
    /**
     * Relay an event of this page's own stream.
     *
     * @param {string} event
     * @param {string} data
     * @param {string} id
     */
    relay(event, data, id) {
      if (!hasFollowers) return;
      if (since) send({ kind: "event", event, data, id });
      // The first event makes this page a leader, unless another has led for longer.
      else lead();
    },
    /** Announce this page to the others, or check whether the leader is still there; call it every `BEAT_MS`. */
    beat() {
      if (followed && Math.abs(Date.now() - beatAt) > LEADER_LOST_MS) {
        followed = null;
        onLost();
      } else if (hasFollowers && since) lead(liveState()?.name);
    },
  };
}

// The stream of snapshots: reconnects after an error, after silence or after the device slept. A hidden page closes its
// stream, and the visible pages of a browser share one.

const RETRY_MS = 1000;
const FIRST_HEARTBEAT_MS = 2000;
// Heartbeats that may be late on a busy network or machine before the stream counts as broken.
const MISSED_HEARTBEATS = scaleTimeout(2.5);
const TICK_MS = BEAT_MS;
// After this time without an answer, the displayed state may be stale.
const LATE_MS = scaleTimeout(TICK_MS);
// A timer that is late by this much shows that the device slept.
const SLEEP_MS = scaleTimeout(5 * TICK_MS);
// Timeout for the first message of a connection, doubled on each retry up to the maximum. TCP retransmits a lost packet
// after one and three seconds and then much later; with at most five seconds a restored network is found within two.
const FIRST_TIMEOUT_MS = scaleTimeout(2000);
const MAX_TIMEOUT_MS = scaleTimeout(5000);

/**
 * Follow a stream for as long as the page is open.
 *
 * - `onSnapshot`: receives the snapshots, throttled to the page's frame rate;
 * - `onLive`: receives true if the displayed state is current, and false, repeatedly, if it may be stale;
 * - `onVisitor`: receives this device's role on connecting and on each change;
 * - `onArrival`: receives every snapshot on its arrival, also if a newer one is shown instead.
 *
 * docs/api.md describes the stream.
 *
 * @template {Api.Snapshot | Page.Snapshot} S
 * @param {(snapshot: S) => void} onSnapshot
 * @param {(live: boolean) => void} onLive
 * @param {{
 *   address?: string, onVisitor?: (visitor: { role: string, seat: string | null }) => void, onArrival?: (snapshot: S) => void,
 * }} about
 */
export function followStream(onSnapshot, onLive, { address = "/api/events", onVisitor = () => {}, onArrival = () => {} } = {}) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {Api.Snapshot | null} */
  let shown = null;
  // The id of the displayed snapshot.
  let name = "";
  let heartbeatMs = FIRST_HEARTBEAT_MS;
  let timeout = FIRST_TIMEOUT_MS;
  let answered = false;
  let isOpen = false;
  let openedAt = 0;
  let lastMessageAt = 0;
  let tickedAt = Date.now();
  let live = false;
  /** @type {{ role: string, seat: string | null } | null} */
  let shownVisitor = null;
  const deliver = throttleToFrame(onSnapshot);
  const relay = relayStream(address, {
    liveState: () => (source && live ? { snapshot: shown, name, visitor: shownVisitor, heartbeatMs, lastMessageAt } : null),
    onLeader: followLeader,
    onEvent: receive,
    onLost: openStream,
  });

  /** @type {{ [event: string]: (data: any) => boolean }} (any: each event has its own data, docs/api.md) */
  const eventHandlers = {
    snapshot: showSnapshot,
    changes: (/** @type {Api.Changes} */ { epoch, from, changes }) => {
      if (shown?.epoch === epoch && shown.version === from) return showSnapshot(applyPatch(shown, changes));
      // The changes don't apply to the displayed snapshot, so request a full one.
      shown = null;
      openStream();
      return false;
    },
    heartbeat: (seconds) => {
      heartbeatMs = seconds * 1000;
      return true;
    },
    visitor: showVisitor,
  };

  function closeStream() {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  }

  function openStream() {
    relay.leave();
    closeStream();
    // A hidden page needs none: it opens its stream when it becomes visible.
    if (document.visibilityState === "hidden") return;
    answered = isOpen = false;
    openedAt = Date.now();
    relay.join(shown ? name : "");
    const query = shown ? `?since=${encodeURIComponent(name)}` : "";
    const own = (source = new EventSource(address + query));
    for (const event of Object.keys(eventHandlers)) {
      own.addEventListener(event, ({ data, lastEventId }) => {
        if (own !== source) return;
        receive(event, data, lastEventId);
        // Unless the changes didn't apply.
        if (own === source) relay.relay(event, data, lastEventId);
      });
    }
    own.addEventListener("open", () => {
      isOpen = true;
    });
    // The browser reconnects after some errors but not after all, so always reconnect here.
    own.addEventListener("error", () => {
      own.close();
      if (own !== source) return;
      reportStale();
      relay.leave();
      clearTimeout(retry);
      retry = setTimeout(openStream, RETRY_MS);
    });
  }

  /**
   * Handle an event of this page's own stream, or of the leader's.
   *
   * @param {string} event
   * @param {string} data
   * @param {string} id
   */
  function receive(event, data, id) {
    if (!eventHandlers[event](JSON.parse(data))) return;
    // A heartbeat has no id.
    name = id || name;
    confirmLive(Date.now());
  }

  /** @param {number} messageAt the time of the stream's last message */
  function confirmLive(messageAt) {
    answered = true;
    lastMessageAt = messageAt;
    timeout = FIRST_TIMEOUT_MS;
    if (!live) onLive((live = true));
  }

  /**
   * Use the leader's stream instead of another one.
   *
   * @param {LiveState} leader
   */
  function followLeader(leader) {
    closeStream();
    if (leader.snapshot) showSnapshot(/** @type {Api.Snapshot} */ (leader.snapshot));
    else if (!shown || name !== leader.name) return relay.join(shown ? name : "");
    ({ name, heartbeatMs } = leader);
    if (leader.visitor) showVisitor(/** @type {{ role: string, seat: string | null }} */ (leader.visitor));
    confirmLive(leader.lastMessageAt);
  }

  /** @param {{ role: string, seat: string | null }} visitor */
  function showVisitor(visitor) {
    onVisitor((shownVisitor = visitor));
    return true;
  }

  /** @param {Api.Snapshot} snapshot */
  function showSnapshot(snapshot) {
    shown = snapshot;
    const arrived = /** @type {S} */ (/** @type {unknown} */ (shown));
    onArrival(arrived);
    deliver(arrived);
    return true;
  }

  function checkStream() {
    const now = Date.now();
    // If the clock was set back, old data would look new.
    const slept = now - tickedAt > SLEEP_MS || now < tickedAt;
    if (slept) handleWake();
    tickedAt = now;
    if (slept) return;
    relay.beat();
    // A hidden page has no stream.
    if (!source && !relay.isFollowing()) return;
    if (answered) {
      // A half-open connection reports no error, it only falls silent.
      if (now - lastMessageAt > heartbeatMs * MISSED_HEARTBEATS) reopen();
    } else if (now - openedAt > (isOpen ? heartbeatMs * MISSED_HEARTBEATS : timeout)) {
      timeout = Math.min(2 * timeout, MAX_TIMEOUT_MS);
      reopen();
    } else if (now - openedAt > LATE_MS) reportStale();
  }

  function reopen() {
    reportStale();
    openStream();
  }

  function reportStale() {
    onLive((live = false));
  }

  // After sleep the state of the connection is unknown, so reconnect immediately. Messages received on waking may have
  // waited for as long as the device slept.
  function handleWake() {
    const now = Date.now();
    if (document.visibilityState !== "visible" || (source && Math.abs(now - openedAt) < 1000)) return;
    timeout = FIRST_TIMEOUT_MS;
    if (now - Math.min(lastMessageAt, tickedAt) > heartbeatMs * MISSED_HEARTBEATS) reportStale();
    openStream();
  }

  /** Leave the connections of this browser to its visible pages. */
  function handleHide() {
    if (!source) return;
    relay.leave();
    closeStream();
  }

  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? handleHide() : handleWake()));
  window.addEventListener("pagehide", handleHide);
  document.addEventListener("resume", handleWake);
  window.addEventListener("pageshow", handleWake);
  // On a lost network the stream would only fall silent; a new request fails immediately.
  window.addEventListener("offline", openStream);
  // The last request was lost with the network.
  window.addEventListener("online", () => (answered ? handleWake() : openStream()));
  // A stream belongs to the role at the time of its request, so reopen it when the role changes.
  onPairingChange(openStream);
  setInterval(checkStream, TICK_MS);
  openStream();
}
