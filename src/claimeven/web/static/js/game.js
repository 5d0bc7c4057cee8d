/**
 * A game: where it began, every move since, and which of its positions is shown.
 *
 * @typedef {import("./rules.js").Position} Position
 */

/**
 * A value: what changes a game makes another one.
 *
 * @typedef {object} Game
 * @property {Position} start
 * @property {readonly number[]} moves columns; the very same list until the game has other moves
 * @property {number} at how many of them have been made in the position that is shown
 * @property {readonly Position[]} positions from the start to the last, one more than moves
 */
import { emptyPosition, keyOf, play } from "./rules.js";

/** A game from a position, with moves already made. @param {Position} start @param {readonly number[]} moves @param {number} [at] @returns {Game} */
export function newGame(start, moves = [], at = moves.length) {
  const positions = [start];
  for (const column of moves) positions.push(play(positions[positions.length - 1], column));
  return { start, moves: [...moves], at: Math.max(0, Math.min(at, moves.length)), positions };
}

/** The position that is shown. @param {Game} game @returns {Position} */
export function shown(game) {
  return game.positions[game.at];
}

/** The column that led to the shown position, null at the start. @param {Game} game */
export function lastMove(game) {
  return game.at > 0 ? game.moves[game.at - 1] : null;
}

/** True when no move follows the shown position. @param {Game} game */
export function isAtEnd(game) {
  return game.at === game.moves.length;
}

/** The game with a disc dropped in the shown position; what followed is forgotten, unless it is the same. @param {Game} game @param {number} column @returns {Game} */
export function withMove(game, column) {
  const next = play(shown(game), column);
  if (game.moves[game.at] === column) return { ...game, at: game.at + 1 };
  return {
    start: game.start,
    moves: [...game.moves.slice(0, game.at), column],
    at: game.at + 1,
    positions: [...game.positions.slice(0, game.at + 1), next],
  };
}

/** The game with another position shown. @param {Game} game @param {number} ply @returns {Game} */
export function withShown(game, ply) {
  return { ...game, at: Math.max(0, Math.min(ply, game.moves.length)) };
}

/** The game up to the shown position. @param {Game} game @returns {Game} */
export function cutHere(game) {
  return {
    start: game.start,
    moves: game.moves.slice(0, game.at),
    at: game.at,
    positions: game.positions.slice(0, game.at + 1),
  };
}

/** The ply that undo leads to: the last position before this one in which ``mayMove`` holds. @param {Game} game @param {(position: Position) => boolean} mayMove */
export function undoTo(game, mayMove) {
  for (let ply = game.at - 1; ply >= 0; ply -= 1) if (mayMove(game.positions[ply])) return ply;
  return game.at;
}

/** The ply that redo leads to: the next position in which ``mayMove`` holds, or the last. @param {Game} game @param {(position: Position) => boolean} mayMove */
export function redoTo(game, mayMove) {
  for (let ply = game.at + 1; ply < game.moves.length; ply += 1) if (mayMove(game.positions[ply])) return ply;
  return game.moves.length;
}

/** True when two games began alike and have the same moves. @param {Game} one @param {Game} two */
export function isSame(one, two) {
  return keyOf(one.start) === keyOf(two.start) && one.moves.join() === two.moves.join();
}

/** True when a game began on the empty board. @param {Game} game */
export function fromEmpty(game) {
  return keyOf(game.start) === keyOf(emptyPosition(game.start.variant));
}
