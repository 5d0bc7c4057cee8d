/**
 * What follows from the state: the position on the board, whose turn it is, and what is known about it.
 *
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./review.js").Review} Review
 * @typedef {import("./state.js").State} State
 */
import { isAtEnd, lastMove, movesKey, shownPosition } from "../game/game.js";
import { positionFromCells } from "../game/formats.js";
import { ALL_COLUMNS, dropCell, isOver, play, playableColumns, positionKey } from "../game/rules.js";
import { mainline, mainlinePly } from "../game/variation.js";
import { mayPersonMove, modeOf } from "./mode.js";
import { isPuzzleLoading } from "./puzzles.js";
import { createSelector } from "./selector.js";

/** Return the review of the game, or null. */
export const reviewOf = createSelector(["game", "review"], ({ game, review }) => {
  const key = movesKey(game.start, mainline(game).moves);
  return review?.key === key ? review : null;
});

/**
 * True when the board shows a position of the game or its variation: no set-up, no preview, no tree, and no puzzle that
 * is still to come.
 *
 * @param {Pick<State, "edit" | "preview" | "puzzle" | "tab">} state
 */
export function isGameShown(state) {
  return !state.edit && !state.preview && state.tab !== "tree" && !isPuzzleLoading(state);
}

/** True when the person may drop a disc in the shown position. @param {State} state */
export function isPersonsTurn(state) {
  return mayPersonMove(modeOf(state), shownPosition(state.game).player);
}

/**
 * True when the person watches a game of the computer against itself, and it is paused.
 *
 * @param {State} state
 */
export function isPaused(state) {
  return modeOf(state).kind === "watch" && state.pace === "paused";
}

/**
 * True when the computer should drop a disc now; never before the server has listed its players.
 *
 * @param {State} state
 */
export function isComputersTurn(state) {
  if (state.levels === null || isPaused(state) || !isGameShown(state)) return false;
  const isLastPosition = isAtEnd(state.game) && !isOver(shownPosition(state.game));
  return isLastPosition && !isPersonsTurn(state);
}

/**
 * Return what is known about a position of the game, or null.
 *
 * @param {Pick<State, "game" | "analyses">} state
 * @param {number} [ply] by default that of the shown position
 * @returns {Analysis | null}
 */
export function analysisAt({ game, analyses }, ply = game.ply) {
  return analyses.get(positionKey(game.positions[ply])) ?? null;
}

/**
 * Return the score of a position of the game, or null while it is unknown.
 *
 * @param {Pick<State, "game" | "analyses">} state
 * @param {number} [ply]
 */
export function scoreAt(state, ply) {
  return analysisAt(state, ply)?.score ?? null;
}

/**
 * Return the moves on the board that are not part of the game: those of a preview, or on the way to a node of the
 * tree.
 *
 * @param {Pick<State, "preview" | "tab" | "tree">} state
 * @returns {readonly number[]}
 */
export function extraMoves({ preview, tab, tree }) {
  if (preview) return preview.columns.slice(0, preview.count);
  return tab === "tree" && tree ? tree.path : [];
}

/** Return the position on the board. */
export const displayedPosition = createSelector(["edit", "game", "preview", "tab", "tree"], (state) => {
  if (state.edit) {
    const { variant } = state.game.start;
    const { cells } = state.edit;
    return positionFromCells(variant, cells) ?? { variant, cells, player: /** @type {const} */ (1) };
  }
  let position = shownPosition(state.game);
  for (const column of extraMoves(state)) position = play(position, column);
  return position;
});

/**
 * Return the columns that the person may click now.
 *
 * @param {State} state
 * @returns {readonly number[]}
 */
export function openColumns(state) {
  if (state.edit) return ALL_COLUMNS;
  if (!isGameShown(state) || !isPersonsTurn(state)) return [];
  return playableColumns(shownPosition(state.game));
}

/**
 * Return the cell of the last disc of the shown position, or null at the start.
 *
 * @param {Pick<State, "game">} state
 */
export function lastCell({ game }) {
  const column = lastMove(game);
  return column === null ? null : dropCell(game.positions[game.ply - 1], column);
}

/**
 * Return the number of the move that a review is about: the last one, or the one that a variation or the better move
 * replaces.
 *
 * @param {Pick<State, "game" | "betterColumn">} state
 */
export function reviewedPly({ game, betterColumn }) {
  return betterColumn === null ? mainlinePly(game) : game.ply + 1;
}
