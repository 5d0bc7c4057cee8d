/**
 * The board a second time, small and above the page, while a sentence points at cells and the board itself is out of
 * sight, as on a phone. It stands in the half of the window where the sentence is not.
 *
 * @typedef {import("../state/state.js").View} View
 */
import { createBoard } from "./board.js";
import { byId, make } from "./dom.js";
import { marksOf } from "./marks.js";
import { displayed } from "../state/state.js";

/** @returns {View} */
export function createPeek() {
  const board = createBoard(() => {}, () => {});
  const place = make("div", { class: "peek", id: "peek", "aria-hidden": "true" }, board.element);
  return {
    update(state) {
      const marks = state.pointed ? marksOf(state) : null;
      if (!marks?.why || isInSight(byId("board"))) {
        place.remove();
        return;
      }
      const sentence = document.querySelector(".sentence:is(:focus, :hover)");
      place.classList.toggle("low", (sentence?.getBoundingClientRect().top ?? innerHeight) < innerHeight / 2);
      board.update(displayed(state), marks, null);
      if (!place.isConnected) document.body.append(place);
    },
  };
}

/** True when most of an element can be seen. @param {Element} element */
function isInSight(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > height * 0.7;
}
