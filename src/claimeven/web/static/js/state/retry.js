/**
 * Trying again: a position of the game played as a variation against the perfect player, and what each move made of it.
 *
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./state.js").State} State
 */
import { isAtEnd, shownPosition } from "../game/game.js";
import { isOver, positionKey } from "../game/rules.js";
import { columnList, forFirst, nameOf, verdictOf } from "../game/words.js";
import { modeOf } from "./mode.js";
import { scoreAfter } from "./scores.js";
import { analysisAt, isGameShown } from "./selectors.js";

/**
 * Return the ply of the position before the person's last move in a retry, or null.
 *
 * @param {State} state
 */
export function retriedPly(state) {
  const { ply: shownPly, variation, positions } = state.game;
  const { isRetry, human } = modeOf(state);
  if (!variation || !isRetry) return null;
  for (let ply = shownPly - 1; ply >= variation.from; ply -= 1) {
    if (positions[ply].player === human) return ply;
  }
  return null;
}

/**
 * Return whether the person's last move kept the result, or before the first move what to do; "" if there is no
 * retry.
 *
 * @param {State} state
 */
export function retryWords(state) {
  if (!modeOf(state).isRetry) return "";
  const ply = retriedPly(state);
  if (ply === null) return taskWords(state);
  const analysis = analysisAt(state, ply);
  const best = analysis?.score ?? null;
  if (!analysis || best === null) return "";
  const score = analysis.scores[state.game.moves[ply]] ?? best;
  const verdict = verdictOf(best);
  if (verdictOf(score) === verdict) {
    return score < best ? `Still a ${verdict}; ${betterWords(analysis)}.` : `Still a ${verdict}.`;
  }
  return `That gives the ${verdict} away: ${columnList(columnsThatKeep(analysis, best))} kept it.`;
}

/**
 * True while the computer does not reply in a retry: the person's move is being checked, or it is a mistake that the
 * person has not decided to play on from.
 *
 * @param {State} state
 */
export function isReplyHeld(state) {
  const { game } = state;
  const ply = retriedPly(state);
  const isJustPlayed = ply !== null && ply === game.ply - 1 && isAtEnd(game);
  if (!isJustPlayed || isOver(shownPosition(game))) return false;
  if (analysisAt(state, ply)?.score == null) {
    const { analysis: error } = state.errors;
    return !error || error.code === "busy";
  }
  return isMistakeHeld(state);
}

/**
 * True while the person can take back a mistake in a retry before the computer replies.
 *
 * @param {State} state
 */
export function isMistakeHeld(state) {
  const { game } = state;
  const ply = retriedPly(state);
  const isJustPlayed = ply !== null && ply === game.ply - 1 && isAtEnd(game);
  if (!isJustPlayed || !isGameShown(state) || isOver(shownPosition(game))) return false;
  if (state.acceptedMistake === positionKey(shownPosition(game))) return false;
  const analysis = analysisAt(state, ply);
  const best = analysis?.score ?? null;
  if (!analysis || best === null) return false;
  const score = analysis.scores[game.moves[ply]] ?? best;
  return verdictOf(score) !== verdictOf(best);
}

/** @param {Analysis} analysis */
function betterWords({ best }) {
  return `${columnList(best)} ${best.length > 1 ? "were" : "was"} better`;
}

/**
 * Return the columns that keep the result of the best one.
 *
 * @param {Analysis} analysis
 * @param {number} best
 */
function columnsThatKeep({ scores }, best) {
  const columns = [];
  for (const [column, score] of scores.entries()) {
    if (score !== null && verdictOf(score) === verdictOf(best)) columns.push(column);
  }
  return columns;
}

/** @param {State} state */
function taskWords(state) {
  const { game } = state;
  const { human } = modeOf(state);
  const sentences = [`You are ${nameOf(human, game.start.variant)} against the perfect player.`];
  const score = scoreAfter(state, game.ply);
  if (score === 0) sentences.push("Keep the draw.");
  else if (score !== null && forFirst(score, human) > 0) sentences.push("Keep the win.");
  return sentences.join(" ");
}
