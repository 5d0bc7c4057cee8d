/**
 * The evaluation bar: how good the shown position is for either side, where values or a review are asked for.
 *
 * @typedef {import("./state.js").View} View
 * @typedef {import("./rules.js").Position} Position
 */
import { make } from "./dom.js";
import { shown } from "./game.js";
import { isOver } from "./rules.js";
import { scoreAfter, shareAfter } from "./scores.js";
import { reviewOf } from "./state.js";
import { nameOf } from "./words.js";

/** @param {HTMLElement} place @returns {View} */
export function createEvalBar(place) {
  const share = make("div", { class: "share" });
  place.append(share, make("div", { class: "half" }));
  place.setAttribute("role", "img");
  return {
    update(state) {
      const isAsked = state.values || reviewOf(state) !== null;
      const score = isAsked ? scoreAfter(state, state.game.at) : null;
      const whole = shareAfter(state, state.game.at);
      place.classList.toggle("known", score !== null);
      place.setAttribute("aria-label", `Evaluation bar: ${barWords(score, shown(state.game))}`);
      if (whole !== null) share.style.width = `${100 * whole}%`;
    },
  };
}

/** @param {number | null} score for the first player @param {Position} position */
function barWords(score, position) {
  if (score === null) return "not known";
  if (score === 0) return "even";
  return `${nameOf(score > 0 ? 1 : 2, position.variant)} ${isOver(position) ? "has won" : "is winning"}`;
}
