// What has just come under a finger takes no tap for a moment: that was meant for what stood there before.

/** For how long, in milliseconds. */
const SETTLING_MS = 400;

/**
 * A function that is called whenever other things to be tapped come to stand in an element.
 *
 * @param {Element} root
 */
export function settling(root) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settled;
  return () => {
    root.classList.add("settling");
    clearTimeout(settled);
    settled = setTimeout(() => root.classList.remove("settling"), SETTLING_MS);
  };
}

/**
 * A function that is told what a tap means in an element by now: once that is otherwise than before, taps rest.
 *
 * @param {Element} root
 */
export function settlingOn(root) {
  const settle = settling(root);
  /** @type {string | undefined} */
  let before;
  return (/** @type {unknown} */ meant) => {
    const now = JSON.stringify(meant ?? null);
    if (before !== undefined && before !== now) settle();
    before = now;
  };
}
