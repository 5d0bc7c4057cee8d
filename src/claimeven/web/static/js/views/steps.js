/**
 * A sequence of moves on a card: a button for each, which puts it on the board, and buttons to step through it.
 *
 * @typedef {import("../state/preview.js").PreviewController} PreviewController
 * @typedef {import("../state/state.js").State} State
 */
import { shownPosition } from "../game/game.js";
import { play } from "../game/rules.js";
import { icon, make, replaceContent, setAttribute, setText } from "./dom.js";
import { createMoveItem, scrollToShown } from "./move_button.js";

/**
 * @param {PreviewController} preview
 * @param {string} name for the ids of its parts: "best-line" has "best-line-1" and so on
 * @param {string} heading above the moves
 * @param {string} title above the board while the moves are on it
 */
export function createSteps(preview, name, heading, title) {
  /** @type {readonly number[]} */
  let columns = [];
  let isOnBoard = false;
  const list = make("ol", { class: "moves", id: name });
  const waiting = make("p", { class: "note" });
  /** @param {string} id @param {string} label @param {string} iconId @param {() => void} click */
  const iconButton = (id, label, iconId, click) =>
    make("button", { type: "button", class: "icon", id, "aria-label": label, click }, icon(iconId));
  const back = iconButton(`${name}-back`, "One move back", "i-back", () => preview.move(-1));
  const next = iconButton(`${name}-next`, "One move forward", "i-next", () => {
    if (isOnBoard) preview.move(1);
    else if (columns.length > 0) preview.show(title, columns, 1);
  });
  const playOut = make("button", { type: "button", id: `${name}-play`, click: () => {
    if (isOnBoard) preview.stop();
    else if (columns.length > 0) preview.playOut(title, columns);
  } });
  const head = make("div", { class: "row between" },
    make("h2", { text: heading }), make("div", { class: "row" }, back, next, playOut));
  const element = make("div", { class: "stack" }, head, make("div", { class: "steps" }, waiting, list));

  /** @param {number} count how many moves are on the board */
  const updateButtons = (count) => {
    setText(playOut, isOnBoard ? "Stop" : "Play it out");
    // Not "disabled": a focused button keeps the focus.
    setAttribute(playOut, "aria-disabled", columns.length === 0 ? "true" : null);
    setAttribute(back, "aria-disabled", count === 0 ? "true" : null);
    setAttribute(next, "aria-disabled", count >= columns.length ? "true" : null);
  };

  /** @param {State} state @param {number} count */
  const createItems = (state, count) => {
    let position = shownPosition(state.game);
    return columns.map((column, index) => {
      const number = index + 1;
      const before = position;
      position = play(position, column);
      return createMoveItem({
        id: `${name}-${number}`,
        name: `Step ${number}`,
        number,
        before,
        column,
        isShown: number === count,
        mark: null,
        onClick: () => preview.show(title, columns, number),
      });
    });
  };

  /** @type {unknown[]} */
  let drawn = [];
  return {
    element,
    /**
     * @param {State} state
     * @param {readonly number[] | null} moves from the shown position, null if unknown
     * @param {string} words instead of unknown moves
     */
    update(state, moves, words) {
      columns = moves ?? [];
      isOnBoard = state.preview?.title === title && state.preview.columns.join() === columns.join();
      const count = isOnBoard ? state.preview?.count ?? 0 : 0;
      updateButtons(count);
      waiting.hidden = columns.length > 0;
      setText(waiting, words);
      const inputs = [shownPosition(state.game), columns.join(), count];
      if (inputs.every((input, index) => input === drawn[index])) return;
      drawn = inputs;
      replaceContent(list, ...createItems(state, count));
      scrollToShown(list);
    },
  };
}
