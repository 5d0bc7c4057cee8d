/**
 * What a screen reader announces after a change: moves, variations, previews, hints, scores, reviews and retries.
 *
 * @typedef {import("../state/state.js").State} State
 */
import { isAtEnd, shownPosition } from "../game/game.js";
import { countLines, dropCell, isOver, play } from "../game/rules.js";
import { isOnVariation, mainline } from "../game/variation.js";
import {
  capitalized, columnList, countEmpty, endSentence, fullNameOf, moveSentence, nameOf, scoreSentence,
  threatSentences,
} from "../game/words.js";
import { explanationOf, isWhyVisible } from "../state/explanation.js";
import { modeOf } from "../state/mode.js";
import { retriedPly, retryWords } from "../state/retry.js";
import { noTurningPointWords, turningPointTitle, unjudgedPlies } from "../state/review.js";
import { analysisAt, displayedPosition, isPersonsTurn, reviewOf, scoreAt } from "../state/selectors.js";
import { hintWords, lastMoveWords } from "./status_words.js";

/**
 * Return the announcement of a change, or null if there is nothing to announce.
 *
 * @param {State} state
 * @param {State} before
 */
export function announcement(state, before) {
  if (state.edit) return null;
  const isMoved = shownPosition(state.game) !== shownPosition(before.game);
  const sentences = [
    variationChange(state, before),
    isMoved ? boardWords(state) : "",
    retryChange(state, before),
    reviewChange(state, before),
  ];
  if (!isMoved) {
    sentences.push(
      paceChange(state, before),
      previewChange(state, before),
      hintChange(state, before),
      scoresChange(state, before),
      sidesChange(state, before),
      before.edit ? "Back to the game." : "",
    );
  }
  sentences.push(threatsChange(state, before));
  return sentences.filter(Boolean).join(" ") || null;
}

/**
 * Return the reason for the result once it is known, which may be long after the move; "" for another position, null
 * if nothing changed.
 *
 * @param {State} state
 * @param {State} before
 */
export function whyAnnouncement(state, before) {
  if (shownPosition(state.game) !== shownPosition(before.game)) return "";
  const explanation = isWhyVisible(state) ? explanationOf(state) : null;
  if (!explanation || explanationOf(before)) return null;
  const texts = new Set([explanation.reason.text, explanation.also?.text ?? ""]);
  return `Why: ${[...texts].join(" ").trim()}`;
}

/** @param {State} state @param {State} before */
function variationChange({ game }, { game: previous }) {
  if (isOnVariation(game)) {
    if (!isOnVariation(previous)) return "A variation.";
    return game.variation?.from === previous.variation?.from ? "" : "Another variation.";
  }
  if (!isOnVariation(previous)) return "";
  const moves = mainline(game).moves.join();
  if (moves === mainline(previous).moves.join()) return "Back to the game.";
  const isPromoted = game.start === previous.start && moves.startsWith(previous.moves.join());
  return isPromoted ? "The variation is the game now." : "";
}

/** @param {State} state @param {State} before */
function retryChange(state, before) {
  const words = retryWords(state);
  const isSame = words === retryWords(before) && retriedPly(state) === retriedPly(before);
  return isSame ? "" : words;
}

/** @param {State} state */
function boardWords(state) {
  const position = shownPosition(state.game);
  const sentences = [lastMoveWords(state), endSentence(position), pointsWords(state), judgementWords(state)];
  const isYourTurn = isPersonsTurn(state) && !modeOf(state).movesBothSides;
  if (isYourTurn && isAtEnd(state.game) && !isOver(position)) sentences.push("Your turn.");
  return sentences.filter(Boolean).join(" ");
}

/** @param {State} state */
function pointsWords({ game }) {
  const position = shownPosition(game);
  if (position.variant !== "max" || game.ply === 0) return "";
  const count = countLines(position);
  return `Red ${count[1]}, green ${count[2]}.`;
}

/** @param {State} state */
function judgementWords(state) {
  if (state.tab !== "review" || state.betterColumn !== null || isOnVariation(state.game)) return "";
  const move = reviewOf(state)?.moves[state.game.ply - 1];
  if (!move?.words) return "";
  return [capitalized(move.words), move.overlooked?.text].filter(Boolean).join(" ");
}

