// Records a page's sounds and speech for tests: stubs of voices and audio output.

/** Let a window record its spoken texts (`heard`), how often it stops speaking (`silenced`) and its notes (`notes`). */
export function listenTo(window, voices = []) {
  Object.assign(window, { heard: [], silenced: 0, notes: 0, broken: null });
  window.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  window.speechSynthesis = Object.assign(new window.EventTarget(), {
    getVoices: () => window.voices,
    speak(utterance) {
      window.heard.push({ voice: utterance.voice.lang, language: utterance.lang, text: utterance.text });
      if (window.broken) utterance.onerror({ error: window.broken });
      else utterance.onstart();
    },
    cancel: () => (window.silenced += 1),
  });
  setVoices(window, voices);
  const parameter = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  class Connected {
    gain = parameter;
    connect(next) {
      return next;
    }
  }
  class Note extends Connected {
    start() {
      window.notes += 1;
    }
    stop() {}
  }
  Object.assign(window, {
    AudioContext: class {
      state = "running";
      sampleRate = 100;
      resume = async () => {};
    },
    AudioBuffer: class {
      getChannelData = () => new Float32Array(1);
    },
    OscillatorNode: Note,
    AudioBufferSourceNode: Note,
    BiquadFilterNode: Connected,
    GainNode: Connected,
  });
}

/** Give a window other voices: a list of [language, whether the device itself has it]. */
export function setVoices(window, voices) {
  window.voices = voices.map(([lang, localService]) => ({ lang, localService }));
  window.speechSynthesis.dispatchEvent(new window.Event("voiceschanged"));
}
