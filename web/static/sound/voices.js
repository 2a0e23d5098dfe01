// The browser's speech synthesis: whether it has a voice for the page's language, and speaking.

import { language, t } from "../language/i18n.js";

const synthesis = window.speechSynthesis;
// Errors that aren't the voice's fault: another sentence interrupted it, or the page was not touched yet.
const HARMLESS_ERRORS = ["canceled", "interrupted", "not-allowed"];

// True if the last sentence could not be spoken.
let failed = false;
/** @type {(() => void)[]} */
const listeners = [];

/**
 * The base language of a language code: "fr" for "fr-CA", and for Android's "fr_FR".
 *
 * @param {string} code
 */
const baseLanguage = (code) => code.toLowerCase().split(/[-_]/)[0];

const voices = () => synthesis?.getVoices() ?? [];

/** Test whether a voice speaks the page's language. */
export const canSpeak = () => findVoice() !== null;

/** A text about why announcements can't be spoken; null if they can. */
export function describeVoices() {
  if (failed) return t("The last announcement could not be spoken: this browser's voice may need the internet.");
  if (canSpeak()) return null;
  if (voices().length) return t("This browser has no voice for this language: it can't speak announcements.");
  return t("This browser has no voice: it can't speak announcements.");
}

/**
 * Register a listener for changed or failed voices. Many browsers load their voices only after a while.
 *
 * @param {() => void} listener
 */
export const onVoicesChange = (listener) => listeners.push(listener);

synthesis?.addEventListener?.("voiceschanged", notifyListeners);

function notifyListeners() {
  listeners.forEach((listener) => listener());
}

/** A voice for the page's language; null if there is none, because another one would be unintelligible. */
function findVoice() {
  const fitting = voices().filter(({ lang }) => baseLanguage(lang) === baseLanguage(language()));
  // Prefer a local voice: some are online services, and a table may be offline.
  return fitting.find(({ localService }) => localService) ?? fitting[0] ?? null;
}

/**
 * Speak a sentence in the page's language after the current one. It replaces sentences that are still waiting.
 *
 * @param {string} text
 */
export function speakAloud(text) {
  const speaker = findVoice();
  if (!speaker) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.onstart = () => setFailed(false);
  utterance.onerror = ({ error }) => HARMLESS_ERRORS.includes(error) || setFailed(true);
  utterance.voice = speaker;
  utterance.lang = language();
  if (synthesis.pending) synthesis.cancel();
  synthesis.speak(utterance);
}

/** @param {boolean} failure */
function setFailed(failure) {
  if (failed === failure) return;
  failed = failure;
  notifyListeners();
}

/** Stop speaking immediately. */
export const stopSpeaking = () => synthesis?.cancel();
