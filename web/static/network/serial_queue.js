// A queue for taps on a drawing, whose parts are not buttons that could be disabled while busy.

import { waitForSnapshot } from "./open_question.js";

/**
 * Create a queue that enters its items one after the other, each once this page shows the effect of the previous ones.
 *
 * So no tap is lost on a slow network, and none refers to a stale state. An item that is already queued is ignored. The
 * returned promise resolves once all items are entered.
 *
 * @template T
 * @param {(item: T) => unknown} enter
 * @returns {(item: T) => Promise<void>}
 */
export function serialQueue(enter) {
  /** @type {Set<string>} */
  const pending = new Set();
  let queue = Promise.resolve();
  /**
   * @param {T} item
   * @param {string} key
   */
  async function enterNext(item, key) {
    try {
      await waitForSnapshot();
      await enter(item);
    } finally {
      pending.delete(key);
    }
  }
  return (item) => {
    const key = JSON.stringify(item);
    if (!pending.has(key)) {
      pending.add(key);
      // A failed input shows its own message and doesn't block the next one.
      queue = queue.catch(() => {}).then(() => enterNext(item, key));
    }
    return queue;
  };
}
