/**
 * The headline above the board and the smaller line below it.
 *
 * @typedef {import("../state/state.js").State} State
 */
import { isAtEnd, lastMove, shownPosition } from "../game/game.js";
import { dropCell, isOver, winner } from "../game/rules.js";
import { isOnVariation } from "../game/variation.js";
import { SIGNS, columnList, counted, endSentence, fullNameOf, moveSentence, nameOf } from "../game/words.js";
import { modeOf } from "../state/mode.js";
import { isPuzzleLoading, puzzleOnBoard } from "../state/puzzles.js";
import { isMistakeHeld, isReplyHeld, retryWords } from "../state/retry.js";
import { analysisAt, isPaused, isPersonsTurn } from "../state/selectors.js";

const IS_TOUCHSCREEN = window.matchMedia("(pointer: coarse)").matches;
const HOW_TO_DROP = IS_TOUCHSCREEN ? "Tap a column to drop a disc." : "Click a column, or press 1 to 7.";
const HOW_TO_LEAVE = IS_TOUCHSCREEN ? "Tap the board to go back." : "Press Esc to go back.";

/** Return the headline. @param {State} state */
export function headline(state) {
  if (state.edit) return "Set up a position";
  if (state.tab === "tree") return "How alpha-beta thinks";
  if (state.preview) return state.preview.title;
  if (isPuzzleLoading(state)) return `Puzzle ${state.puzzle?.number}`;
  const shown = puzzleOnBoard(state);
  if (shown) return `Puzzle ${shown.number}: ${shown.puzzle.title}`;
  const position = shownPosition(state.game);
  return isOver(position) ? endHeadline(state) : turnHeadline(state);
}

/** @param {State} state */
function turnHeadline(state) {
  const { player, variant } = shownPosition(state.game);
  const { kind, movesBothSides } = modeOf(state);
  if (movesBothSides || isPaused(state)) return `${nameOf(player, variant)} to move`;
  if (isPersonsTurn(state)) return "Your turn";
  if (isMistakeHeld(state)) return "Take it back?";
  if (isReplyHeld(state)) return "Checking your move …";
  const name = kind === "watch" ? nameOf(player, variant) : "The computer";
  if (!isAtEnd(state.game)) return `${name} to move`;
  const hasFailed = state.errors.move && state.errors.move.code !== "busy";
  return hasFailed ? `No reply from ${kind === "watch" ? name : "the computer"}` : `${name} is thinking …`;
}

/** @param {State} state */
function endHeadline(state) {
  const position = shownPosition(state.game);
  const { kind, movesBothSides, human } = modeOf(state);
  const won = winner(position);
  if (!won) return position.variant === "max" ? "A tie" : "A draw";
  if (movesBothSides || kind === "watch") return `${nameOf(won, position.variant)} wins`;
  return won === human ? "You win" : "The computer wins";
}

/** Return the line below the headline. @param {State} state */
export function subline(state) {
  if (state.edit) return "Choose a disc, then click columns.";
  if (state.preview) return `${counted(state.preview.count, "disc")} of ${state.preview.columns.length}. ${HOW_TO_LEAVE}`;
  if (state.tab === "tree") return "The board follows the search.";
  if (isPuzzleLoading(state)) return state.errors.puzzle ? "It could not be loaded." : "Loading …";
  const end = endSentence(shownPosition(state.game));
  if (end) return end;
  if (puzzleOnBoard(state)) return puzzleSubline(state);
  const advice = hintWords(state) || retryWords(state);
  if (!isAtEnd(state.game)) return `${plyWords(state)} ${advice || earlierMoveWords(state)}`;
  return advice || latestMoveWords(state);
}

/** @param {State} state */
function puzzleSubline(state) {
  const { player, variant } = shownPosition(state.game);
  return hintWords(state) || `${nameOf(player, variant)} to move. Which column is right?`;
}

/** @param {State} state */
function latestMoveWords(state) {
  if (isPaused(state)) return `Paused. ${lastMoveWords(state)}`;
  if (isOnVariation(state.game)) return `In a variation. ${lastMoveWords(state)}`;
  return state.game.ply === 0 && isPersonsTurn(state) ? HOW_TO_DROP : lastMoveWords(state);
}

/** @param {State} state */
function plyWords({ game }) {
  return `${isOnVariation(game) ? "Variation, move" : "Move"} ${game.ply} of ${game.moves.length}.`;
}

/** Return what a disc does in an earlier position. @param {State} state */
function earlierMoveWords(state) {
  const { kind, movesBothSides } = modeOf(state);
  if (movesBothSides) return isOnVariation(state.game) ? "Another move changes it." : "Another move starts a variation.";
  if (kind === "watch") return "Press “Continue” to return to the end.";
  return isPersonsTurn(state) ? "A disc replaces the moves that followed." : "Press “Play on from here” to let it move.";
}

/** Return the best columns in words; "" if no hint is shown. @param {State} state */
export function hintWords(state) {
  if (!state.hint || !isPersonsTurn(state)) return "";
  const best = analysisAt(state)?.best ?? [];
  if (best.length === 0) return state.errors.analysis ? "" : "Looking for the best column …";
  return `Hint: ${columnList(best)} ${best.length > 1 ? "are" : "is"} best.`;
}

/** Return the last move in words, or who plays what before the first one. @param {State} state */
export function lastMoveWords(state) {
  const { game } = state;
  const column = lastMove(game);
  if (column !== null) {
    const before = game.positions[game.ply - 1];
    return moveSentence(before, dropCell(before, column));
  }
  const { kind, human } = modeOf(state);
  if (kind !== "computer") return "Red starts.";
  return `You play ${fullNameOf(human, game.start.variant)}, ${SIGNS[human]}.`;
}
