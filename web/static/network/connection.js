// The stream of snapshots: reconnects after an error, after silence or after the device slept. A hidden page closes its
// stream, and the visible pages of a browser share one (stream_relay.js).

import { applyPatch } from "./json_patch.js";
import { BEAT_MS, relayStream } from "./stream_relay.js";
import { throttleToFrame } from "./throttle.js";
import { scaleTimeout } from "./timeout_scale.js";
import { onPairingChange } from "../pairing/pairing_channel.js";

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
 * - `onSnapshot`: receives the snapshots, throttled to the page's frame rate (throttle.js);
 * - `onLive`: receives true if the displayed state is current, and false, repeatedly, if it may be stale;
 * - `onVisitor`: receives this device's role on connecting and on each change.
 *
 * docs/api.md describes the stream.
 *
 * @template {Api.Snapshot | Page.Snapshot} S
 * @param {(snapshot: S) => void} onSnapshot
 * @param {(live: boolean) => void} onLive
 * @param {{ address?: string, onVisitor?: (visitor: { role: string, seat: string | null }) => void }} about
 */
export function followStream(onSnapshot, onLive, { address = "/api/events", onVisitor = () => {} } = {}) {
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
   * @param {import("./stream_relay.js").LiveState} leader
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
    deliver(/** @type {S} */ (/** @type {unknown} */ (shown)));
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
