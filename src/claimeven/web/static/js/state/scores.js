/**
 * The known scores of a game for the first player, and how much of the bar or the graph they fill.
 *
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("./state.js").State} State
 * @typedef {Pick<State, "game" | "analyses" | "review">} ScoredState
 */
import { countLines, isOver, winner } from "../game/rules.js";
import { mainline } from "../game/variation.js";
import { countEmpty, forFirst } from "../game/words.js";
import { reviewOf, scoreAt } from "./selectors.js";

/** The scores that fill the bar. */
const FULL_SCORE = { four: 18, max: 8 };
/** Even the slowest win moves the bar this far from its middle. */
const MIN_LEAN = 0.12;
/** The fastest win moves it further by this much. */
const LEAN_RANGE = 0.34;

/**
 * Return the first player's score after some moves, or null.
 *
 * @param {ScoredState} state
 * @param {number} ply
 * @returns {number | null}
 */
export function scoreAfter(state, ply) {
  const position = state.game.positions[ply];
  if (isOver(position)) return finalScore(position);
  const score = scoreAt(state, ply);
  if (score !== null) return forFirst(score, position.player);
  // A review covers the mainline, and so the moves that a variation shares with it.
  const isReviewed = mainline(state.game).positions[ply] === position;
  return isReviewed ? reviewOf(state)?.scores[ply] ?? null : null;
}

/**
 * Return the first player's share of the bar after some moves, from 0 to 1, or null if the score is unknown.
 *
 * @param {ScoredState} state
 * @param {number} ply
 * @returns {number | null}
 */
export function shareAfter(state, ply) {
  const score = scoreAfter(state, ply);
  if (score === null) return null;
  if (score === 0) return 0.5;
  if (isOver(state.game.positions[ply])) return score > 0 ? 1 : 0;
  const strength = Math.min(1, Math.abs(score) / FULL_SCORE[state.game.start.variant]);
  return 0.5 + Math.sign(score) * (MIN_LEAN + LEAN_RANGE * Math.sqrt(strength));
}

/** Return the score of a finished game. @param {Position} position */
function finalScore(position) {
  if (position.variant === "max") {
    const counts = countLines(position);
    return counts[1] - counts[2];
  }
  const won = winner(position);
  return won ? forFirst(Math.floor(countEmpty(position) / 2) + 1, won) : 0;
}
