// Dates and durations, formatted for the page's language.

import { n, t } from "../language/i18n.js";

/** The page's language with this device's region: British dates differ from American ones. */
function pageLocale() {
  const code = document.documentElement.lang;
  return navigator.languages.find((tag) => tag.startsWith(code)) ?? code;
}

/**
 * Formats date and time of an ISO 8601 time in this device's time zone.
 *
 * @param {string} iso
 */
export function formatDateTime(iso) {
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long", timeStyle: "short" }).format(new Date(iso));
}

/**
 * Formats the date of an ISO 8601 time.
 *
 * @param {string} iso
 */
export const formatDate = (iso) => new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" }).format(new Date(iso));

/**
 * Formats the time of day of an ISO 8601 time.
 *
 * @param {string} iso
 */
export const formatTime = (iso) => new Intl.DateTimeFormat(pageLocale(), { timeStyle: "short" }).format(new Date(iso));

/**
 * Formats a duration in minutes, or in hours and minutes.
 *
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return n("{count} minute", "{count} minutes", minutes);
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/**
 * Formats a short duration as minutes and seconds, such as 1:05.
 *
 * @param {number} seconds
 */
export function formatClock(seconds) {
  const wholeSeconds = Math.round(seconds);
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, "0")}`;
}

/**
 * Formats a number with one decimal, so that the numbers of a column align.
 *
 * @param {number} value
 */
export function formatDecimal(value) {
  const places = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(pageLocale(), places).format(value);
}
