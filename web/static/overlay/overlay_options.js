// The options in an overlay's address: its parts, and the delay.

/** Delay in seconds if the address has none. */
const DEFAULT_DELAY_S = 15;
const MAX_DELAY_S = 300;

/**
 * Parse a query such as `?show=points,roll&delay=30`: the parts in its order, if in `known`, and the delay in seconds.
 * Invalid values are ignored.
 *
 * @param {string} search
 * @param {string[]} known
 * @param {string[]} defaults
 * @returns {{ show: string[], delay: number }}
 */
export function parseOverlayQuery(search, known, defaults) {
  const query = new URLSearchParams(search);
  const show = (query.get("show") ?? "").split(",").filter((name) => known.includes(name));
  const delayText = query.get("delay");
  const delay = delayText?.trim() ? Number(delayText) : NaN;
  return {
    show: show.length ? [...new Set(show)] : defaults,
    delay: Number.isFinite(delay) && delay >= 0 ? Math.min(delay, MAX_DELAY_S) : DEFAULT_DELAY_S,
  };
}

// A delay line for snapshots: in the same order, each after the same delay.

/**
 * Create a delayed version of `deliver`. The first value is delayed, too, so reloading the page reveals nothing early.
 *
 * @template T
 * @param {number} delay in milliseconds
 * @param {(what: T) => void} deliver
 * @returns {(what: T) => void}
 */
export const delayEach = (delay, deliver) => (what) => void setTimeout(deliver, delay, what);
