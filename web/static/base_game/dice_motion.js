// Dice that were rolled just now tumble to their faces.

import { lasts, move } from "../device/motion.js";
import { happened } from "../island/happened.js";

/** By how much longer the second die tumbles, in milliseconds. */
const LONGER_MS = 140;

/**
 * The roll's part of the page, with dice that tumble where a view is the first to show them.
 *
 * @param {HTMLElement} root
 * @param {(view: Page.View) => void} draw
 * @returns {(view: Page.View) => void}
 */
export function tumbling(root, draw) {
  /** @type {Page.View | undefined} */
  let shown;
  return (view) => {
    const what = happened(shown, view);
    shown = view;
    draw(view);
    if (!what?.isRolled) return;
    root.querySelectorAll(".die").forEach((die, n) => {
      const side = n % 2 ? 1 : -1;
      const frames = [
        { translate: `${side * 30}px -46px`, rotate: `${side * 300}deg`, scale: 0.7 },
        { translate: `${side * 6}px 0px`, rotate: `${side * 50}deg`, scale: 1, offset: 0.6 },
        { translate: `${side * 3}px -9px`, rotate: `${side * 18}deg`, offset: 0.78 },
        { translate: "0px 0px", rotate: "0deg", scale: 1 },
      ];
      move(die, frames, { duration: lasts("tumble") + n * LONGER_MS, easing: "ease-out" });
    });
  };
}
