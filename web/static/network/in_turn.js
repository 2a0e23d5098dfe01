// What is tapped on a drawing, whose parts are no buttons that could be busy: one after the other.

import { caughtUp } from "./open_question.js";

/**
 * A function that enters what is tapped once this page shows what came of all that was entered before: no tap is lost on a
 * slow network, and none is about what is over. The same tapped again meanwhile means once. It resolves once all is entered.
 *
 * @template T
 * @param {(meant: T) => unknown} enter
 * @returns {(meant: T) => Promise<void>}
 */
export function inTurn(enter) {
  /** @type {Set<string>} */
  const going = new Set();
  let last = Promise.resolve();
  /**
   * @param {T} meant
   * @param {string} key
   */
  async function enterNext(meant, key) {
    try {
      await caughtUp();
      await enter(meant);
    } finally {
      going.delete(key);
    }
  }
  return (meant) => {
    const key = JSON.stringify(meant);
    if (!going.has(key)) {
      going.add(key);
      // What failed says so; what is tapped next is entered all the same.
      last = last.catch(() => {}).then(() => enterNext(meant, key));
    }
    return last;
  };
}
