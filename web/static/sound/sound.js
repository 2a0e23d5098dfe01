// Sounds and speech: what is played and spoken, by which voice, and the switches for both.

import { language, t, joinClauses, withLabel, translateSentence, word } from "../language/i18n.js";
import { elementById, html, requireElement } from "../drawing/dom.js";
import { namesOf, game, describeEvent, describeQuestion } from "../table/game.js";
import { saveSetting, loadSetting } from "../device/storage.js";

// Synthesized sounds, without sound files.

/** The sound to demonstrate sounds. */
export const SAMPLE = "roll";

const LOUDNESS = 0.25;

/** @type {AudioContext | undefined} */
let audio;

/**
 * Play a note: frequency in hertz, start and duration in seconds.
 *
 * @param {AudioContext} audio
 * @param {number} hertz
 * @param {number} begins
 * @param {number} lasts
 * @param {OscillatorType} shape
 * @param {number} loudness
 */
function playNote(audio, hertz, begins, lasts, shape = "sine", loudness = LOUDNESS) {
  const oscillator = new OscillatorNode(audio, { frequency: hertz, type: shape });
  playSource(audio, oscillator, oscillator, begins, lasts, loudness);
}

/**
 * Play a knock of wood on wood.
 *
 * @param {AudioContext} audio
 * @param {number} begins
 * @param {number} hertz
 */
function playKnock(audio, begins, hertz) {
  const length = Math.round(0.06 * audio.sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  buffer.getChannelData(0).forEach((_, n, samples) => {
    samples[n] = 2 * Math.random() - 1;
  });
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz, Q: 6 });
  playSource(audio, noise, noise.connect(wood), begins, 0.06, 4 * LOUDNESS);
}

/**
 * @param {AudioContext} audio
 * @param {AudioScheduledSourceNode} source
 * @param {AudioNode} last
 * @param {number} begins
 * @param {number} lasts
 * @param {number} loudness
 */
function playSource(audio, source, last, begins, lasts, loudness) {
  const at = audio.currentTime + begins;
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  last.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + lasts);
}

/** @type {{ [name: string]: (audio: AudioContext) => void }} */
const SOUNDS = {
  roll: (audio) => [0, 0.09, 0.21].forEach((begins, n) => playKnock(audio, begins, 1400 - 250 * n)),
  seven: (audio) => [294, 233, 175].forEach((hertz, n) => playNote(audio, hertz, 0.18 * n, 0.35, "triangle")),
  turn: (audio) => [523, 659].forEach((hertz, n) => playNote(audio, hertz, 0.12 * n, 0.25)),
  question: (audio) => [587, 880].forEach((hertz, n) => playNote(audio, hertz, 0.15 * n, 0.2)),
  trouble: (audio) => [440, 415, 440].forEach((hertz, n) => playNote(audio, hertz, 0.2 * n, 0.18, "square", LOUDNESS / 3)),
  card: (audio) => [659, 784, 988].forEach((hertz, n) => playNote(audio, hertz, 0.1 * n, 0.25)),
  time: (audio) => [880, 880, 880].forEach((hertz, n) => playNote(audio, hertz, 0.25 * n, 0.15, "triangle")),
  count: (audio) => playNote(audio, 523, 0, 0.15, "triangle"),
  start: (audio) => playNote(audio, 1047, 0, 0.6, "triangle"),
  out: (audio) => [392, 523, 784].forEach((hertz) => playNote(audio, hertz, 0, 1.2, "triangle")),
  winner: (audio) =>
    [523, 659, 784, 1047].forEach((hertz, n) => playNote(audio, hertz, 0.16 * n, n === 3 ? 1 : 0.3, "triangle")),
};

/**
 * Play a sound by its name, without waiting for it.
 *
 * Browsers allow sound only once the page was touched. Earlier sounds are dropped.
 *
 * @param {string} name
 */
export function playSound(name) {
  if (!("AudioContext" in window)) return;
  const context = (audio ??= new AudioContext());
  if (context.state === "running") SOUNDS[name](context);
  else if (navigator.userActivation?.isActive) context.resume().then(() => SOUNDS[name](context), () => {});
}

addEventListener("pointerdown", () => audio?.resume().catch(() => {}));

// The browser's speech synthesis: whether it has a voice for the page's language, and speaking.

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

// Announcements of events: a sound, and a spoken sentence.
//
// Both are off until somebody switches them on at this device. Screen readers always get the text.

const ON_VALUE = "on";

/**
 * Test whether sounds or speech are on at this device.
 *
 * @param {string} what
 */
export const isSwitchedOn = (what) => loadSetting(what) === ON_VALUE;

/**
 * Switch sounds or speech on or off.
 *
 * @param {string} what
 * @param {boolean} on
 */
