// The countdown before a game, over the whole page, and the time since it ended. Both are this device's alone.

import { animate } from "../device/motion.js";
import { html } from "../drawing/dom.js";
import { t } from "../language/i18n.js";
import { playSound } from "../sound/sounds.js";
import { formatTime } from "../table/clock.js";

const BEAT_MS = 900;
const TICK_MS = 500;
const COUNTS = ["3", "2", "1"];

/**
 * The game whose clock runs, and the time at which it began and ended, in milliseconds.
 *
 * @type {{ key: string, began: number, ended: number | null } | null}
 */
let clock = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let beat;
/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/** @param {string} key */
const clockText = (key) => (clock?.key === key ? formatTime(Math.floor(((clock.ended ?? Date.now()) - clock.began) / 1000)) : "");

/**
 * The button that begins the countdown of a game. It shows the time once the game has begun.
 *
 * @param {string} key names the game; another one has no clock yet
 */
export function countdownButton(key) {
  const time = clockText(key);
  return html(
    "button",
    { type: "button", class: "match-countdown", "data-key": "countdown", "data-clock": key, onclick: () => startCountdown(key) },
    html("b", {}, time || "3 · 2 · 1"),
    html("span", {}, time ? t("Start over") : t("Countdown")),
  );
}

/** Stop the clock: a team is out of cards. */
export function stopClock() {
  if (clock) clock.ended ??= Date.now();
}

/** @param {string} key */
function startCountdown(key) {
  clearTimeout(beat);
  document.querySelector(".countdown")?.remove();
  const number = html("span", { class: "countdown-number" });
  const leave = () => {
    clearTimeout(beat);
    root.remove();
    /** @type {HTMLElement | null} */ (document.querySelector("[data-key=countdown]"))?.focus();
  };
  const root = html(
    "button",
    { type: "button", class: "countdown", "aria-label": t("Cancel the countdown"), onclick: leave, onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && leave() },
    number,
  );
  document.body.append(root);
  root.focus();
  /** @param {number} at */
  const show = (at) => {
    const isStart = at === COUNTS.length;
    number.textContent = isStart ? t("Go!") : COUNTS[at];
    playSound(isStart ? "start" : "count");
    animate(number, [{ scale: 2.2, opacity: 0 }, { scale: 1, opacity: 1 }], { duration: "tick", easing: "ease-out" });
    if (isStart) {
      clock = { key, began: Date.now(), ended: null };
      ticking ??= setInterval(updateButton, TICK_MS);
      updateButton();
    }
    beat = setTimeout(() => (isStart ? leave() : show(at + 1)), BEAT_MS);
  };
  show(0);
}

/** Show the time on the button, in its existing text. */
function updateButton() {
  const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-clock]"));
  const time = clockText(button?.dataset.clock ?? "");
  if (!button || !time) return;
  const [figure, label] = button.children;
  if (figure.textContent !== time) figure.textContent = time;
  if (label.textContent !== t("Start over")) label.textContent = t("Start over");
}
