/**
 * The evaluation bar: how good the shown position is for either side, where values or a review are asked for.
 *
 * @typedef {import("./state.js").View} View
 */
import { make } from "./dom.js";
import { shareOf, scoreAfter } from "./scores.js";
import { NAMES, verdictOf } from "./words.js";

/** @param {HTMLElement} place @returns {View} */
export function createEvalBar(place) {
  const share = make("div", { class: "share" });
  place.append(share, make("div", { class: "half" }));
  place.setAttribute("role", "img");
  return {
    update(state) {
      const isAsked = state.values || state.review?.moves === state.game.moves;
      const score = isAsked ? scoreAfter(state, state.game.at) : null;
      place.classList.toggle("known", score !== null);
      place.setAttribute("aria-label", `Evaluation bar: ${barWords(score)}`);
      if (score !== null) share.style.width = `${100 * shareOf(score, state.game.start.variant)}%`;
    },
  };
}

/** @param {number | null} score for the first player */
function barWords(score) {
  if (score === null) return "not known";
  return verdictOf(score) === "draw" ? "even" : `${NAMES[score > 0 ? 1 : 2]} is winning`;
}
