/**
 * Trying again: a position of the game played as a line against the perfect player, and what each move made of it.
 *
 * @typedef {import("./state.js").State} State
 */
import { isAnswered } from "../game/variation.js";
import { scoreAfter } from "./scores.js";
import { analysisAt, humanIn } from "./state.js";
import { columnList, forFirst, nameOf, verdictOf } from "../game/words.js";

/** The position before the person's last move in a line that is tried again, by its ply; null where there is none. @param {State} state */
export function triedPly(state) {
  const { at, beside, positions } = state.game;
  if (!beside || !isAnswered(state.game)) return null;
  for (let ply = at - 1; ply >= beside.from; ply -= 1) if (positions[ply].player === humanIn(state)) return ply;
  return null;
}

/** Whether the person's last move kept the result, in words; before the first move, what is there to be kept. "" where nothing is tried. @param {State} state */
export function triedWords(state) {
  const { game } = state;
  if (!isAnswered(game)) return "";
  const ply = triedPly(state);
  if (ply === null) return taskWords(state);
  const known = analysisAt(state, ply);
  if (known?.score === null || known?.score === undefined) return "";
  const best = verdictOf(known.score);
  const score = known.scores[game.moves[ply]] ?? known.score;
  if (verdictOf(score) === best) return `Still a ${best}${score < known.score ? `; ${columnList(known.best)} ${known.best.length > 1 ? "were" : "was"} better` : ""}.`;
  const keep = known.scores.flatMap((other, column) => (other !== null && verdictOf(other) === best ? [column] : []));
  return `That gives the ${best} away: ${columnList(keep)} kept it.`;
}

/** Before the first move: what is to be done. @param {State} state */
function taskWords(state) {
  const { game } = state;
  const human = humanIn(state);
  const score = scoreAfter(state, game.at);
  const task = score ? (forFirst(score, human) > 0 ? " Keep the win." : "") : score === 0 ? " Keep the draw." : "";
  return `You are ${nameOf(human, game.start.variant)} against Perfect.${task}`;
}
