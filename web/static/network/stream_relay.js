// One stream for all pages of a browser: the leader's page has it and relays its events to the other pages.
//
// A browser opens six connections to a server, so six pages with a stream each would block every request. Each page
// opens its own stream without waiting; a page that hears from a live leader closes it again. Workers can't do this
// everywhere (Chrome for Android has no SharedWorker), and Web Locks don't exist over plain HTTP (decision 75).

import { scaleTimeout } from "./timeout_scale.js";

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
