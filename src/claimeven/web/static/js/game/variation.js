/**
 * A line beside the game: what else could have been played, without touching the game.
 *
 * When a disc other than the game's next one is dropped in an earlier position, one of two things happens. In a game
 * against the computer, on the view Play, it replaces what followed, as when a move is taken back. Everywhere else a
 * line begins: in any other view, between two people, and on a line itself. ``playsBoth`` in state.js decides it.
 * There is one line at a time: a disc that differs from it changes it, one elsewhere begins another in its place.
 *
 * A review and the kept games are about the game. Two people who take moves back before the game is over play on in a
 * line, too; when they finish it, it is their game, and what they took back is the line.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Track} Track
 */
import { cutHere, isAtEnd, keyOfMoves, shown, withMove, withShown } from "./game.js";
import { isOver } from "./rules.js";

/** True when the board shows the line and not the game. @param {Game} game */
export const isOnLine = (game) => game.beside?.isLine ?? false;

/** True when the perfect player answers to the discs in the line. @param {Game} game */
export function isAnswered({ at, beside }) {
  return beside !== null && beside.isLine && beside.isAnswered && at >= beside.from;
}

/** The game itself, without its line. @param {Game} game @returns {Game} */
export function mainOf(game) {
  return { ...withGame(game), beside: null };
}

/** The line with the moves that it shares with the game, null where there is none. @param {Game} game @returns {Track & {from: number} | null} */
export function lineOf({ moves, positions, beside }) {
  if (!beside) return null;
  return { ...(beside.isLine ? { moves, positions } : beside.other), from: beside.from };
}

/** The move of the game that is being looked at: on a line, the one that the line replaces. @param {Game} game */
export function gamePly({ at, beside }) {
  return beside?.isLine && at >= beside.from ? beside.from + 1 : at;
}

/** The game on the board, and not its line. @param {Game} game @param {number} [ply] of the game; without it, where the line leaves @returns {Game} */
export function withGame(game, ply) {
  return withTrack(game, false, ply);
}

/** The line on the board, if there is one. @param {Game} game @param {number} ply @returns {Game} */
export function withLine(game, ply) {
  return withTrack(game, true, ply);
}

/** @param {Game} game @param {boolean} isLine @param {number} [ply] @returns {Game} */
function withTrack(game, isLine, ply) {
  const { start, moves, positions, at, beside } = game;
  if (!beside || beside.isLine === isLine) return withShown(game, ply ?? at);
  const isEmpty = beside.isLine && moves.length === beside.from;  // nobody misses a line without a move
  const other = { start, ...beside.other, at: 0, beside: isEmpty ? null : { ...beside, isLine, other: { moves, positions } } };
  return withShown(other, ply ?? Math.min(at, beside.from));
}

/** A game with an empty line that leaves it after some moves, and is on the board. @param {Game} game @param {number} from @param {boolean} isAnswered @returns {Game} */
export function beginLine(game, from, isAnswered) {
  const main = mainOf(game);
  const other = { moves: main.moves, positions: main.positions };
  return { ...cutHere(withShown(main, from)), beside: { from, isLine: true, isAnswered, other } };
}

/** A disc in the shown position that leaves the game as it is: the next one of the game or the line, or another line. @param {Game} game @param {number} column @returns {Game} */
export function withTry(game, column) {
  const { at, beside } = game;
  if (game.moves[at] === column) return withShown(game, at + 1);
  if (beside?.from === at && beside.other.moves[at] === column) return withTrack(game, !beside.isLine, at + 1);
  if (beside?.isLine ? at >= beside.from : isAtEnd(game)) return withMove(game, column);
  return withMove(beginLine(game, at, false), column);
}

/** The line as the game, and what followed in the game as the line beside it. @param {Game} game @returns {Game} */
export function withLineAsGame(game) {
  return game.beside?.isLine ? { ...game, beside: { ...game.beside, isLine: false, isAnswered: false } } : game;
}

/** Two people have played to the end in a line, beside a game that has none: that is their game then. @param {Game} game @returns {Game} */
export function withEnd(game) {
  const main = mainOf(game);
  const isEnded = isOver(main.positions[main.moves.length]);
  return isOver(shown(game)) && !isEnded ? withLineAsGame(game) : game;
}

/** True when two games began alike and have the same moves and the same line, the same of both on the board. @param {Game} one @param {Game} two */
export function isSame(one, two) {
  return isOnLine(one) === isOnLine(two) && textsOf(one).join() === textsOf(two).join();
}

/** True when a move of the game or of its line before is not in it now, or the other of both is on the board. @param {Game} game @param {Game} before */
export function hasLeft(game, before) {
  const [now, then] = [textsOf(game), textsOf(before)];
  return isOnLine(game) !== isOnLine(before) || !now[0].startsWith(then[0]) || !now[1].startsWith(then[1]);
}

/** The game and the line, each as a text. @param {Game} game */
function textsOf(game) {
  const line = lineOf(game);
  return [keyOfMoves(game.start, mainOf(game).moves), line ? keyOfMoves(game.start, line.moves) : ""];
}
