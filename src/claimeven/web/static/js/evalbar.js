/**
 * The evaluation bar: how good the shown position is for either side, where values or a review are asked for.
 *
 * @typedef {import("./state.js").View} View
 * @typedef {import("./rules.js").Variant} Variant
 */
import { make } from "./dom.js";
import { shareOf, scoreAfter } from "./scores.js";
import { nameOf, verdictOf } from "./words.js";

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
      const { variant } = state.game.start;
      place.setAttribute("aria-label", `Evaluation bar: ${barWords(score, variant)}`);
      if (score !== null) share.style.width = `${100 * shareOf(score, variant)}%`;
    },
  };
}

/** @param {number | null} score for the first player @param {Variant} variant */
function barWords(score, variant) {
  if (score === null) return "not known";
  return verdictOf(score) === "draw" ? "even" : `${nameOf(score > 0 ? 1 : 2, variant)} is winning`;
}
