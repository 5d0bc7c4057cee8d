/**
 * A line of moves that a card shows: a button for each, which puts it on the board, and buttons to step through it.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/preview.js").PreviewDesk} PreviewDesk
 */
import { icon, make, replaceIn, setAttribute, setText } from "./dom.js";
import { shown } from "../game/game.js";
import { moveItem, scrollToShown } from "./move_button.js";
import { play } from "../game/rules.js";

/**
 * @param {PreviewDesk} preview
 * @param {string} name of the line, for the ids of its parts: "best-line" has "best-line-1" and so on
 * @param {string} heading above the moves
 * @param {string} title above the board while the line is on it
 */
export function createSteps(preview, name, heading, title) {
  /** @type {readonly number[]} */
  let columns = [];
  let isOn = false;
  const list = make("ol", { class: "moves", id: name });
  const waiting = make("p", { class: "note" });
  /** @param {string} id @param {string} label @param {string} picture @param {() => void} action */
  const button = (id, label, picture, action) =>
    make("button", { type: "button", class: "icon", id, "aria-label": label, click: action }, icon(picture));
  const back = button(`${name}-back`, "One move back", "i-back", () => preview.move(-1));
  const next = button(`${name}-next`, "One move forward", "i-next", () => {
    if (isOn) preview.move(1);
    else if (columns.length) preview.show(title, columns, 1);
  });
  const whole = make("button", { type: "button", id: `${name}-play`, click: () => {
    if (isOn) preview.stop();
    else if (columns.length) preview.playOut(title, columns);
  } });
  const element = make("div", { class: "stack" },
    make("div", { class: "row between" }, make("h2", { text: heading }), make("div", { class: "row" }, back, next, whole)), make("div", { class: "steps" }, waiting, list));

  /** @type {unknown[]} */
  let drawn = [];
  return {
    element,
    /** @param {State} state @param {readonly number[] | null} line moves from the shown position, null where they are not known @param {string} words instead of them */
    update(state, line, words) {
      columns = line ?? [];
      isOn = state.preview?.title === title && state.preview.columns.join() === columns.join();
      const count = isOn ? state.preview?.shown ?? 0 : 0;
      setText(whole, isOn ? "Stop" : "Play it out");
      // Not "disabled": a button that has the focus keeps it.
      setAttribute(whole, "aria-disabled", columns.length === 0 ? "true" : null);
      setAttribute(back, "aria-disabled", count === 0 ? "true" : null);
      setAttribute(next, "aria-disabled", count >= columns.length ? "true" : null);
      waiting.hidden = columns.length > 0;
      setText(waiting, words);
      const inputs = [shown(state.game), columns.join(), count];
      if (inputs.every((input, index) => input === drawn[index])) return;
      drawn = inputs;
      let position = shown(state.game);
      replaceIn(list, ...columns.map((column, index) => {
        const before = position;
        position = play(position, column);
        return moveItem({ id: `${name}-${index + 1}`, name: `Step ${index + 1}`, count: index + 1, before, column,
          isShown: index + 1 === count, mark: null, onClick: () => preview.show(title, columns, index + 1) });
      }));
      scrollToShown(list);
    },
  };
}
