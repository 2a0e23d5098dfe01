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
