// Sounds, made on the spot: no file is loaded for them.

/** The sound that says how sounds sound here. */
export const SAMPLE = "roll";

const LOUDNESS = 0.25;

let audio;

// A browser lets a page sound only once somebody has touched it.
function awake() {
  if (!("AudioContext" in window)) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return audio;
}

/** A note: hertz, when it begins and how long it lasts, in seconds. */
function note(hertz, begins, lasts, shape = "sine", loudness = LOUDNESS) {
  const oscillator = new OscillatorNode(audio, { frequency: hertz, type: shape });
  play(oscillator, oscillator, begins, lasts, loudness);
}

/** Wood on wood. */
function knock(begins, hertz) {
  const length = Math.round(0.06 * audio.sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  buffer.getChannelData(0).forEach((_, n, samples) => {
    samples[n] = 2 * Math.random() - 1;
  });
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz, Q: 6 });
  play(noise, noise.connect(wood), begins, 0.06, 4 * LOUDNESS);
}

function play(source, last, begins, lasts, loudness) {
  const at = audio.currentTime + begins;
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  last.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + lasts);
}

const SOUNDS = {
  roll: () => [0, 0.09, 0.21].forEach((begins, n) => knock(begins, 1400 - 250 * n)),
  seven: () => [294, 233, 175].forEach((hertz, n) => note(hertz, 0.18 * n, 0.35, "triangle")),
  turn: () => [523, 659].forEach((hertz, n) => note(hertz, 0.12 * n, 0.25)),
  question: () => [587, 880].forEach((hertz, n) => note(hertz, 0.15 * n, 0.2)),
  trouble: () => [440, 415, 440].forEach((hertz, n) => note(hertz, 0.2 * n, 0.18, "square", LOUDNESS / 3)),
  card: () => [659, 784, 988].forEach((hertz, n) => note(hertz, 0.1 * n, 0.25)),
  winner: () =>
    [523, 659, 784, 1047].forEach((hertz, n) => note(hertz, 0.16 * n, n === 3 ? 1 : 0.3, "triangle")),
};

/**
 * Make a sound by its name; nothing waits for it.
 *
 * A browser lets a page sound only once somebody has touched it: what should have sounded before is dropped.
 */
export function sound(name) {
  if (!("AudioContext" in window)) return;
  audio ??= new AudioContext();
  if (audio.state === "running") SOUNDS[name]();
  else if (navigator.userActivation?.isActive) audio.resume().then(SOUNDS[name], () => {});
}

addEventListener("pointerdown", () => audio?.resume().catch(() => {}));
