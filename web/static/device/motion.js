// Whether this device wants things to move, and for how long they do.

const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether it does. */
export const wantsMotion = () => !wantsLess.matches;

/**
 * What was read of the tokens by now: to read one has the browser work out all styles.
 *
 * @type {{ [token: string]: number }}
 */
const read = {};

/**
 * How long a kind of motion takes, by the token of its name (design/tokens.css), in milliseconds.
 *
 * @param {string} token
 */
export const lasts = (token) =>
  (read[token] ??= parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${token}`)) || 0);

/**
 * Move something to how it is shown already, where the device wants motion; `duration` is a token's name, or in milliseconds.
 *
 * @param {Element | null} thing
 * @param {Keyframe[]} frames
 * @param {Omit<KeyframeAnimationOptions, "duration"> & { duration: string | number }} timing
 * @returns {Animation | undefined} what moves it, if anything does
 */
export function move(thing, frames, timing) {
  if (!wantsMotion()) return undefined;
  const { duration } = timing;
  return thing?.animate(frames, { ...timing, duration: typeof duration === "string" ? lasts(duration) : duration });
}
