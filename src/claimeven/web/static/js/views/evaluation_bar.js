/**
 * The evaluation bar: how good the shown position is for either side, where values or a review are asked for.
 *
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../game/rules.js").Position} Position
 */
import { make, setText } from "./dom.js";
import { shown } from "../game/game.js";
import { isOver, winner } from "../game/rules.js";
import { scoreAfter, shareAfter } from "../state/scores.js";
import { reviewOf } from "../state/state.js";
import { forFirst, nameOf, signed } from "../game/words.js";

/** @param {HTMLElement} place @returns {View} */
export function createEvalBar(place) {
  const share = make("div", { class: "share" });
  const number = make("span", { class: "number", id: "bar-number" });
  place.append(share, make("div", { class: "half" }), number);
  place.setAttribute("role", "img");
  return {
    update(state) {
      const position = shown(state.game);
      const isAsked = state.values || reviewOf(state) !== null;
      const score = isAsked ? scoreAfter(state, state.game.at) : null;
      const whole = shareAfter(state, state.game.at);
      place.classList.toggle("known", score !== null);
      // The number is that of the side to move, as above the columns, and stands at its end of the bar.
      const end = isOver(position) ? winner(position) : position.player;
      number.className = `number p${end}`;
      setText(number, score === null ? "" : numberWords(score, position));
      place.setAttribute("aria-label", `Evaluation bar: ${barWords(score, position)}`);
      if (whole !== null) share.style.width = `${100 * whole}%`;
    },
  };
}

/** @param {number} score for the first player @param {Position} position */
function numberWords(score, position) {
  if (isOver(position)) return score === 0 ? "drawn" : "won";
  return signed(forFirst(score, position.player));
}

/** @param {number | null} score for the first player @param {Position} position */
function barWords(score, position) {
  if (score === null) return "not known";
  if (isOver(position)) return score === 0 ? "even" : `${nameOf(score > 0 ? 1 : 2, position.variant)} has won`;
  const verdict = score === 0 ? "even" : `${nameOf(score > 0 ? 1 : 2, position.variant)} is winning`;
  return `${verdict}, ${numberWords(score, position)} for ${nameOf(position.player, position.variant)}`;
}
