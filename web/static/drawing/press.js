// What is done at once by a tap, and asked about when it is held: for fingers, and a mouse's other button.

/** For how long a finger rests on what it holds, in milliseconds. */
const HELD_MS = 500;
/** How far it may slip meanwhile, in px. */
const SLIP = 10;

/**
 * The listeners of a part of a drawing: `tap` is told what a finger taps, `ask` what it holds. A click without a pointer, by
 * the keyboard or a screen reader, asks, too: what is asked says what it is about before anything is entered.
 *
 * @template T
 * @param {(event: MouseEvent) => T} place what is meant by a pointer's event
 * @param {T} own what is meant without a pointer
 * @param {(meant: T) => unknown} tap
 * @param {(meant: T) => unknown} ask
 */
export function pressed(place, own, tap, ask) {
  /** @type {{ meant: T, x: number, y: number, since: number, timer: ReturnType<typeof setTimeout> } | null} */
  let rest = null;
  let held = false;
  const stop = () => {
    clearTimeout(rest?.timer);
    rest = null;
  };
  /** @param {T} meant */
  const hold = (meant) => {
    stop();
    if (!held) ask(meant);
    held = true;
  };
  return {
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      stop();
      held = false;
      const meant = place(event);
      rest = { meant, x: event.clientX, y: event.clientY, since: event.timeStamp, timer: setTimeout(() => hold(meant), HELD_MS) };
    },
    onpointermove: (/** @type {PointerEvent} */ event) => {
      if (rest && Math.hypot(event.clientX - rest.x, event.clientY - rest.y) > SLIP) stop();
    },
    onpointerup: (/** @type {PointerEvent} */ event) => {
      // On a page that was busy meanwhile this comes before the timer: how long the finger rested is what counts.
      if (rest && event.timeStamp - rest.since >= HELD_MS) hold(rest.meant);
      stop();
    },
    onpointercancel: stop,
    onpointerleave: stop,
    oncontextmenu: (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      hold(place(event));
    },
    onclick: (/** @type {MouseEvent} */ event) => {
      stop();
      if (held) held = false;
      else if (event.detail) tap(place(event));
      else ask(own);
    },
  };
}
