// Whether this device wants things to move.

const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether it does. */
export const wantsMotion = () => !wantsLess.matches;

/**
 * Move something to how it is shown already, where the device wants motion.
 *
 * @param {Element | null} thing
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 * @returns {Animation | undefined} what moves it, if anything does
 */
export function move(thing, frames, timing) {
  return wantsMotion() ? thing?.animate(frames, timing) : undefined;
}