/** @param {State} state @param {State} before */
function paceChange(state, before) {
  if (modeOf(state).kind !== "watch") return "";
  if (modeOf(before).kind !== "watch") return "The computer plays against itself. Paused.";
  if (state.pace === before.pace || state.pace === "step") return "";
  return state.pace === "paused" ? "Paused." : "The game continues.";
}

/** @param {State} state @param {State} before */
function reviewChange(state, before) {
  if (state.isReviewing && !before.isReviewing) return "Judging every move, from the last to the first …";
  const { betterColumn, review } = state;
  if (betterColumn !== null && betterColumn !== before.betterColumn) return `Better here: column ${betterColumn + 1}.`;
  if (review === before.review || !review) return "";
  const isComplete = unjudgedPlies(review).length === 0;
  const turningPoint = review.turningPoint === null ? noTurningPointWords(review) : `${turningPointTitle(review)}.`;
  return `The review is ${isComplete ? "done" : "not complete"}. ${turningPoint}`;
}

/**
 * All moves of a preview that plays itself, otherwise the move that was stepped to.
 *
 * @param {State} state
 * @param {State} before
 */
function previewChange({ game, preview }, { preview: previous }) {
  if (preview === previous) return "";
  if (!preview) return "Back to the game.";
  const { title, columns, count, isPlaying } = preview;
  const isNew = previous?.title !== title;
  const isComplete = count === columns.length;
  if (isNew && (isPlaying || isComplete)) return `${title}: ${columns.map((column) => column + 1).join(", ")}.`;
  const hasPlayedOut = previous?.isPlaying && isComplete;
  const isSameStep = !isNew && count === previous?.count;
  if (isPlaying || hasPlayedOut || isSameStep) return "";
  const prefix = isNew ? `${title}: ` : "";
  if (count === 0) return isNew ? `${prefix}the position itself.` : "The position itself.";
  const position = columns.slice(0, count - 1).reduce(play, shownPosition(game));
  const column = columns[count - 1];
  const sentences = [moveSentence(position, dropCell(position, column)), endSentence(play(position, column))];
  return prefix + sentences.filter(Boolean).join(" ");
}

/** @param {State} state @param {State} before */
function hintChange(state, before) {
  if (state.hint === before.hint) return state.hint && isScoreNew(state, before) ? hintWords(state) : "";
  if (!state.hint) return "Hint off.";
  return hintWords(state) || "Hint on.";
}

/** @param {State} state @param {State} before */
function scoresChange(state, before) {
  const isChanged = state.values !== before.values || (state.values && isScoreNew(state, before));
  if (!isChanged) return "";
  if (!state.values) return "Values off.";
  const analysis = analysisAt(state);
  const score = analysis?.score ?? null;
  const position = shownPosition(state.game);
  if (!analysis || score === null) return isOver(position) ? "Values on." : "Values on. Solving …";
  const sentence = scoreSentence(score, countEmpty(position), position.variant, nameOf(position.player, position.variant));
  return `${sentence} Best: ${columnList(analysis.best)}.`;
}

/** @param {State} state @param {State} before */
function sidesChange(state, before) {
  const isSwapped = state.human !== before.human && modeOf(state).kind !== "two-players";
  return isSwapped ? `You play ${fullNameOf(state.human, state.game.start.variant)} now.` : "";
}

/**
 * The threats on the board; in a preview that plays itself, only at its end.
 *
 * @param {State} state
 * @param {State} before
 */
function threatsChange(state, before) {
  if (!state.threats) return before.threats ? "Threats off." : "";
  const position = displayedPosition(state);
  const words = threatSentences(position);
  if (!before.threats) return words;
  const isNew = before.preview?.isPlaying || words !== threatSentences(displayedPosition(before));
  const isSilent = isOver(position) || state.preview?.isPlaying || state.tab === "tree";
  return isNew && !isSilent ? words : "";
}

/**
 * True when the score of the shown position has just become known.
 *
 * @param {State} state
 * @param {State} before
 */
function isScoreNew(state, before) {
  return scoreAt(state) !== null && scoreAt(before) === null;
}
