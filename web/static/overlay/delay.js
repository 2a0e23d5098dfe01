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
