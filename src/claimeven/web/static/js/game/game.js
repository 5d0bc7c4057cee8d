/**
 * A game: where it began, every move since, and which of its positions is shown.
 *
 * @typedef {import("./rules.js").Position} Position
 */

/**
 * Moves from the start of a game.
 *
 * @typedef {object} Track
 * @property {readonly number[]} moves columns
 * @property {readonly Position[]} positions from the start to the last, one more than moves
 */

/**
 * A value: what changes a game makes another one. Its moves are those on the board: the game's own, or those of a
 * line beside it. line.js knows the difference; whoever only shows the board need not.
 *
 * @typedef {object} GameFields
 * @property {Position} start
 * @property {number} at how many moves have been made in the position that is shown
 * @property {Beside | null} beside the other moves, where there is a line
 * @typedef {Track & GameFields} Game
 */

/**
 * Where there is a line: how it goes with the game.
 *
 * @typedef {object} Beside
 * @property {number} from how many moves both have in common
 * @property {boolean} isLine whether the moves on the board are the line's, and not the game's
 * @property {boolean} isAnswered whether the perfect player answers in the line
 * @property {Track} other the moves that are not on the board
 */
import { emptyPosition, keyOf, play } from "./rules.js";

/** A game from a position, with moves already made. @param {Position} start @param {readonly number[]} moves @param {number} [at] @returns {Game} */
export function newGame(start, moves = [], at = moves.length) {
  const positions = [start];
  for (const column of moves) positions.push(play(positions[positions.length - 1], column));
  return { start, moves: [...moves], at: Math.max(0, Math.min(at, moves.length)), positions, beside: null };
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
  if (game.moves[game.at] === column) return withShown(game, game.at + 1);
  const kept = cutHere(game);
  return { ...kept, moves: [...kept.moves, column], at: game.at + 1, positions: [...kept.positions, next] };
}

/** The game with another position shown. @param {Game} game @param {number} ply @returns {Game} */
export function withShown(game, ply) {
  return { ...game, at: Math.max(0, Math.min(ply, game.moves.length)) };
}

/** The game up to the shown position; a line that leaves it later goes as well. @param {Game} game @returns {Game} */
export function cutHere(game) {
  const { start, at, beside } = game;
  return {
    start, at,
    moves: game.moves.slice(0, at),
    positions: game.positions.slice(0, at + 1),
    beside: beside && beside.from <= at ? beside : null,
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

/** A text that only games with this start and these moves have. @param {Position} start @param {readonly number[]} moves */
export function keyOfMoves(start, moves) {
  return `${keyOf(start)} ${moves.join("")}`;
}

/** True when a game began on the empty board. @param {Game} game */
export function fromEmpty(game) {
  return keyOf(game.start) === keyOf(emptyPosition(game.start.variant));
}
