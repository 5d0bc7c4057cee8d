/**
 * Variations: other moves that could have been played, stored next to the mainline, which is the game itself.
 *
 * Dropping a disc that differs from the next move does one of two things. In a game against the computer, in the Play
 * view, it replaces the moves that followed. Everywhere else it starts a variation: in the other views, between two
 * players, and within a variation. `movesBothSides` in state/mode.js decides which.
 *
 * A game has at most one variation. A different move within it changes it; a different move elsewhere replaces it.
 *
 * Reviews and saved games are about the mainline. Two players who take back moves before the game is over continue in a
 * variation; when they finish it, it becomes the mainline, and the moves they took back become the variation.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").MoveSequence} MoveSequence
 */
import { addMove, isAtEnd, lastPosition, movesKey, showPly, shownPosition, truncate } from "./game.js";
import { isOver } from "./rules.js";

/** True when the board shows the variation, not the mainline. @param {Game} game */
export function isOnVariation(game) {
  return game.variation?.isOnBoard ?? false;
}

/** True when the board shows a variation in which the perfect player replies. @param {Game} game */
export function isRetry({ ply, variation }) {
  return variation !== null && variation.isOnBoard && variation.isRetry && ply >= variation.from;
}

/** Return the game without its variation. @param {Game} game @returns {Game} */
export function mainline(game) {
  return { ...showMainline(game), variation: null };
}

/**
 * Return the variation, including the moves that it shares with the mainline, or null.
 *
 * @param {Game} game
 * @returns {MoveSequence & {from: number} | null}
 */
export function variationMoves({ moves, positions, variation }) {
  if (!variation) return null;
  const sequence = variation.isOnBoard ? { moves, positions } : variation.other;
  return { ...sequence, from: variation.from };
}

/**
 * Return the number of the mainline's move that is looked at: on a variation, the one that the variation replaces.
 *
 * @param {Game} game
 */
export function mainlinePly({ ply, variation }) {
  const isPastBranch = variation !== null && variation.isOnBoard && ply >= variation.from;
  return isPastBranch ? variation.from + 1 : ply;
}

/**
 * Return the game with the mainline on the board.
 *
 * @param {Game} game
 * @param {number} [ply] by default, where the variation starts
 * @returns {Game}
 */
export function showMainline(game, ply) {
  return showSequence(game, false, ply);
}

/**
 * Return the game with its variation on the board, if it has one.
 *
 * @param {Game} game
 * @param {number} ply
 * @returns {Game}
 */
export function showVariation(game, ply) {
  return showSequence(game, true, ply);
}

/**
 * Put the variation or the mainline on the board.
 *
 * @param {Game} game
 * @param {boolean} isVariation
 * @param {number} [ply]
 * @returns {Game}
 */
function showSequence(game, isVariation, ply) {
  const { variation } = game;
  if (!variation || variation.isOnBoard === isVariation) return showPly(game, ply ?? game.ply);
  const swapped = { ...variation, isOnBoard: isVariation, other: { moves: game.moves, positions: game.positions } };
  const isEmpty = variation.isOnBoard && game.moves.length === variation.from;
  const shown = { start: game.start, ...variation.other, ply: 0, variation: isEmpty ? null : swapped };
  return showPly(shown, ply ?? Math.min(game.ply, variation.from));
}

/**
 * Return the game with an empty variation on the board.
 *
 * @param {Game} game
 * @param {number} from how many moves it shares with the mainline
 * @param {boolean} isRetry whether the perfect player replies in it
 * @returns {Game}
 */
export function startVariation(game, from, isRetry) {
  const main = mainline(game);
  const other = { moves: main.moves, positions: main.positions };
  return { ...truncate(showPly(main, from)), variation: { from, isOnBoard: true, isRetry, other } };
}

/**
 * Drop a disc in the shown position without changing the mainline: step along it or the variation, or change the
 * variation.
 *
 * @param {Game} game
 * @param {number} column
 * @returns {Game}
 */
export function tryMove(game, column) {
  const { ply, variation } = game;
  if (game.moves[ply] === column) return showPly(game, ply + 1);
  if (variation?.from === ply && variation.other.moves[ply] === column) {
    return showSequence(game, !variation.isOnBoard, ply + 1);
  }
  const mayExtend = variation?.isOnBoard ? ply >= variation.from : isAtEnd(game);
  if (mayExtend) return addMove(game, column);
  return addMove(startVariation(game, ply, false), column);
}

/**
 * Make the variation on the board the mainline, and the mainline's moves the variation.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function promoteVariation(game) {
  if (!game.variation?.isOnBoard) return game;
  return { ...game, variation: { ...game.variation, isOnBoard: false, isRetry: false } };
}

/**
 * Make a finished variation of an unfinished game the mainline.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function promoteIfFinished(game) {
  const isMainlineOver = isOver(lastPosition(mainline(game)));
  return isOver(shownPosition(game)) && !isMainlineOver ? promoteVariation(game) : game;
}

/**
 * True when two games have the same start, mainline and variation, and show the same one of the two.
 *
 * @param {Game} one
 * @param {Game} two
 */
export function hasSameMoves(one, two) {
  return isOnVariation(one) === isOnVariation(two) && sequenceKeys(one).join() === sequenceKeys(two).join();
}

/**
 * True when a move of the mainline or the variation was replaced, or the board changed from one of them to the other.
 *
 * @param {Game} game
 * @param {Game} before
 */
export function hasReplacedMoves(game, before) {
  const [mainlineNow, variationNow] = sequenceKeys(game);
  const [mainlineBefore, variationBefore] = sequenceKeys(before);
  return isOnVariation(game) !== isOnVariation(before)
    || !mainlineNow.startsWith(mainlineBefore)
    || !variationNow.startsWith(variationBefore);
}

/** Return the keys of the mainline and of the variation. @param {Game} game */
function sequenceKeys(game) {
  const variation = variationMoves(game);
  const variationKey = variation ? movesKey(game.start, variation.moves) : "";
  return [movesKey(game.start, mainline(game).moves), variationKey];
}
