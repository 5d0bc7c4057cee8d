/**
 * Why the shown position is worth what it is: asked for while the card Why can be seen, and kept by position.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./state.js").State} State
 * @typedef {import("./answers_why.js").ExplanationAnswer} Explanation
 * @typedef {Omit<import("./answers_why.js").Sentence, "about">} Told a sentence, and what it speaks of on the board
 */
import { getExplanation } from "./api.js";
import { positionQuery } from "./address.js";
import { createDesk } from "./desk.js";
import { shown } from "./game.js";
import { isOnLine } from "./line.js";
import { isOver, keyOf } from "./rules.js";
import { analysisAt, reviewOf, troubleOf } from "./state.js";

/** What is known of why the shown position is what it is, null if nothing. @param {State} state @returns {Explanation | null} */
export function explanationIn(state) {
  return state.explanations.get(keyOf(shown(state.game))) ?? null;
}

/** What the move that led to the shown position overlooked, null if nothing, or if it is not reviewed. @param {State} state */
export function missedIn(state) {
  if (state.tab !== "review" || isOnLine(state.game)) return null;
  return reviewOf(state)?.plies[state.game.at - 1]?.overlooked ?? null;
}

/** True when a card Why can be seen: in Analysis with the values, in Review with the judgements. @param {State} state */
export function showsWhy(state) {
  if (state.edit || isOver(shown(state.game))) return false;
  return state.tab === "analysis" ? state.values : state.tab === "review" && reviewOf(state) !== null;
}

/** Keep the explanation of the shown position coming while somebody sees it. @param {Store} store */
export function bindWhy(store) {
  const desk = createDesk(troubleOf(store, "why"));
  store.subscribe((state) => {
    const key = keyOf(shown(state.game));
    const isKnown = state.explanations.has(key);
    const isEarly = state.tab === "analysis" && !analysisAt(state)?.done;  // the values are half of the work
    if (isKnown ? desk.wanted() !== key : !showsWhy(state) || isEarly) desk.stop();
    if (isKnown || !showsWhy(state) || isEarly) return;
    desk.want(key, async (call) => {
      const found = await getExplanation(positionQuery(state.game, state.game.at), call);
      store.set({ explanations: new Map(store.get().explanations).set(key, found) });
    });
  });
  // A tap beside the sentences takes the focus from none that did not have it.
  document.addEventListener("pointerdown", ({ target }) => {
    if (store.get().pointed && target instanceof Element && !target.closest(".sentence")) store.set({ pointed: null });
  });
  return desk;
}
