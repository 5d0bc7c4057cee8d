/** Keeps the keyboard focus when the focused element disappears. */
import { byId } from "./dom.js";

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
  if (now && now !== document.body && now !== before) return;
  const controls = pane && isFocusable(pane) ? [...pane.querySelectorAll("button, a[href], select, input, textarea")] : [];
  const focusable = controls.filter(isFocusable);
  const next = focusable.find((element) => !element.hasAttribute("aria-disabled")) ?? focusable[0];
  /** @type {HTMLElement} */ (next ?? byId("headline")).focus();
}

/** True for an element that is visible and not disabled. @param {Element} element */
function isFocusable(element) {
  return element.isConnected && element.checkVisibility() && !element.hasAttribute("disabled");
}
