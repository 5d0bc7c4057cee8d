/**
 * The Why card: the sentences of an explanation, each of which marks on the board what it refers to, and its moves.
 *
 * @typedef {import("../server/api.js").Explanation} Explanation
 * @typedef {import("../state/preview.js").PreviewController} PreviewController
 * @typedef {import("../state/state.js").Highlight} Highlight
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {Highlight["sentence"]} Sentence
 */
import { shownPosition } from "../game/game.js";
import { positionKey } from "../game/rules.js";
import { explanationOf, isWhyVisible, mistakeOf } from "../state/explanation.js";
import { make, replaceContent, setText } from "./dom.js";
import { createSteps } from "./steps.js";

/** The title of the moves while they are on the board. */
const WHY_LINE = "How play continues";

/**
 * @param {Store} store
 * @param {PreviewController} preview
 * @param {string} name for the ids of its parts: "why" has "why-1" and so on
 */
export function createWhyCard(store, preview, name) {
  const list = make("ul", { class: "sentences", id: `${name}-sentences` });
  const waiting = make("p", { class: "note" });
  const line = createSteps(preview, `${name}-line`, "The moves", WHY_LINE);
  // The waiting text comes last, so that what a move overlooked keeps its place when the reason arrives.
  const element = make("section", { class: "card stack why", id: name, "aria-labelledby": `${name}-title` },
    make("h2", { id: `${name}-title`, text: "Why" }), list, waiting, line.element);

  /** @type {unknown[]} */
  let drawn = [];
  return {
    element,
    /** @param {State} state */
    update(state) {
      element.hidden = !isWhyVisible(state);
      if (element.hidden) return;
      const explanation = explanationOf(state);
      const columns = explanation ? explanation.line.map(({ column }) => column - 1) : [];
      const hasFailed = state.errors.explanation || state.errors.analysis;
      waiting.hidden = explanation !== null;
      setText(waiting, hasFailed ? "Not known." : "Looking for the reason …");
      line.element.hidden = columns.length === 0;
      line.update(state, columns, "");
      const mistake = mistakeOf(state);
      const inputs = [explanation, mistake?.ply, mistake?.text];
      if (inputs.every((input, index) => input === drawn[index])) return;
      drawn = inputs;
      const items = sentencesOf(state).map((sentence, index) => createItem(store, sentence, `${name}-${index + 1}`, columns));
      replaceContent(list, ...items);
    },
  };
}

/**
 * A sentence; if it refers to something on the board, a button that marks it.
 *
 * @param {Store} store
 * @param {Sentence} sentence
 * @param {string} id
 * @param {readonly number[]} columns of the moves
 */
function createItem(store, sentence, id, columns) {
  if (!refersToBoard(sentence)) return make("li", {}, make("p", { id, text: sentence.text }));
  const show = () => {
    const key = positionKey(shownPosition(store.get().game));
    store.set({ highlight: { key, sentence, moves: columns.slice(0, sentence.plies) } });
  };
  const hide = () => store.set({ highlight: null });
  const button = make("button", {
    type: "button",
    class: "sentence",
    id,
    text: sentence.text,
    focus: show,
    blur: hide,
    click: show,
    pointerenter: (/** @type {PointerEvent} */ { pointerType }) => {
      if (pointerType !== "touch") show();
    },
    pointerleave: (/** @type {PointerEvent} */ { pointerType }) => {
      if (pointerType !== "touch" && !button.matches(":focus")) hide();
    },
  });
  return make("li", {}, button);
}

/**
 * Remove the highlight at a tap elsewhere, which does not take the focus from a tapped sentence.
 *
 * @param {Store} store
 */
export function bindHighlight(store) {
  document.addEventListener("pointerdown", ({ target }) => {
    const isElsewhere = target instanceof Element && !target.closest(".sentence");
    if (store.get().highlight && isElsewhere) store.set({ highlight: null });
  });
}

/**
 * Return what the last move overlooked, then the explanation without its verdict, which is shown elsewhere.
 *
 * @param {State} state
 * @returns {Sentence[]}
 */
function sentencesOf(state) {
  const sentences = explanationOf(state)?.sentences.filter(({ about }) => about !== "verdict") ?? [];
  const mistake = mistakeOf(state);
  if (!mistake) return sentences;
  const text = `Overlooked with move ${mistake.ply}: ${mistake.text}`;
  return [{ text, side: null, plies: 0, cells: mistake.cells, pairs: [], lines: [], stops: [] }, ...sentences];
}

/** True when a sentence refers to something that can be marked. @param {Sentence} sentence */
function refersToBoard({ plies, cells, pairs, lines }) {
  return plies > 0 || cells.length > 0 || pairs.length > 0 || lines.length > 0;
}
