// What is done at once by a tap, and asked about when it is held: for fingers, and a mouse's other button.
//
// What lies under a finger may be drawn anew before it is let go: then the new part, or none, hears of that. So whoever
// presses is followed by the window.

/** For how long a finger rests on what it holds, in milliseconds. */
const HELD_MS = 500;
/** A timer that is so late says that the page was busy, and may not have heard yet that the finger was let go. */
const LATE_MS = 100;
/** How far it may slip meanwhile, in px. */
const SLIP = 10;

/** The last press: whether it was held, and so is no tap; whether a click came of it; what ends it. */
let last = { held: false, clicked: false, stop: () => {} };

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
  /**
   * @param {typeof last} press
   * @param {T} meant
   */
  const hold = (press, meant) => {
    press.stop();
    if (!press.held) ask(meant);
    press.held = true;
  };
  return {
    onpointerdown: (/** @type {PointerEvent} */ down) => {
      const press = (last = { held: false, clicked: false, stop: () => {} });
      if (down.button) return;
      const meant = place(down);
      press.stop = follow(
        down,
        () => hold(press, meant),
        () => !press.clicked && tap(meant),
      );
    },
    oncontextmenu: (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      hold(last, place(event));
    },
    onclick: (/** @type {MouseEvent} */ event) => {
      last.clicked = true;
      if (!event.detail) ask(own);
      else if (last.held) last.held = false;
      else tap(place(event));
    },
  };
}

/**
 * Follow a pointer until it is let go, slips or is taken away: `hold` is called once it has rested for long enough, and
 * `released` after a mouse's button was let go earlier, and the click that may come of that. Returns what ends it.
 *
 * @param {PointerEvent} down
 * @param {() => unknown} hold
 * @param {() => unknown} released
 */
function follow(down, hold, released) {
  const over = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    over.abort();
  };
  const watch = () => {
    const due = performance.now() + HELD_MS;
    return setTimeout(() => {
      if (performance.now() > due + LATE_MS) timer = watch();
      else hold();
    }, HELD_MS);
  };
  let timer = watch();
  /** @type {(kind: "pointermove" | "pointerup" | "pointercancel", hear: (event: PointerEvent) => void) => void} */
  const on = (kind, hear) =>
    addEventListener(kind, (event) => event.pointerId === down.pointerId && hear(event), { capture: true, signal: over.signal });
  on("pointermove", (event) => {
    if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLIP) stop();
  });
  on("pointerup", (event) => {
    stop();
    // On a page that was busy meanwhile this may come before the timer: how long the finger rested is what counts.
    if (event.timeStamp - down.timeStamp >= HELD_MS) hold();
    // A click comes with it, but for a part that was drawn anew meanwhile; a finger's comes later, to the new part.
    else if (event.pointerType === "mouse") setTimeout(released);
  });
  on("pointercancel", stop);
  return stop;
}
