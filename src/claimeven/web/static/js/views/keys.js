/**
 * The keys of the page; none of them works while somebody types, and those with a sign can be switched off.
 *
 * @typedef {Record<string, () => void>} Keys
 */
import { load, save } from "../state/preferences.js";

/** @param {Keys} keys by the name of a key; letters are lower case @param {HTMLInputElement} box says whether letters, numbers and signs do something */
export function bindKeys(keys, box) {
  box.checked = load("keys") !== "off";
  box.addEventListener("change", () => save("keys", box.checked ? "on" : "off"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const isSign = event.key.length === 1;
    const action = keys[isSign ? event.key.toLowerCase() : event.key];
    if (!action || (isSign && !box.checked)) return;
    event.preventDefault();
    action();
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);
}
