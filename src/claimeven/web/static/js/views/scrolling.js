/**
 * Scrolls to what has just changed, if it is out of view, as on a phone.
 *
 * @typedef {import("../state/state.js").State} State
 */
import { reviewOf } from "../state/selectors.js";
import { byId } from "./dom.js";

/**
 * Scroll to the board after a new game or the start of a set-up, and to a review that has just arrived.
 *
 * @param {State} state
 * @param {State} before
 */
export function scrollToChange(state, before) {
  const isNewGame = state.game.start !== before.game.start;
  const isSetUpNew = state.edit !== null && before.edit === null;
  if (isNewGame || isSetUpNew) scrollToWhole(byId("boardbox"));
  const isReviewNew = state.review !== before.review && reviewOf(state) !== null;
  if (isReviewNew && state.tab === "review") scrollToBeginning(byId("panel-review"));
}

/** Scroll an element to the top of the window, unless all of it can be seen. @param {Element} element */
function scrollToWhole(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const isVisible = top >= 0 && bottom <= innerHeight;
  if (!isVisible) element.scrollIntoView({ block: "start" });
}

/** Scroll an element to the top of the window, unless it begins in its upper half. @param {Element} element */
function scrollToBeginning(element) {
  const { top } = element.getBoundingClientRect();
  const isVisible = top >= 0 && top <= innerHeight / 2;
  if (!isVisible) element.scrollIntoView({ block: "start" });
}
