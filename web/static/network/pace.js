// Things that may come faster than a page can draw them.

/** No frame is waited for longer, and no rest is longer, in milliseconds: what a page shows is hardly older for its sake. */
const LONGEST = 1000;

/**
 * A function that has what it is given drawn: at once, or, while the page still rests from the last drawing, the newest once it
 * has rested. It rests until a frame has shown what was drawn, and for as long again as both took. So half of a slow device's
 * time is left for fingers and what moves, however fast things come; what came in between is passed over.
 *
 * @template T
 * @param {(newest: T) => void} draw
 * @returns {(newest: T) => void}
 */
export function paced(draw) {
  /** @type {T} */
  let newest;
  let came = false;
  let rests = false;
  function go() {
    [came, rests] = [false, true];
    const began = performance.now();
    framed().then(() => setTimeout(rested, Math.min(performance.now() - began, LONGEST)));
    draw(newest);
  }
  function rested() {
    rests = false;
    if (came) go();
  }
  return (what) => {
    [newest, came] = [what, true];
    if (!rests) go();
  };
}

/** Resolves after the next frame; of a page that nobody sees there is none. */
const framed = () =>
  new Promise((resolve) => {
    if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(resolve));
    else setTimeout(resolve);
    setTimeout(resolve, LONGEST);
  });