export const setSwitch = (what, on) => saveSetting(what, on ? ON_VALUE : null);

/**
 * Announce what is new in a snapshot. `before` is the previous one, or null.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 */
export function announce(before, after) {
  const news = findNews(before, after);
  const sentences = [...newLines(before, after), ...news.map(({ text: sentence }) => sentence)];
  if (sentences.length) elementById("announcements").textContent = sentences.join(" ");
  if (!news.length) return;
  if (isSwitchedOn("sounds")) playSound(news[0].sound);
  const text = news.map(({ text: sentence }) => sentence).join(" ");
  if (isSwitchedOn("speech") && text) speakAloud(text);
}

/**
 * The news to announce: objects with a `sound` and a `text`, most important first.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 * @returns {Page.News[]}
 */
export function findNews(before, after) {
  const views = viewsOfSameGame(before, after);
  return [...(views ? game().news(...views) : []), ...(before ? tableNews(before, after) : [])];
}

/**
 * The views of two snapshots of the same game; null if they are of different games.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 * @returns {[Page.GameView, Page.GameView] | null}
 */
function viewsOfSameGame(before, after) {
  const [played, playing] = [before?.game, after.game];
  return played && playing && before?.epoch === after.epoch && played.id === playing.id ? [played.view, playing.view] : null;
}

/**
 * The new log entries as sentences. Entries that start a section, such as rolls, are announced as news instead.
 *
 * @param {Page.Snapshot | null} before
 * @param {Page.Snapshot} after
 */
function newLines(before, after) {
  const [known, view] = viewsOfSameGame(before, after) ?? [];
  if (!known || !view) return [];
  const names = namesOf(view);
  const name = (/** @type {string} */ colour) => names[colour] ?? word("colour", colour);
  const last = known.log.at(-1)?.number ?? 0;
  return view.log
    .filter(({ number, event }) => number > last && !game().startsTurn(event))
    .map(({ event }) => `${joinClauses([describeEvent(event, name), game().where(event, game().places?.(/** @type {Page.AnyView} */ (view)))].filter(Boolean))}.`);
}

/**
 * News about new questions and about sources that now need help.
 *
 * @param {Page.Snapshot} before
 * @param {Page.Snapshot} after
 * @returns {Page.News[]}
 */
function tableNews(before, after) {
  const askedNumbers = new Set(before.questions.map(({ number }) => number));
  const faulty = new Set(before.sources.filter(isFaulty).map(({ name }) => name));
  return [
    ...after.sources
      .filter((source) => isFaulty(source) && !faulty.has(source.name))
      .map(({ name, text }) => ({ sound: "trouble", text: withLabel(word("source", name), translateSentence(text)) })),
    ...after.questions
      .filter(({ number }) => !askedNumbers.has(number))
      .map(({ word: question, fields }) => ({ sound: "question", text: describeQuestion(question, fields) })),
  ];
}

/** @param {Api.SourceShown} source */
const isFaulty = ({ health }) => health === "fault";

// The switches for sounds and announcements, in the settings and in the form of a new game.

/**
 * The draw functions of the switches on the page.
 *
 * @type {Map<HTMLElement, () => void>}
 */
const drawn = new Map();

/** Redraw all switches: many browsers load their voices only after a while. */
function redrawAll() {
  for (const [root, draw] of drawn) {
    if (root.isConnected) draw();
    else drawn.delete(root);
  }
}
onVoicesChange(redrawAll);

/** The switches as an element. */
export function soundSwitches() {
  const root = html("fieldset", { class: "sound-switches" });
  const draw = () => {
    const about = describeVoices();
    const speech = drawSwitch("speech", t("Announcements"), () => speakAloud(t("This is how I sound.")), stopSpeaking);
    // Speech that is on can be switched off even without a voice.
    requireElement(speech, "input", HTMLInputElement).disabled = !canSpeak() && !isSwitchedOn("speech");
    root.replaceChildren(
      html("legend", {}, t("Sound")),
      drawSwitch("sounds", t("Sounds"), () => playSound(SAMPLE)),
      speech,
      ...(about === null ? [] : [html("p", {}, about)]),
    );
  };
  draw();
  drawn.set(root, draw);
  return root;
}

/**
 * A switch that plays a sample when switched on.
 *
 * @param {string} what
 * @param {string} name
 * @param {() => void} sample
 * @param {() => void} silence
 */
function drawSwitch(what, name, sample, silence = () => {}) {
  const change = (/** @type {Page.Happened} */ { target }) => {
    setSwitch(what, target.checked);
    if (target.checked) sample();
    else silence();
  };
  const box = html("input", { type: "checkbox", checked: isSwitchedOn(what), onchange: change });
  return html("label", { class: "tick" }, box, html("span", {}, name));
}
