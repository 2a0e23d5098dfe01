// The camera's live picture: the next frame is requested when the last one has loaded.

const NEXT_PICTURE_MS = 200;
const RETRY_MS = 1000;
// A frame that takes longer is skipped, so that no old frame is shown as live.
const PICTURE_TIMEOUT_MS = 4000;

/**
 * Creates a live picture in a figure. Returns a callback to show or hide it.
 *
 * @param {HTMLElement} figure
 * @param {HTMLImageElement} image
 */
export function livePicture(figure, image) {
  let isShown = false;
  let number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {number} pause */
  const scheduleNext = (pause) => {
    clearTimeout(timer);
    timer = setTimeout(loadNext, pause);
  };
  const loadNext = () => {
    if (!isShown) return;
    image.src = `/api/calibration/picture?${(number += 1)}`;
    scheduleNext(PICTURE_TIMEOUT_MS);
  };
  image.addEventListener("load", () => {
    figure.classList.toggle("upright", image.naturalHeight > image.naturalWidth);
    scheduleNext(NEXT_PICTURE_MS);
  });
  image.addEventListener("error", () => scheduleNext(RETRY_MS));
  return (/** @type {boolean} */ show) => {
    if (show === isShown) return;
    isShown = show;
    figure.hidden = !show;
    loadNext();
  };
}
