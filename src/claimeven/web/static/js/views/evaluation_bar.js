/**
 * The evaluation bar: how good the shown position is for either side, when scores or a review are shown.
 *
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../state/state.js").View} View
 */
import { shownPosition } from "../game/game.js";
import { isOver, winner } from "../game/rules.js";
import { forFirst, nameOf, signed } from "../game/words.js";
import { scoreAfter, shareAfter } from "../state/scores.js";
import { reviewOf } from "../state/selectors.js";
import { make, setText } from "./dom.js";

/** @param {HTMLElement} place @returns {View} */
export function createEvaluationBar(place) {
  const share = make("div", { class: "share" });
  const number = make("span", { class: "number", id: "bar-number" });
  place.append(share, make("div", { class: "half" }), number);
  place.setAttribute("role", "img");
  return {
    update(state) {
      const position = shownPosition(state.game);
      const isShown = state.values || reviewOf(state) !== null;
      const score = isShown ? scoreAfter(state, state.game.ply) : null;
      place.hidden = !isShown;
      const redShare = shareAfter(state, state.game.ply);
      place.classList.toggle("known", score !== null);
      // The number is for the side to move, as above the columns, and is at that side's end of the bar.
      const end = isOver(position) ? winner(position) : position.player;
      number.className = `number p${score === null ? 0 : end}`;
      const unknownText = state.values && !state.errors.analysis ? "…" : "not known";
      setText(number, score === null ? unknownText : numberText(score, position));
      place.setAttribute("aria-label", `Evaluation bar: ${barWords(score, position)}`);
      if (redShare !== null) share.style.width = `${100 * redShare}%`;
    },
  };
}

/** @param {number} score for the first player @param {Position} position */
function numberText(score, position) {
  if (isOver(position)) return score === 0 ? "drawn" : "won";
  return signed(forFirst(score, position.player));
}

/** @param {number | null} score for the first player @param {Position} position */
function barWords(score, position) {
  if (score === null) return "not known";
  const leader = nameOf(score > 0 ? 1 : 2, position.variant);
  if (isOver(position)) return score === 0 ? "even" : `${leader} has won`;
  const verdict = score === 0 ? "even" : `${leader} is winning`;
  return `${verdict}, ${numberText(score, position)} for ${nameOf(position.player, position.variant)}`;
}
