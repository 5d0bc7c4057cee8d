/** Where the focus goes when what had it goes away. */
import { byId } from "./dom.js";

/** Change the page; if that takes away what has the focus, it goes to the next best place: in the same panel, else to the headline. @param {() => void} change */
export function keepingFocus(change) {
  const before = document.activeElement;
  const pane = before?.closest(".pane");
  change();
  if (!before || before === document.body || isThere(before)) return;
  const now = document.activeElement;
  if (now && now !== document.body && now !== before) return;
  const others = pane && isThere(pane) ? [...pane.querySelectorAll("button, a[href], select, input, textarea")] : [];
  const there = others.filter(isThere);
  const useful = there.find((element) => !element.hasAttribute("aria-disabled")) ?? there[0];
  /** @type {HTMLElement} */ (useful ?? byId("headline")).focus();
}

/** True for an element that can be seen and is not disabled. @param {Element} element */
function isThere(element) {
  return element.isConnected && element.checkVisibility() && !element.hasAttribute("disabled");
}
