/**
 * The card Why: the sentences of an explanation, which show on the board what they speak of, and its line to step through.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./preview.js").PreviewDesk} PreviewDesk
 * @typedef {import("./why.js").Explanation} Explanation
 * @typedef {import("./answers_why.js").Sentence} Sentence
 */
import { make, replaceIn, setText } from "./dom.js";
import { shown } from "./game.js";
import { keyOf } from "./rules.js";
import { createSteps } from "./steps_view.js";
import { explanationIn, showsWhy } from "./why.js";

/** What the line is called while it is on the board. */
const WHY_LINE = "How it goes on";

/** @param {Store} store @param {PreviewDesk} preview @param {string} name for the ids of its parts: "why" has "why-1" and so on */
export function createWhyCard(store, preview, name) {
  const list = make("ul", { class: "sentences", id: `${name}-sentences` });
  const waiting = make("p", { class: "note" });
  const line = createSteps(preview, `${name}-line`, "The line", WHY_LINE);
  const element = make("section", { class: "card stack why", id: name, "aria-labelledby": `${name}-title` },
    make("h2", { id: `${name}-title`, text: "Why" }), waiting, list, line.element);

  /** @param {Explanation} found @param {Sentence | null} sentence */
  const point = (found, sentence) => store.set({
    pointed: sentence && { key: keyOf(shown(store.get().game)), sentence, moves: columnsOf(found).slice(0, sentence.plies) },
  });

  /** @param {Explanation} found @param {Sentence} sentence @param {number} index */
  const item = (found, sentence, index) => {
    if (!isSeen(sentence)) return make("li", {}, make("p", { text: sentence.text }));
    const button = make("button", {
      type: "button", class: "sentence", id: `${name}-${index + 1}`, text: sentence.text,
      focus: () => point(found, sentence),
      blur: () => point(found, null),
      pointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && point(found, sentence),
      pointerleave: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && (button.matches(":focus") || point(found, null)),
      click: () => point(found, sentence),
    });
    return make("li", {}, button);
  };

  // A tap beside the sentences takes no focus away where a tap on them gave none.
  document.addEventListener("pointerdown", (event) => {
    if (store.get().pointed && event.target instanceof Node && !list.contains(event.target)) store.set({ pointed: null });
  });

  /** @type {Explanation | null} */
  let drawn = null;
  return {
    element,
    /** @param {State} state */
    update(state) {
      element.hidden = !showsWhy(state);
      if (element.hidden) return;
      const found = explanationIn(state);
      waiting.hidden = found !== null;
      setText(waiting, state.trouble.why || state.trouble.analysis ? "Not known." : "Looking for the reason …");
      line.element.hidden = !found?.line.length;
      line.update(state, found ? columnsOf(found) : null, "");
      if (found === drawn) return;
      drawn = found;
      const told = found?.sentences.filter(({ about }) => about !== "verdict") ?? [];
      replaceIn(list, ...told.map((sentence, index) => item(/** @type {Explanation} */ (found), sentence, index)));
    },
  };
}

/** The columns of the line. @param {Explanation} found */
function columnsOf(found) {
  return found.line.map(({ column }) => column - 1);
}

/** True when there is something of it to be seen on the board. @param {Sentence} sentence */
function isSeen({ plies, cells, pairs, lines }) {
  return plies + cells.length + pairs.length + lines.length > 0;
}
