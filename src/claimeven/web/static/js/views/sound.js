/**
 * Sound: a tick for a disc, a chord at the end of a game. It is off until the person turns it on.
 *
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").State} State
 */
import { countDiscs, isOver } from "../game/rules.js";
import { loadPreference, savePreference } from "../state/preferences.js";
import { displayedPosition, isGameShown } from "../state/selectors.js";

const TICK = { notes: [392], seconds: 0.09, loudness: 0.16 };
const CHORD = { notes: [392, 493.88, 587.33], seconds: 0.9, loudness: 0.07 };

/** Make a button turn the sound on and off. @param {HTMLElement} button @param {Store} store */
export function bindSound(button, store) {
  /** @type {AudioContext | null} */
  let audio = null;
  let isOn = loadPreference("sound") === "on";
  const showState = () => {
    button.setAttribute("aria-pressed", String(isOn));
    button.querySelector("use")?.setAttribute("href", isOn ? "#i-sound" : "#i-mute");
  };
  /** Play some notes at once, if the sound is on. @param {typeof TICK} sound */
  const play = ({ notes, seconds, loudness }) => {
    // Browsers allow no sound before the first click or key.
    if (!isOn || navigator.userActivation?.hasBeenActive === false) return;
    audio ??= new AudioContext();
    for (const note of notes) playNote(audio, note, seconds, loudness);
  };
  button.addEventListener("click", () => {
    isOn = !isOn;
    savePreference("sound", isOn ? "on" : "off");
    showState();
    play(TICK);
  });
  store.subscribe((state, before) => {
    if (!hasNewDisc(state, before)) return;
    play(TICK);
    if (isOver(displayedPosition(state))) play(CHORD);
  });
  showState();
}

/** @param {State} state @param {State} before */
function hasNewDisc(state, before) {
  if (!isGameShown(state) || !isGameShown(before)) return false;
  return countDiscs(displayedPosition(state)) === countDiscs(displayedPosition(before)) + 1;
}

/**
 * Play a note that fades out.
 *
 * @param {AudioContext} audio
 * @param {number} note in hertz
 * @param {number} seconds
 * @param {number} loudness
 */
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
