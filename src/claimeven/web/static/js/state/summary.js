/**
 * The course of a game in a sentence: who was winning, and from which move on.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("../game/rules.js").Variant} Variant
 */
import { isOver } from "../game/rules.js";
import { scoreAfter } from "./scores.js";
import { nameOf } from "../game/words.js";

/** @param {State} state on whose board is the game itself */
export function courseWords(state) {
  const { positions, start } = state.game;
  /** @type {{sign: number | null, from: number}[]} */
  const stages = [];
  positions.forEach((_, ply) => {
    const score = scoreAfter(state, ply);
    const sign = score === null ? null : Math.sign(score);
    if (stages.length === 0 || stages[stages.length - 1].sign !== sign) stages.push({ sign, from: ply });
  });
  const words = stages.map(({ sign, from }) => `${stageWords(sign, start.variant)} ${when(from)}`);
  const isEnded = isOver(positions[positions.length - 1]);
  return `With best play: ${words.join("; ")}${isEnded ? ", to the end" : ""}.`;
}

/** @param {number | null} sign @param {Variant} variant */
function stageWords(sign, variant) {
  if (sign === null) return "not known";
  return sign === 0 ? "a draw" : `a win for ${nameOf(sign > 0 ? 1 : 2, variant)}`;
}

/** @param {number} ply */
const when = (ply) => (ply === 0 ? "from the start" : `from move ${ply} on`);
