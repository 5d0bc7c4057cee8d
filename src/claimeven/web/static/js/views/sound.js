/**
 * Sound, if somebody wants it: a tick for a disc, a small chord at the end of a game.
 *
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").State} State
 */
import { load, save } from "../state/preferences.js";
import { discsOn, isOver } from "../game/rules.js";
import { displayed, showsGame } from "../state/state.js";

const TICK = { notes: [392], seconds: 0.09, loudness: 0.16 };
const CHORD = { notes: [392, 493.88, 587.33], seconds: 0.9, loudness: 0.07 };

/** Make a button switch the sound on and off; it is off until somebody wants it. @param {HTMLElement} button @param {Store} store */
export function bindSound(button, store) {
  /** @type {AudioContext | null} */
  let audio = null;
  let isOn = load("sound") === "on";
  const show = () => {
    button.setAttribute("aria-pressed", String(isOn));
    button.querySelector("use")?.setAttribute("href", isOn ? "#i-sound" : "#i-mute");
  };
  /** @param {typeof TICK} sound */
  const make = ({ notes, seconds, loudness }) => {
    // Before the first click or key a browser lets nothing be heard.
    if (!isOn || navigator.userActivation?.hasBeenActive === false) return;
    audio ??= new AudioContext();
    for (const note of notes) playNote(audio, note, seconds, loudness);
  };
  button.addEventListener("click", () => {
    isOn = !isOn;
    save("sound", isOn ? "on" : "off");
    show();
    make(TICK);
  });
  store.subscribe((state, before) => {
    if (!hasNewDisc(state, before)) return;
    make(TICK);
    if (isOver(displayed(state))) make(CHORD);
  });
  show();
}

/** @param {State} state @param {State} before */
function hasNewDisc(state, before) {
  return showsGame(state) && showsGame(before) && discsOn(displayed(state)) === discsOn(displayed(before)) + 1;
}

/** One note that dies away. @param {AudioContext} audio @param {number} note in hertz @param {number} seconds @param {number} loudness */
function playNote(audio, note, seconds, loudness) {
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = note;
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
