// Animations on this device: whether they run, and their durations.

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Changes that follow each other within this time are a burst: only its end is shown, without animation. */
const BURST_MS = 150;
let changedAt = -Infinity;
let stillUntil = -Infinity;

/** Record that a change arrived and is about to be shown. */
export function recordChange() {
  const now = performance.now();
  if (now - changedAt < BURST_MS) stillUntil = now + BURST_MS;
  changedAt = now;
}

/** Test whether animations run: the device allows them, and no burst is arriving. */
export const isMotionEnabled = () => !reducedMotion.matches && performance.now() >= stillUntil;

/**
 * The durations read so far. Reading one makes the browser compute all styles.
 *
 * @type {{ [token: string]: number }}
 */
const durations = {};

/**
 * The duration of a motion token (design/tokens.css), in milliseconds.
 *
 * @param {string} token
 */
export const motionDuration = (token) =>
  (durations[token] ??= parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${token}`)) || 0);

/**
 * Call a function once the whole page is drawn, if animations run. It may read positions: the browser computes the
 * layout only once for each frame.
 *
 * @param {() => void} start
 */
export function afterDrawing(start) {
  if (isMotionEnabled()) requestAnimationFrame(start);
}

/**
 * Animate an element to its current state, if animations run. `duration` is a token's name, or milliseconds.
 *
 * @param {Element | null} element
 * @param {Keyframe[]} frames
 * @param {Omit<KeyframeAnimationOptions, "duration"> & { duration: string | number }} timing
 * @returns {Animation | undefined} the animation, if it runs
 */
export function animate(element, frames, timing) {
  if (!isMotionEnabled()) return undefined;
  const { duration } = timing;
  return element?.animate(frames, { ...timing, duration: typeof duration === "string" ? motionDuration(duration) : duration });
}
