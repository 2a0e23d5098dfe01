// The camera's picture, one after another: the next is asked for when the last has come.

const NEXT = 200;
const AGAIN = 1000;
// A picture that hasn't come by then doesn't come: what is shown would look like now, and be old.
const PATIENCE = 4000;

/**
 * Gives a function that shows the live picture in a figure, or hides it.
 *
 * @param {HTMLElement} figure
 * @param {HTMLImageElement} image
 */
export function livePicture(figure, image) {
  let shown = false;
  let number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {number} pause */
  const nextIn = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(next, pause);
  };
  const next = () => {
    if (!shown) return;
    image.src = `/api/calibration/picture?${(number += 1)}`;
    nextIn(PATIENCE);
  };
  image.addEventListener("load", () => {
    figure.classList.toggle("upright", image.naturalHeight > image.naturalWidth);
    nextIn(NEXT);
  });
  image.addEventListener("error", () => nextIn(AGAIN));
  return (/** @type {boolean} */ show) => {
    if (show === shown) return;
    shown = show;
    figure.hidden = !show;
    next();
  };
}
