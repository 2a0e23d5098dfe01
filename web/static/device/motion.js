// Whether things move on this device, and for how long they do.

const wantsLess = matchMedia("(prefers-reduced-motion: reduce)");

/** What is told so many milliseconds after what was told before, or sooner, is a burst: its end is shown, without motion. */
const BURST_MS = 150;
let toldAt = -Infinity;
let stillUntil = -Infinity;

/** Something was told at the table, which is about to be shown. */
export function wasTold() {
  const now = performance.now();
  if (now - toldAt < BURST_MS) stillUntil = now + BURST_MS;
  toldAt = now;
}

/** Whether things move: the device wants them to, and no burst is being told. */
export const wantsMotion = () => !wantsLess.matches && performance.now() >= stillUntil;

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
 * Move something to how it is shown already, where things move (`wantsMotion`); `duration` is a token's name, or in milliseconds.
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
