/**
 * The card Why: the sentences of an explanation, which show on the board what they speak of, and its line to step through.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/preview.js").PreviewDesk} PreviewDesk
 * @typedef {import("../state/explanation.js").Explanation} Explanation
 * @typedef {import("../state/explanation.js").Told} Told
 */
import { make, replaceIn, setText } from "./dom.js";
import { shown } from "../game/game.js";
import { keyOf } from "../game/rules.js";
import { createSteps } from "./steps.js";
import { explanationIn, missedIn, showsWhy } from "../state/explanation.js";

/** What the line is called while it is on the board. */
const WHY_LINE = "How it goes on";

/** @param {Store} store @param {PreviewDesk} preview @param {string} name for the ids of its parts: "why" has "why-1" and so on */
export function createWhyCard(store, preview, name) {
  const list = make("ul", { class: "sentences", id: `${name}-sentences` });
  const waiting = make("p", { class: "note" });
  const line = createSteps(preview, `${name}-line`, "The line", WHY_LINE);
  // The words of waiting come last: what a move overlooked stays in its place when the reason comes.
  const element = make("section", { class: "card stack why", id: name, "aria-labelledby": `${name}-title` },
    make("h2", { id: `${name}-title`, text: "Why" }), list, waiting, line.element);

  /** @param {Told | null} told @param {readonly number[]} columns of the line */
  const point = (told, columns) => store.set({
    pointed: told && { key: keyOf(shown(store.get().game)), told, moves: columns.slice(0, told.plies) },
  });

  /** @param {Told} told @param {number} index @param {readonly number[]} columns */
  const item = (told, index, columns) => {
    const id = `${name}-${index + 1}`;
    if (!isSeen(told)) return make("li", {}, make("p", { id, text: told.text }));
    const show = () => point(told, columns);
    const hide = () => point(null, columns);
    /** What a finger does is a click. @param {() => void} action @returns {(event: PointerEvent) => void} */
    const byMouse = (action) => ({ pointerType }) => pointerType !== "touch" && action();
    const button = make("button", {
      type: "button", class: "sentence", id, text: told.text, focus: show, blur: hide, click: show,
      pointerenter: byMouse(show), pointerleave: byMouse(() => button.matches(":focus") || hide()),
    });
    return make("li", {}, button);
  };

  /** @type {unknown[]} */
  let drawn = [];
  return {
    element,
    /** @param {State} state */
    update(state) {
      element.hidden = !showsWhy(state);
      if (element.hidden) return;
      const found = explanationIn(state);
      const columns = found ? columnsOf(found) : [];
      waiting.hidden = found !== null;
      setText(waiting, state.trouble.why || state.trouble.analysis ? "Not known." : "Looking for the reason …");
      line.element.hidden = columns.length === 0;
      line.update(state, columns, "");
      const missed = missedIn(state);
      const inputs = [found, missed?.ply, missed?.text];
      if (inputs.every((input, index) => input === drawn[index])) return;
      drawn = inputs;
      replaceIn(list, ...toldIn(state).map((told, index) => item(told, index, columns)));
    },
  };
}

/** What the last move overlooked, and why the position is what it is; its verdict stands elsewhere. @param {State} state @returns {Told[]} */
function toldIn(state) {
  const missed = missedIn(state);
  const told = explanationIn(state)?.sentences.filter(({ about }) => about !== "verdict") ?? [];
  if (!missed) return told;
  const text = `Overlooked with move ${missed.ply}: ${missed.text}`;
  return [{ text, side: null, plies: 0, cells: missed.cells, pairs: [], lines: [], stops: [] }, ...told];
}

/** The columns of the line. @param {Explanation} found */
function columnsOf(found) {
  return found.line.map(({ column }) => column - 1);
}

/** True when there is something of it to be seen on the board. @param {Told} told */
function isSeen({ plies, cells, pairs, lines }) {
  return plies + cells.length + pairs.length + lines.length > 0;
}
