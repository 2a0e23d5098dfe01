// The camera's picture, one after another: the next is asked for when the last has come.

const NEXT = 200;
const AGAIN = 1000;

/** Gives a function that shows the live picture in a figure, or hides it. */
export function livePicture(figure, image) {
  let shown = false;
  let number = 0;
  const next = () => {
    if (shown) image.src = `/api/calibration/picture?${(number += 1)}`;
  };
  image.addEventListener("load", () => setTimeout(next, NEXT));
  image.addEventListener("error", () => setTimeout(next, AGAIN));
  return (show) => {
    if (show === shown) return;
    shown = show;
    figure.hidden = !show;
    next();
  };
}
