/**
 * What a screen reader says after a change: every change of the board, of the line beside the game and of one that is
 * stepped through, and what hint, values, a review and a position tried again tell.
 *
 * @typedef {import("../state/state.js").State} State
 */
import { isAtEnd, shown } from "../game/game.js";
import { isOnLine, mainOf } from "../game/variation.js";
import { dropCell, isOver, play, points } from "../game/rules.js";
import { triedPly, triedWords } from "../state/retry.js";
import { turningTitle, unchangedWords, unjudgedOf } from "../state/review.js";
import { analysisAt, displayed, isForTwo, isPersonsTurn, isWatched, playsBoth, reviewOf } from "../state/state.js";
import { hintWords, lastWords } from "./status.js";
import { explanationIn, showsWhy } from "../state/explanation.js";
import { cellsLeft, columnList, endSentence, fullNameOf, moveSentence, nameOf, scoreSentence, threatWords } from "../game/words.js";

/** The words for a change, null where there is nothing to say. @param {State} state @param {State} before */
export function spoken(state, before) {
  if (state.edit) return null;
  const isMoved = shown(state.game) !== shown(before.game);
  const words = [lineChange(state, before), isMoved ? boardWords(state) : "", triedChange(state, before)];
  words.push(reviewChange(state, before));
  if (!isMoved) {
    words.push(paceWords(state, before), previewWords(state, before), hintChange(state, before), valuesChange(state, before),
      sidesChange(state, before), editChange(state, before));
  }
  words.push(threatsChange(state, before));
  return words.filter(Boolean).join(" ") || null;
}

/** What became of the line beside the game. @param {State} state @param {State} before */
function lineChange({ game }, { game: then }) {
  if (isOnLine(game)) {
    if (!isOnLine(then)) return "A line beside the game.";
    return game.beside?.from === then.beside?.from ? "" : "Another line beside the game.";
  }
  if (!isOnLine(then)) return "";
  const moves = mainOf(game).moves.join();
  if (moves === mainOf(then).moves.join()) return "Back to the game.";
  return game.start === then.start && moves.startsWith(then.moves.join()) ? "The line is the game now." : "";
}

/** Whether a move that was tried again kept the result. @param {State} state @param {State} before */
function triedChange(state, before) {
  const words = triedWords(state);
  return words === triedWords(before) && triedPly(state) === triedPly(before) ? "" : words;
}

/** @param {State} state */
function boardWords(state) {
  const position = shown(state.game);
  const words = [lastWords(state), endSentence(position)];
  if (position.variant === "max" && state.game.at > 0) {
    const count = points(position);
    words.push(`Red ${count[1]}, green ${count[2]}.`);
  }
  const judged = state.tab === "review" && state.better === null && !isOnLine(state.game) ? reviewOf(state)?.plies[state.game.at - 1] : null;
  if (judged?.words) words.push(`${judged.words[0].toUpperCase()}${judged.words.slice(1)}.`, judged.overlooked?.text ?? "");
  if (!isOver(position) && isAtEnd(state.game) && isPersonsTurn(state, position) && !playsBoth(state)) words.push("Your turn.");
  return words.filter(Boolean).join(" ");
}

/** @param {State} state @param {State} before */
function paceWords(state, before) {
  if (!isWatched(state)) return "";
  if (!isWatched(before)) return "The computer plays against itself. Paused.";
  if (state.pace === before.pace || state.pace === "step") return "";
  return state.pace === "paused" ? "Paused." : "The game goes on.";
}

/** A review that has begun or come, and the better move that it shows. @param {State} state @param {State} before */
function reviewChange(state, before) {
  if (state.reviewing && !before.reviewing) return "Judging every move, from the last to the first …";
  if (state.better !== null && state.better !== before.better) return `Better here: column ${state.better + 1}.`;
  if (state.review === before.review || !state.review) return "";
  const isComplete = unjudgedOf(state.review).length === 0;
  const turning = state.review.turningPoint === null ? unchangedWords(state.review) : `${turningTitle(state.review)}.`;
  return `The review is ${isComplete ? "done" : "not complete"}. ${turning}`;
}

/** A line that is stepped through: all of it where it is played out, else the move that was stepped to. @param {State} state @param {State} before */
function previewWords({ game, preview }, { preview: then }) {
  if (preview === then) return "";
  if (!preview) return "Back to the game.";
  const { title, columns, shown: count, isPlaying } = preview;
  const name = then?.title === title ? "" : `${title}: `;
  if (name && (isPlaying || count === columns.length)) return `${name}${columns.map((column) => column + 1).join(", ")}.`;
  const isPlayedOut = then?.isPlaying && count === columns.length;
  if (isPlaying || isPlayedOut || (!name && count === then?.shown)) return "";
  if (count === 0) return name ? `${name}the position itself.` : "The position itself.";
  const position = columns.slice(0, count - 1).reduce(play, shown(game));
  const column = columns[count - 1];
  const end = endSentence(play(position, column));
  return `${name}${moveSentence(position, dropCell(position, column))}${end ? ` ${end}` : ""}`;
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
function sidesChange(state, before) {
  return state.human !== before.human && !isForTwo(state) ? `You play ${fullNameOf(state.human, state.game.start.variant)} now.` : "";
}

/** @param {State} state @param {State} before */
function editChange(state, before) {
  return before.edit && !state.edit ? "Back to the game." : "";
}

/** The threats on the board, in a line that plays itself out only at its end. @param {State} state @param {State} before */
function threatsChange(state, before) {
  const position = displayed(state);
  const words = threatWords(position);
  if (state.threats !== before.threats) return state.threats ? words : "Threats off.";
  const isNews = words !== threatWords(displayed(before)) || before.preview?.isPlaying;
  const isQuiet = isOver(position) || state.preview?.isPlaying || state.tab === "tree";
  return state.threats && isNews && !isQuiet ? words : "";
}

/** Why, when that becomes known, which may be long after a move was spoken; "" for another position, null where nothing changes. @param {State} state @param {State} before */
export function spokenWhy(state, before) {
  if (shown(state.game) !== shown(before.game)) return "";
  const found = showsWhy(state) ? explanationIn(state) : null;
  if (!found || explanationIn(before)) return null;
  const texts = new Set([found.reason.text, found.also?.text ?? ""]);
  return `Why: ${[...texts].join(" ").trim()}`;
}

/** True when the score of the shown position has just become known. @param {State} state @param {State} before */
function isNew(state, before) {
  return (analysisAt(state)?.score ?? null) !== null && (analysisAt(before)?.score ?? null) === null;
}
