// Animates the dice of a new roll.

import { motionDuration, animate } from "../device/motion.js";
import { diffViews } from "../island/view_changes.js";

/** Extra duration of the second die's animation. */
const SECOND_DIE_EXTRA_MS = 140;

/**
 * Wraps the drawing of the roll's region: the dice tumble in the first view that shows them.
 *
 * @param {HTMLElement} root
 * @param {(view: Page.View) => void} draw
 * @returns {(view: Page.View) => void}
 */
export function animateDice(root, draw) {
  /** @type {Page.View | undefined} */
  let previous;
  return (view) => {
    const change = diffViews(previous, view);
    previous = view;
    draw(view);
    if (!change?.isRolled) return;
    root.querySelectorAll(".die").forEach((die, n) => {
      const side = n % 2 ? 1 : -1;
      const frames = [
        { translate: `${side * 30}px -46px`, rotate: `${side * 300}deg`, scale: 0.7 },
        { translate: `${side * 6}px 0px`, rotate: `${side * 50}deg`, scale: 1, offset: 0.6 },
        { translate: `${side * 3}px -9px`, rotate: `${side * 18}deg`, offset: 0.78 },
        { translate: "0px 0px", rotate: "0deg", scale: 1 },
      ];
      animate(die, frames, { duration: motionDuration("tumble") + n * SECOND_DIE_EXTRA_MS, easing: "ease-out" });
    });
  };
}
