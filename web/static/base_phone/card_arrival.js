// Animates cards that arrive in the player's own hand. The figures update immediately, the cards follow. Uncovering
// cards animates nothing.

import { motionDuration, animate } from "../device/motion.js";

/** @typedef {{ [kind: string]: number }} Counts */

/** More kinds at once are a deal or an entered hand, which isn't animated. */
const MAX_KINDS = 5;

/**
 * The kinds whose count has increased; empty if either count is unknown.
 *
 * @param {Counts | null | undefined} before
 * @param {Counts | null} now
 */
export const increasedKinds = (before, now) => (before && now ? Object.keys(now).filter((kind) => now[kind] > (before[kind] ?? 0)) : []);

/**
 * Wraps the drawing of a region with arriving cards. `counts` returns the number of each kind (null: covered).
 * `place` finds the newest card of a kind and the count that ticks. Cards fly from the element `from`.
 *
 * @template S
 * @param {(seen: S) => void} draw
 * @param {(seen: S) => Counts | null} counts
 * @param {(kind: string) => { card: Element | null, count: Element | null }} place
 * @param {Element} from
 * @returns {(seen: S) => void}
 */
export function animateArrivals(draw, counts, place, from) {
  /** @type {Counts | null | undefined} */
  let previous;
  return (seen) => {
    const now = counts(seen);
    const arrivals = increasedKinds(previous, now);
    previous = now;
    draw(seen);
    if (arrivals.length > MAX_KINDS) return;
    // Read all positions before changing the DOM, so that the browser computes the layout only once.
    const paths = arrivals.map(place).map((to) => ({ ...to, by: to.card && translationTo(from, to.card) }));
    paths.forEach(({ card, count, by }, n) => {
      const delay = n * 2 * motionDuration("stagger");
      const frames = [{ translate: by, scale: 0.6, opacity: 0 }, { opacity: 1, offset: 0.4 }, { translate: "0 0", scale: 1, opacity: 1 }];
      animate(card, frames, { duration: "drop", delay, fill: "backwards", easing: "ease-out" });
      animate(count, [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], { duration: "tick", delay: delay + motionDuration("drop") - motionDuration("tick") / 2 });
    });
  };
}

/**
 * The CSS `translate` from one element's centre to another's.
 *
 * @param {Element} from
 * @param {Element} to
 */
function translationTo(from, to) {
  const [begins, ends] = [from, to].map((each) => each.getBoundingClientRect());
  return `${begins.left + begins.width / 2 - ends.left - ends.width / 2}px ${begins.top + begins.height / 2 - ends.top - ends.height / 2}px`;
}
