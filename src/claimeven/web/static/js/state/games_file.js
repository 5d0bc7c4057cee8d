/**
 * Files of games: one on a line, as a JSON object or as the moves of a game from the empty board.
 *
 * A file is read in pieces, with a pause after each, so that the page goes on answering; how large it may be is bounded.
 *
 * @typedef {import("./saved_games.js").Found} Found
 * @typedef {import("./saved_games.js").Kept} Kept
 * @typedef {import("../game/rules.js").Variant} Variant
 */
import { writeAddress } from "../game/address.js";
import { FormatError, parseMoves, writeMoves } from "../game/formats.js";
import { fromEmpty, newGame } from "../game/game.js";
import { MOST, readRecord, recordOf } from "./saved_games.js";
import { emptyPosition } from "../game/rules.js";

/** Bytes of a file: enough for ten thousand games. */
export const MOST_BYTES = 2_000_000;
/** Characters of a line: ten times what a game with a line beside it and a long name takes. */
const MOST_CHARACTERS = 4_000;
/** A piece ends after so many lines, or so many milliseconds. */
const PIECE_LINES = 500;
const PIECE_TIME = 12;

/**
 * What a file holds.
 *
 * @typedef {object} FileGames
 * @property {number} count games in the file
 * @property {number} newCount those that are not kept yet
 * @property {readonly Found[]} newGames the first of these, as many as can be kept at most
 */

/**
 * Read the games of a file, in its order; null if the signal was aborted. Throws FormatError with the line that is wrong.
 *
 * @param {string} text
 * @param {Variant} variant of games that do not name theirs
 * @param {(game: Found) => boolean} isKept
 * @param {AbortSignal} signal
 * @param {(line: number) => void} onPiece called with the number of the last line after each piece
 * @returns {Promise<FileGames | null>}
 */
export async function readGames(text, variant, isKept, signal, onPiece) {
  const newGames = [];
  let [count, newCount, number] = [0, 0, 0];
  let pieceEnd = performance.now() + PIECE_TIME;
  for (const line of linesOf(text)) {
    number += 1;
    const game = readNumbered(line.trim(), number, variant);
    if (game) count += 1;
    if (game && !isKept(game)) {
      newCount += 1;
      if (newGames.length < MOST) newGames.push(game);
    }
    if (number % PIECE_LINES !== 0 && performance.now() < pieceEnd) continue;
    onPiece(number);
    await pause();
    if (signal.aborted) return null;
    pieceEnd = performance.now() + PIECE_TIME;
  }
  return { count, newCount, newGames };
}

/** Let the page do what else is to be done. @returns {Promise<void>} */
const pause = () => new Promise((resolve) => {
  setTimeout(resolve);
});

/** The lines of a text, one after the other. @param {string} text */
function* linesOf(text) {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

/** The game on a line, null on an empty one; throws FormatError with the number of the line. @param {string} line @param {number} number @param {Variant} variant @returns {Found | null} */
function readNumbered(line, number, variant) {
  if (!line) return null;
  try {
    return readLine(line, variant);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(`Line ${number}: ${error.message}`);
  }
}

/** @param {string} line @param {Variant} variant @returns {Found} */
function readLine(line, variant) {
  if (line.length > MOST_CHARACTERS) throw new FormatError(`A game has at most ${MOST_CHARACTERS} characters; this line has ${line.length}.`);
  if (line.startsWith("{")) return readRecord(parseJson(line));
  const start = emptyPosition(variant);
  const moves = parseMoves(line.replace(/[\s,;]/g, ""), start);
  if (moves.length === 0) throw new FormatError("A game has moves.");
  return { name: null, date: null, game: newGame(start, moves) };
}

/** @param {string} line @returns {unknown} */
function parseJson(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new FormatError("This is not JSON.");
  }
}

/** A function that says whether a game of a file is among kept games: the same moves and line, and the same name and date where the file has them. @param {readonly Kept[]} games @returns {(found: Found) => boolean} */
export function keptAmong(games) {
  const known = games.map(({ name, date, game }) => ({ name, date, address: writeAddress(game, "play") }));
  return (found) => {
    const address = writeAddress(found.game, "play");
    const sameGames = known.filter((kept) => kept.address === address);
    return sameGames.some(({ name, date }) => (found.name ?? name) === name && (found.date ?? date) === date);
  };
}

/** All games as JSON lines. @param {readonly Kept[]} games */
export const writeJsonLines = (games) => games.map((kept) => `${JSON.stringify(recordOf(kept))}\n`).join("");

/** The moves of the games of a variant that began on the empty board, one game on a line. @param {readonly Kept[]} games @param {Variant} variant */
export const writeMovesLines = (games, variant) => movesOnly(games, variant).map(({ game }) => `${writeMoves(game.moves)}\n`).join("");

/** Those whose moves say everything, once the variant is known. @param {readonly Kept[]} games @param {Variant} variant */
export const movesOnly = (games, variant) => games.filter(({ game }) => game.start.variant === variant && fromEmpty(game));
