/**
 * A game: its first position, every move since, and which of its positions is shown.
 *
 * @typedef {import("./rules.js").Position} Position
 */

/**
 * Moves from the start of a game.
 *
 * @typedef {object} MoveSequence
 * @property {readonly number[]} moves columns
 * @property {readonly Position[]} positions from the first to the last, one more than moves
 */

/**
 * An immutable game. Its moves are those on the board: the mainline's, or those of a variation. Code that only draws the
 * board need not know which; variation.js does.
 *
 * @typedef {object} GameFields
 * @property {Position} start
 * @property {number} ply how many moves have been made in the shown position
 * @property {Variation | null} variation
 * @typedef {MoveSequence & GameFields} Game
 */

/**
 * How a variation and the mainline relate.
 *
 * @typedef {object} Variation
 * @property {number} from how many moves the two share
 * @property {boolean} isOnBoard whether the moves on the board are the variation's, not the mainline's
 * @property {boolean} isRetry whether the perfect player replies in the variation
 * @property {MoveSequence} other the moves that are not on the board
 */
import { emptyPosition, play, positionKey } from "./rules.js";

/**
 * Return a game from a position, with some moves made.
 *
 * @param {Position} start
 * @param {readonly number[]} moves
 * @param {number} [ply]
 * @returns {Game}
 */
export function newGame(start, moves = [], ply = moves.length) {
  const positions = [start];
  for (const column of moves) {
    const last = positions[positions.length - 1];
    positions.push(play(last, column));
  }
  return { start, moves: [...moves], positions, ply: clamp(ply, moves.length), variation: null };
}

/** @param {number} ply @param {number} length */
function clamp(ply, length) {
  return Math.max(0, Math.min(ply, length));
}

/** Return the position that is shown. @param {Game} game @returns {Position} */
export function shownPosition(game) {
  return game.positions[game.ply];
}

/** Return the last position of a game. @param {Game} game @returns {Position} */
export function lastPosition(game) {
  return game.positions[game.moves.length];
}

/** Return the column that led to the shown position, or null at the start. @param {Game} game */
export function lastMove(game) {
  return game.ply > 0 ? game.moves[game.ply - 1] : null;
}

/** True when no move follows the shown position. @param {Game} game */
export function isAtEnd(game) {
  return game.ply === game.moves.length;
}

/**
 * Return the game with a disc dropped in the shown position, which removes the moves that followed unless the first
 * of them is the same.
 *
 * @param {Game} game
 * @param {number} column
 * @returns {Game}
 */
export function addMove(game, column) {
  const next = play(shownPosition(game), column);
  if (game.moves[game.ply] === column) return showPly(game, game.ply + 1);
  const kept = truncate(game);
  return { ...kept, moves: [...kept.moves, column], positions: [...kept.positions, next], ply: game.ply + 1 };
}

/**
 * Return the game with another position shown.
 *
 * @param {Game} game
 * @param {number} ply
 * @returns {Game}
 */
export function showPly(game, ply) {
  return { ...game, ply: clamp(ply, game.moves.length) };
}

/**
 * Return the game up to the shown position, without a variation that starts later.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function truncate(game) {
  const { start, ply, variation } = game;
  const keepsVariation = variation !== null && variation.from <= ply;
  return {
    start,
    ply,
    moves: game.moves.slice(0, ply),
    positions: game.positions.slice(0, ply + 1),
    variation: keepsVariation ? variation : null,
  };
}

/**
 * Return the ply that undo leads to: the nearest earlier position that passes the test.
 *
 * @param {Game} game
 * @param {(position: Position) => boolean} test
 */
export function undoPly(game, test) {
  for (let ply = game.ply - 1; ply >= 0; ply -= 1) {
    if (test(game.positions[ply])) return ply;
  }
  return game.ply;
}

/**
 * Return the ply that redo leads to: the nearest later position that passes the test, or the last one.
 *
 * @param {Game} game
 * @param {(position: Position) => boolean} test
 */
export function redoPly(game, test) {
  for (let ply = game.ply + 1; ply < game.moves.length; ply += 1) {
    if (test(game.positions[ply])) return ply;
  }
  return game.moves.length;
}

/**
 * Return a text that is unique to a start and its moves.
 *
 * @param {Position} start
 * @param {readonly number[]} moves
 */
export function movesKey(start, moves) {
  return `${positionKey(start)} ${moves.join("")}`;
}

/** True when a game began on the empty board. @param {Game} game */
export function startsEmpty(game) {
  return positionKey(game.start) === positionKey(emptyPosition(game.start.variant));
}
