// A tap guard: elements that have just appeared under a finger ignore taps for a moment.

/** Duration of the guard, in milliseconds. */
const TAP_GUARD_MS = 400;

/**
 * Create the tap guard of an element. Call it whenever the element shows other targets.
 *
 * @param {Element} root
 */
export function tapGuard(root) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    root.classList.add("tap-guard");
    clearTimeout(timer);
    timer = setTimeout(() => root.classList.remove("tap-guard"), TAP_GUARD_MS);
  };
}

/**
 * Create a tap guard that compares what taps in the element mean. It blocks taps for a moment whenever that changes.
 *
 * @param {Element} root
 */
export function tapGuardOnChange(root) {
  const guardTaps = tapGuard(root);
  /** @type {string | undefined} */
  let before;
  return (/** @type {unknown} */ meaning) => {
    const now = JSON.stringify(meaning ?? null);
    if (before !== undefined && before !== now) guardTaps();
    before = now;
  };
}
