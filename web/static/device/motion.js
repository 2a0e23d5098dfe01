// Whether this device wants things to move.

const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Move something to how it is shown already, where the device wants motion.
 *
 * @param {Element | null} thing
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 */
export function move(thing, frames, timing) {
  if (!wantsLess.matches) thing?.animate(frames, timing);
}
