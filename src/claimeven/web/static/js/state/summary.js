/**
 * A game in a sentence: who was winning, and from which move on.
 *
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("./scores.js").ScoredState} ScoredState
 */
import { isOver } from "../game/rules.js";
import { nameOf } from "../game/words.js";
import { scoreAfter } from "./scores.js";

/** Return the sentence. @param {ScoredState} state with the mainline on the board */
export function gameSummary(state) {
  const { positions, start } = state.game;
  const stages = stagesOf(state).map(({ sign, from }) => `${stageWords(sign, start.variant)} ${fromWords(from)}`);
  const isEnded = isOver(positions[positions.length - 1]);
  return `With best play: ${stages.join("; ")}${isEnded ? ", to the end" : ""}.`;
}

/**
 * Return the stretches of the game in which the result did not change.
 *
 * @param {ScoredState} state
 */
function stagesOf(state) {
  /** @type {{sign: number | null, from: number}[]} */
  const stages = [];
  state.game.positions.forEach((_, ply) => {
    const score = scoreAfter(state, ply);
    const sign = score === null ? null : Math.sign(score);
    const last = stages[stages.length - 1];
    if (!last || last.sign !== sign) stages.push({ sign, from: ply });
  });
  return stages;
}

/** @param {number | null} sign of the first player's score @param {Variant} variant */
function stageWords(sign, variant) {
  if (sign === null) return "not known";
  if (sign === 0) return "a draw";
  return `a win for ${nameOf(sign > 0 ? 1 : 2, variant)}`;
}

/** @param {number} ply */
function fromWords(ply) {
  return ply === 0 ? "from the start" : `from move ${ply} on`;
}
