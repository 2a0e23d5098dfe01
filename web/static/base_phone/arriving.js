// A card that comes into the own hand flies to its pile from where the turn is told, and its count ticks. The figures are right
// at once: the cards follow. What was covered and is looked at again hasn't come: nothing moves.

import { lasts, move } from "../device/motion.js";

/** @typedef {{ [kind: string]: number }} Counts */

/** More kinds at once are dealt, or said: their end is shown. */
const MOST = 5;

/**
 * The kinds of which there are more cards than before; none where one of the two isn't known.
 *
 * @param {Counts | null | undefined} before
 * @param {Counts | null} now
 */
export const grown = (before, now) => (before && now ? Object.keys(now).filter((kind) => now[kind] > (before[kind] ?? 0)) : []);

/**
 * A part of the page to which cards come: `counts` says how many there are of each kind (null: they are covered), `place` where
 * the newest of a kind lies and what ticks there, `from` where it comes from.
 *
 * @template S
 * @param {(seen: S) => void} draw
 * @param {(seen: S) => Counts | null} counts
 * @param {(kind: string) => { card: Element | null, count: Element | null }} place
 * @param {Element} from
 * @returns {(seen: S) => void}
 */
export function arriving(draw, counts, place, from) {
  /** @type {Counts | null | undefined} */
  let shown;
  return (seen) => {
    const now = counts(seen);
    const came = grown(shown, now);
    shown = now;
    draw(seen);
    if (came.length > MOST) return;
    // All places are read before anything moves: else the page would be laid out anew for each card.
    const ways = came.map(place).map((to) => ({ ...to, by: to.card && way(from, to.card) }));
    ways.forEach(({ card, count, by }, n) => {
      const delay = n * 2 * lasts("later");
      const flies = [{ translate: by, scale: 0.6, opacity: 0 }, { opacity: 1, offset: 0.4 }, { translate: "0 0", scale: 1, opacity: 1 }];
      move(card, flies, { duration: "drop", delay, fill: "backwards", easing: "ease-out" });
      move(count, [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], { duration: "tick", delay: delay + lasts("drop") - lasts("tick") / 2 });
    });
  };
}

/**
 * From one element's middle to another's, as `translate` has it.
 *
 * @param {Element} from
 * @param {Element} to
 */
function way(from, to) {
  const [begins, ends] = [from, to].map((each) => each.getBoundingClientRect());
  return `${begins.left + begins.width / 2 - ends.left - ends.width / 2}px ${begins.top + begins.height / 2 - ends.top - ends.height / 2}px`;
}
