/**
 * Keyboard shortcuts. None works while the person types, and those with a printable character can be turned off.
 *
 * @typedef {Record<string, () => void>} Keys
 */
import { loadPreference, savePreference } from "../state/preferences.js";

/**
 * @param {Keys} keys by the name of a key; letters are lower case
 * @param {HTMLInputElement} box turns letters, digits and signs on and off
 */
export function bindKeys(keys, box) {
  box.checked = loadPreference("keys") !== "off";
  box.addEventListener("change", () => savePreference("keys", box.checked ? "on" : "off"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const isCharacter = event.key.length === 1;
    const action = keys[isCharacter ? event.key.toLowerCase() : event.key];
    if (!action || (isCharacter && !box.checked)) return;
    event.preventDefault();
    action();
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);
}
