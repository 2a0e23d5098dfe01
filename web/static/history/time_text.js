// Days and durations, as the page's language writes them.

import { n, t } from "../language/i18n.js";

/** The page's language as this device writes it: British days are not American ones. */
function language() {
  const spoken = document.documentElement.lang;
  return navigator.languages.find((tag) => tag.startsWith(spoken)) ?? spoken;
}

/**
 * The day and time of an ISO 8601 time, where this device is.
 *
 * @param {string} iso
 */
export function day(iso) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "long", timeStyle: "short" }).format(new Date(iso));
}

/**
 * The day alone.
 *
 * @param {string} iso
 */
export const date = (iso) => new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(new Date(iso));

/**
 * The time of day alone.
 *
 * @param {string} iso
 */
export const time = (iso) => new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(new Date(iso));

/**
 * A duration as people say it: in minutes, or in hours and minutes.
 *
 * @param {number} seconds
 */
export function lasted(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return n("{count} minute", "{count} minutes", minutes);
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/**
 * A short duration, as 1:05.
 *
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * A number with one place after the point, so that those of a column stand below each other.
 *
 * @param {number} value
 */
export function figure(value) {
  const places = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), places).format(value);
}
