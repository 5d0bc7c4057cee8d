/**
 * Why the shown position is won, drawn or lost: requested while the Why card is visible, and kept by position.
 *
 * @typedef {import("../server/api.js").Explanation} Explanation
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 */
import { positionQuery } from "../game/address.js";
import { shownPosition } from "../game/game.js";
import { isOver, positionKey } from "../game/rules.js";
import { isOnVariation } from "../game/variation.js";
import { getExplanation } from "../server/api.js";
import { createLatestRequest } from "../server/latest_request.js";
import { isPuzzleExplained, needsPuzzleReason } from "./puzzles.js";
import { analysisAt, reviewOf, reviewedPly } from "./selectors.js";
import { errorReporter } from "./state.js";

/**
 * Return the explanation of the shown position, or null.
 *
 * @param {State} state
 * @returns {Explanation | null}
 */
export function explanationOf(state) {
  return state.explanations.get(positionKey(shownPosition(state.game))) ?? null;
}

/** Return what the move that a review is about overlooked, or null. @param {State} state */
export function mistakeOf(state) {
  if (state.tab !== "review" || isOnVariation(state.game)) return null;
  const move = reviewOf(state)?.moves[reviewedPly(state) - 1];
  return move?.overlooked ? { ply: move.ply, ...move.overlooked } : null;
}

/**
 * True when a Why card is visible: in Analysis with the scores, in Review with the judgements, in Puzzles with the
 * solution.
 *
 * @param {State} state
 */
export function isWhyVisible(state) {
  if (state.edit || isOver(shownPosition(state.game))) return false;
  if (state.tab === "analysis") return state.values;
  if (state.tab === "puzzles") return isPuzzleExplained(state);
  return state.tab === "review" && reviewOf(state) !== null;
}

/** Request the explanation of the shown position while it is visible. @param {Store} store */
export function bindExplanation(store) {
  const request = createLatestRequest(errorReporter(store, "explanation"));
  store.subscribe((state) => {
    const key = positionKey(shownPosition(state.game));
    if (state.explanations.has(key)) {
      if (request.key() !== key) request.stop();
      return;
    }
    // In Analysis the scores come first: they are half of the work.
    const isTooEarly = state.tab === "analysis" && !analysisAt(state)?.isComplete;
    const isNeeded = isWhyVisible(state) || needsPuzzleReason(state);
    if (!isNeeded || isTooEarly) {
      request.stop();
      return;
    }
    request.start(key, async (options) => {
      const explanation = await getExplanation(positionQuery(state.game), options);
      store.set({ explanations: new Map(store.get().explanations).set(key, explanation) });
    });
  });
  return request;
}
