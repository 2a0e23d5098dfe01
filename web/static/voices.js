// The browser's own voices: whether one speaks the page's language, and what is said aloud.

import { language, t } from "./language.js";

const synthesis = window.speechSynthesis;

/** The language of a code or a voice, without its country: "fr" of "fr-CA", and of "fr_FR" as Android has it. */
const spoken = (code) => code.toLowerCase().split(/[-_]/)[0];

const voices = () => synthesis?.getVoices() ?? [];

/** What to tell who waits for announcements in vain; null where they can be said. */
export function aboutVoices() {
  if (voice()) return null;
  if (voices().length) return t("This browser has no voice for this language: it says no announcements.");
  return t("This browser has no voice: it says no announcements.");
}

/** Have a function called whenever the browser has other voices: many find theirs only after a while. */
export const onVoices = (listener) => synthesis?.addEventListener?.("voiceschanged", listener);

/** The voice that speaks the page's language: another one would make nonsense of it. */
function voice() {
  const fitting = voices().filter(({ lang }) => spoken(lang) === spoken(language()));
  // Some voices are a service on the internet, which a table may not have.
  return fitting.find(({ localService }) => localService) ?? fitting[0] ?? null;
}

/** Say a sentence in the page's language, after what is being said; what waits to be said gives way to it. */
export function speakAloud(text) {
  const speaker = voice();
  if (!speaker) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = speaker;
  utterance.lang = language();
  if (synthesis.pending) synthesis.cancel();
  synthesis.speak(utterance);
}

/** Say nothing more, at once. */
export const hush = () => synthesis?.cancel();
