// Taps and long presses, and a pause after which targets that moved accept taps again.
//
// Taps and long presses on a drawing: a tap acts at once, a long press or a right click asks first.
//
// A redraw may replace the element under a finger before it is lifted, and then the old one gets no event. So listeners
// on the window follow the pointer.

/** Duration of a long press, in milliseconds. */
const LONG_PRESS_MS = 500;
/** A timer with more delay than this shows that the page was busy and may not have seen the pointerup event yet. */
const MAX_TIMER_DELAY_MS = 100;
/** Maximum movement of a pointer during a long press, in px. */
const MAX_SLIP_PX = 10;

/** The last press: `held` makes it no tap, `clicked` records its click event, `stop` ends tracking. */
let lastPress = { held: false, clicked: false, stop: () => {} };

/**
 * Create the listeners of a part of a drawing: `tap` receives a tapped target, `ask` a held one.
 *
 * A click without a pointer, from the keyboard or a screen reader, also calls `ask`: its dialog names the target first.
 *
 * @template T
 * @param {(event: MouseEvent) => T} place returns the target of a pointer event
 * @param {T} own the target without a pointer
 * @param {(target: T) => unknown} tap
 * @param {(target: T) => unknown} ask
 */
export function pressListeners(place, own, tap, ask) {
  /**
   * @param {typeof lastPress} press
   * @param {T} target
   */
  const handleHold = (press, target) => {
    press.stop();
    if (!press.held) ask(target);
    press.held = true;
  };
  return {
    onpointerdown: (/** @type {PointerEvent} */ down) => {
      const press = (lastPress = { held: false, clicked: false, stop: () => {} });
      if (down.button) return;
      const target = place(down);
      press.stop = trackPointer(
        down,
        () => handleHold(press, target),
        () => !press.clicked && tap(target),
      );
    },
    oncontextmenu: (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      handleHold(lastPress, place(event));
    },
    onclick: (/** @type {MouseEvent} */ event) => {
      lastPress.clicked = true;
      if (!event.detail) ask(own);
      else if (lastPress.held) lastPress.held = false;
      else tap(place(event));
    },
  };
}

/**
 * Track a pointer until it is lifted, moved or cancelled. Returns the callback that stops tracking.
 *
 * `hold` is called after a long press. `released` is called after a shorter press of a mouse button and its click event.
 *
 * @param {PointerEvent} down
 * @param {() => unknown} hold
 * @param {() => unknown} released
 */
function trackPointer(down, hold, released) {
  const controller = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    controller.abort();
  };
  const startTimer = () => {
    const due = performance.now() + LONG_PRESS_MS;
    return setTimeout(() => {
      if (performance.now() > due + MAX_TIMER_DELAY_MS) timer = startTimer();
      else hold();
    }, LONG_PRESS_MS);
  };
  let timer = startTimer();
  /** @type {(kind: "pointermove" | "pointerup" | "pointercancel", hear: (event: PointerEvent) => void) => void} */
  const listen = (kind, handle) =>
    addEventListener(kind, (event) => event.pointerId === down.pointerId && handle(event), { capture: true, signal: controller.signal });
  listen("pointermove", (event) => {
    if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > MAX_SLIP_PX) stop();
  });
  listen("pointerup", (event) => {
    stop();
    // On a busy page this event may precede the timer, so measure the duration of the press.
    if (event.timeStamp - down.timeStamp >= LONG_PRESS_MS) hold();
    // A mouse click follows unless a redraw replaced the element. The click of a finger comes later, to the new element.
    else if (event.pointerType === "mouse") setTimeout(released);
  });
  listen("pointercancel", stop);
  return stop;
}

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
