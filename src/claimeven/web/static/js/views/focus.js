/** Keeps the keyboard focus when the focused element disappears. */
import { byId } from "./dom.js";

const CONTROLS = "button, a[href], select, input, textarea";

/**
 * Change the page. If the focused element disappears, focus another one in the same panel, or else the headline.
 *
 * @param {() => void} change
 */
export function keepFocus(change) {
  const before = document.activeElement;
  const pane = before?.closest(".pane");
  change();
  if (!before || before === document.body || isFocusable(before)) return;
  const now = document.activeElement;
  const hasOtherFocus = now && now !== document.body && now !== before;
  if (hasOtherFocus) return;
  const next = pane && isFocusable(pane) ? firstControl(pane) : null;
  (next ?? byId("headline")).focus();
}

/** Return the first control of a panel, preferably one that does something, or null. @param {Element} pane */
function firstControl(pane) {
  const controls = [.../** @type {NodeListOf<HTMLElement>} */ (pane.querySelectorAll(CONTROLS))];
  const focusable = controls.filter(isFocusable);
  return focusable.find((element) => !element.hasAttribute("aria-disabled")) ?? focusable[0] ?? null;
}

/** True for an element that is visible and not disabled. @param {Element} element */
function isFocusable(element) {
  return element.isConnected && element.checkVisibility() && !element.hasAttribute("disabled");
}
