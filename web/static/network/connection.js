// The stream of what the table shows: opened again whenever it breaks, falls silent or the device slept.

import { applied } from "./json_patch.js";
import { paced } from "./pace.js";
import { patient } from "./patience.js";
import { onTold } from "../pairing/pairing_channel.js";

const RETRY = 1000;
const FIRST_BEAT = 2000;
// A beat may be late on a busy network, or from a busy machine, before the stream counts as broken.
const PATIENCE = patient(2.5);
const TICK = 500;
// What is asked for is late after so long: what is shown until it comes may be old.
const LATE = patient(TICK);
// Timers that were held up for so long were held up by sleep.
const SLEPT = patient(5 * TICK);
// How long the first word of an answer may take before it is asked for again, for slow networks longer
// each time. A packet lost on its way into a network that was away is sent again after one and three
// seconds, and then far too late: asked anew after five, a network that is back is found within two.
const FIRST_TRY = patient(2000);
const LONGEST_TRY = patient(5000);

/**
 * Follow a stream for as long as the page is open.
 *
 * `onSnapshot` gets the snapshots, no more than the page can draw (pace.js), the newest first after a gap; `onLive`
 * is told with true that what is shown is current, with false, again and again, that it may be old; `onVisitor` who
 * this device is to the server, on connecting and whenever it is somebody else. docs/api.md says what a stream sends.
 *
 * @template {Api.Snapshot | Page.Snapshot} S
 * @param {(snapshot: S) => void} onSnapshot
 * @param {(live: boolean) => void} onLive
 * @param {{ address?: string, onVisitor?: (visitor: { role: string, seat: string | null }) => void }} about
 */
export function follow(onSnapshot, onLive, { address = "/api/events", onVisitor = () => {} } = {}) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {Api.Snapshot | null} */
  let shown = null;
  // The name of what is shown, as the server calls it.
  let name = "";
  let beat = FIRST_BEAT;
  let patience = FIRST_TRY;
  let answered = false;
  let reached = false;
  let opened = 0;
  let heard = 0;
  let ticked = Date.now();
  let live = false;
  const tell = paced(onSnapshot);

  function open() {
    clearTimeout(retry);
    source?.close();
    answered = reached = false;
    opened = Date.now();
    const has = shown ? `?since=${encodeURIComponent(name)}` : "";
    const mine = (source = new EventSource(address + has));
    /** @type {(kind: string, take: (data: any) => boolean) => void} (any: each kind brings its own, docs/api.md) */
    const listen = (kind, take) =>
      mine.addEventListener(kind, ({ data, lastEventId }) => {
        if (mine !== source || !take(JSON.parse(data))) return;
        // A beat has no name of its own.
        name = lastEventId || name;
        answered = true;
        heard = Date.now();
        patience = FIRST_TRY;
        if (!live) onLive((live = true));
      });
    mine.addEventListener("open", () => {
      reached = true;
    });
    listen("snapshot", show);
    listen("changes", (/** @type {Api.Changes} */ { epoch, from, changes }) => {
      if (shown?.epoch === epoch && shown.version === from) return show(applied(shown, changes));
      // These are changes of something else than what is here: have the whole.
      shown = null;
      open();
      return false;
    });
    listen("heartbeat", (seconds) => {
      beat = seconds * 1000;
      return true;
    });
    listen("visitor", (visitor) => {
      onVisitor(visitor);
      return true;
    });
    // The browser tries again by itself after some errors and never after others: so we do, always.
    mine.addEventListener("error", () => {
      mine.close();
      if (mine !== source) return;
      lost();
      clearTimeout(retry);
      retry = setTimeout(open, RETRY);
    });
  }

  /** @param {Api.Snapshot} snapshot */
  function show(snapshot) {
    shown = snapshot;
    tell(/** @type {S} */ (/** @type {unknown} */ (shown)));
    return true;
  }

  function tick() {
    const now = Date.now();
    // A clock that was set back would make what is old look new.
    const slept = now - ticked > SLEPT || now < ticked;
    if (slept) wake();
    ticked = now;
    if (slept) return;
    if (answered) {
      // A connection that is only half there reports no error: it just falls silent.
      if (now - heard > beat * PATIENCE) reopen();
    } else if (now - opened > (reached ? beat * PATIENCE : patience)) {
      patience = Math.min(2 * patience, LONGEST_TRY);
      reopen();
    } else if (now - opened > LATE) lost();
  }

  function reopen() {
    lost();
    open();
  }

  function lost() {
    onLive((live = false));
  }

  // A device that slept can't know what became of its connection: it asks anew at once, whatever it
  // hears on waking. That may have waited for it since long before: as long as its timers stood still.
  function wake() {
    const now = Date.now();
    if (document.visibilityState !== "visible" || Math.abs(now - opened) < 1000) return;
    patience = FIRST_TRY;
    if (now - Math.min(heard, ticked) > beat * PATIENCE) lost();
    open();
  }

  document.addEventListener("visibilitychange", wake);
  document.addEventListener("resume", wake);
  window.addEventListener("pageshow", wake);
  // A stream through a network that is gone would just fall silent: asked for anew, it fails at once.
  window.addEventListener("offline", open);
  // What was asked just before is lost.
  window.addEventListener("online", () => (answered ? wake() : open()));
  // A stream is whose it was when it was asked for.
  onTold(open);
  setInterval(tick, TICK);
  open();
}
