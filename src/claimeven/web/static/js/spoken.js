/**
 * What a screen reader says after a change: every change of the board, and what hint, values and best line tell.
 *
 * @typedef {import("./state.js").State} State
 */
import { isAtEnd, shown } from "./game.js";
import { isOver, points } from "./rules.js";
import { analysisAt, isForTwo, isPersonsTurn, isWatched } from "./state.js";
import { hintWords, lastWords } from "./status_view.js";
import { cellsLeft, columnList, endSentence, fullNameOf, nameOf, scoreSentence, threatWords } from "./words.js";

/** The words for a change, null where there is nothing to say. @param {State} state @param {State} before */
export function spoken(state, before) {
  if (state.edit) return null;
  if (shown(state.game) !== shown(before.game)) return boardWords(state, before);
  const words = [paceWords(state, before), previewWords(state, before), hintChange(state, before), valuesChange(state, before),
    threatsChange(state, before), reviewChange(state, before), sidesChange(state, before), editChange(state, before)];
  return words.filter(Boolean).join(" ") || null;
}

/** @param {State} state @param {State} before */
function boardWords(state, before) {
  const position = shown(state.game);
  const words = [lastWords(state), endSentence(position)];
  if (position.variant === "max" && state.game.at > 0) {
    const count = points(position);
    words.push(`Red ${count[1]}, green ${count[2]}.`);
  }
  if (state.threats && !isOver(position) && threatWords(position) !== threatWords(shown(before.game))) words.push(threatWords(position));
  if (!isOver(position) && isAtEnd(state.game) && isPersonsTurn(state, position) && !isForTwo(state)) words.push("Your turn.");
  if (state.better !== null) words.push(`Better here: column ${state.better + 1}.`);
  return words.filter(Boolean).join(" ");
}

/** @param {State} state @param {State} before */
function paceWords(state, before) {
  if (!isWatched(state)) return "";
  if (!isWatched(before)) return "The computer plays against itself. Paused.";
  if (state.pace === before.pace || state.pace === "step") return "";
  return state.pace === "paused" ? "Paused." : "The game goes on.";
}

/** @param {State} state @param {State} before */
function previewWords(state, before) {
  if (Boolean(state.preview) === Boolean(before.preview)) return "";
  if (!state.preview) return "Back to the game.";
  return `Best play from here: ${state.preview.columns.map((column) => column + 1).join(", ")}.`;
}

/** @param {State} state @param {State} before */
function hintChange(state, before) {
  if (state.hint !== before.hint) return state.hint ? hintWords(state) || "Hint on." : "Hint off.";
  return state.hint && isNew(state, before) ? hintWords(state) : "";
}

/** @param {State} state @param {State} before */
function valuesChange(state, before) {
  if (state.values === before.values && !(state.values && isNew(state, before))) return "";
  if (!state.values) return "Values off.";
  const known = analysisAt(state);
  const position = shown(state.game);
  if (known?.score === null || known?.score === undefined) return isOver(position) ? "Values on." : "Values on. Solving …";
  const sentence = scoreSentence(known.score, cellsLeft(position), position.variant, nameOf(position.player, position.variant));
  return `${sentence} Best: ${columnList(known.best)}.`;
}

/** @param {State} state @param {State} before */
function reviewChange(state, before) {
  if (state.reviewing && !before.reviewing) return "Judging every move, from the last to the first …";
  if (state.review === before.review || !state.review) return "";
  const { turningPoint } = state.review;
  return `The review is done. ${turningPoint === null ? "No move changed the result." : `Turning point: move ${turningPoint}.`}`;
}

/** @param {State} state @param {State} before */
function sidesChange(state, before) {
  return state.human !== before.human && !isForTwo(state) ? `You play ${fullNameOf(state.human, state.game.start.variant)} now.` : "";
}

/** @param {State} state @param {State} before */
function editChange(state, before) {
  return before.edit && !state.edit ? "Back to the game." : "";
}

/** @param {State} state @param {State} before */
function threatsChange(state, before) {
  if (state.threats === before.threats) return "";
  return state.threats ? threatWords(shown(state.game)) : "Threats off.";
}

/** True when the score of the shown position has just become known. @param {State} state @param {State} before */
function isNew(state, before) {
  return (analysisAt(state)?.score ?? null) !== null && (analysisAt(before)?.score ?? null) === null;
}
