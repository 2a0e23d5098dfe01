// Throttling of updates that may arrive faster than the page can draw them.

/** Maximum wait for a frame and maximum rest, in milliseconds, so that the display is hardly delayed. */
const MAX_WAIT_MS = 1000;

/**
 * Throttle a draw function: draw at once, or the newest value after the current rest.
 *
 * The rest lasts until a frame has shown the drawing, and then as long again as both took. So half of a slow device's
 * time is left for input and animations. Values in between are dropped.
 *
 * @template T
 * @param {(newest: T) => void} draw
 * @returns {(newest: T) => void}
 */
export function throttleToFrame(draw) {
  /** @type {T} */
  let newest;
  let hasNewer = false;
  let isResting = false;
  function drawNewest() {
    [hasNewer, isResting] = [false, true];
    const began = performance.now();
    nextFrame().then(() => setTimeout(endRest, Math.min(performance.now() - began, MAX_WAIT_MS)));
    draw(newest);
  }
  function endRest() {
    isResting = false;
    if (hasNewer) drawNewest();
  }
  return (what) => {
    [newest, hasNewer] = [what, true];
    if (!isResting) drawNewest();
  };
}

/** Resolves after the next frame; a hidden page has none, so it resolves at once. */
const nextFrame = () =>
  new Promise((resolve) => {
    if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(resolve));
    else setTimeout(resolve);
    setTimeout(resolve, MAX_WAIT_MS);
  });
