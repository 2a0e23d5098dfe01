// The browser's own voices: whether one speaks the page's language, and what is said aloud.

import { language, t } from "../language/language.js";

const synthesis = window.speechSynthesis;
// What ends a sentence early that is no fault of the voice: another one came, or nobody has touched the page yet.
const NO_FAULT = ["canceled", "interrupted", "not-allowed"];

// Whether the last sentence could not be said.
let failed = false;
/** @type {(() => void)[]} */
const listeners = [];

/**
 * The language of a code or a voice, without its country: "fr" of "fr-CA", and of "fr_FR" as Android has it.
 *
 * @param {string} code
 */
const spoken = (code) => code.toLowerCase().split(/[-_]/)[0];

const voices = () => synthesis?.getVoices() ?? [];

/** Whether a voice speaks the page's language. */
export const canSpeak = () => voice() !== null;

/** What to tell who waits for announcements in vain; null where they can be said. */
export function aboutVoices() {
  if (failed) return t("The last announcement could not be spoken: this browser's voice may need the internet.");
  if (canSpeak()) return null;
  if (voices().length) return t("This browser has no voice for this language: it can't speak announcements.");
  return t("This browser has no voice: it can't speak announcements.");
}

/**
 * Have a function called whenever the browser has other voices, or one of them fails: many browsers find
 * theirs only after a while.
 *
 * @param {() => void} listener
 */
export const onVoices = (listener) => listeners.push(listener);

synthesis?.addEventListener?.("voiceschanged", tell);

function tell() {
  listeners.forEach((listener) => listener());
}

/** The voice that speaks the page's language: another one would make nonsense of it. */
function voice() {
  const fitting = voices().filter(({ lang }) => spoken(lang) === spoken(language()));
  // Some voices are a service on the internet, which a table may not have.
  return fitting.find(({ localService }) => localService) ?? fitting[0] ?? null;
}

/**
 * Say a sentence in the page's language, after what is being said; what waits to be said gives way to it.
 *
 * @param {string} text
 */
export function speakAloud(text) {
  const speaker = voice();
  if (!speaker) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.onstart = () => turnedOut(false);
  utterance.onerror = ({ error }) => NO_FAULT.includes(error) || turnedOut(true);
  utterance.voice = speaker;
  utterance.lang = language();
  if (synthesis.pending) synthesis.cancel();
  synthesis.speak(utterance);
}

/** @param {boolean} failure */
function turnedOut(failure) {
  if (failed === failure) return;
  failed = failure;
  tell();
}

/** Say nothing more, at once. */
export const hush = () => synthesis?.cancel();
