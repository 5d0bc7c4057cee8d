/**
 * What is known of a game's positions as scores of the first player, and how much of a bar or graph they fill.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("../game/rules.js").Variant} Variant
 */
import { mainOf } from "../game/variation.js";
import { isOver, points, winner } from "../game/rules.js";
import { analysisAt, reviewOf } from "./state.js";
import { cellsLeft, forFirst } from "../game/words.js";

/** Scores at which the bar is full. */
const FULL = { four: 18, max: 8 };

/** The first player's share of a bar, from 0 to 1; a slow win must still be seen. @param {number} score for the first player @param {Variant} variant */
function shareOf(score, variant) {
  if (score === 0) return 0.5;
  const strength = Math.min(1, Math.abs(score) / FULL[variant]);
  return 0.5 + Math.sign(score) * (0.12 + 0.34 * Math.sqrt(strength));
}

/** The first player's score after some moves, null where it is not known. @param {State} state @param {number} ply @returns {number | null} */
export function scoreAfter(state, ply) {
  const position = state.game.positions[ply];
  if (isOver(position)) return finalScore(position);
  const score = analysisAt(state, ply)?.score ?? null;
  if (score !== null) return forFirst(score, position.player);
  // A review knows the positions of the game, and those of a line before it leaves the game.
  return mainOf(state.game).positions[ply] === position ? reviewOf(state)?.scores[ply] ?? null : null;
}

/** How much of the bar is the first player's after some moves: all or nothing when the game is won; null where it is not known. @param {State} state @param {number} ply @returns {number | null} */
export function shareAfter(state, ply) {
  const score = scoreAfter(state, ply);
  if (score === null) return null;
  if (isOver(state.game.positions[ply]) && score !== 0) return score > 0 ? 1 : 0;
  return shareOf(score, state.game.start.variant);
}

/** @param {import("../game/rules.js").Position} position */
function finalScore(position) {
  if (position.variant === "max") return points(position)[1] - points(position)[2];
  const won = winner(position);
  return won ? forFirst(Math.floor(cellsLeft(position) / 2) + 1, won) : 0;
}
