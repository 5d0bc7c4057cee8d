/**
 * A small second board, shown while a sentence is highlighted and the board itself is scrolled out of view, as on a
 * phone. It appears in the half of the window where the sentence is not.
 *
 * @typedef {import("../state/state.js").View} View
 */
import { displayedPosition } from "../state/selectors.js";
import { createBoard } from "./board.js";
import { byId, make } from "./dom.js";
import { marksOf } from "./marks.js";

/** How much of the board must be visible, or the small board appears. */
const VISIBLE_SHARE = 0.7;

/** @returns {View} */
export function createInsetBoard() {
  const board = createBoard(() => {}, () => {});
  const element = make("div", { class: "inset-board", id: "inset-board", "aria-hidden": "true" }, board.element);
  return {
    update(state) {
      const marks = state.highlight ? marksOf(state) : null;
      if (!marks?.explanation || isInView(byId("board"))) {
        element.remove();
        return;
      }
      const sentence = document.querySelector(".sentence:is(:focus, :hover)");
      const sentenceTop = sentence?.getBoundingClientRect().top ?? innerHeight;
      element.classList.toggle("at-bottom", sentenceTop < innerHeight / 2);
      board.update(displayedPosition(state), marks, null);
      if (!element.isConnected) document.body.append(element);
    },
  };
}

/** True when most of an element is in the window. @param {Element} element */
function isInView(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return visible > height * VISIBLE_SHARE;
}
