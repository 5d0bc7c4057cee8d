/**
 * Files of games, one game per line: a JSON object, or the moves of a game from the empty board.
 *
 * A file is read in pieces with a pause after each, so that the page stays responsive. Its size is limited.
 *
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("./saved_games.js").ParsedGame} ParsedGame
 * @typedef {import("./saved_games.js").SavedGame} SavedGame
 */
import { writeAddress } from "../game/address.js";
import { FormatError, parseMoves, writeMoves } from "../game/formats.js";
import { newGame, startsEmpty } from "../game/game.js";
import { emptyPosition } from "../game/rules.js";
import { MAX_GAMES, parseRecord, recordOf } from "./saved_games.js";

/** The size limit of a file, in bytes: enough for ten thousand games. */
export const MAX_BYTES = 2_000_000;
/** The length limit of a line: ten times what a game with a variation and a long name needs. */
const MAX_LINE_LENGTH = 4_000;
/** A piece ends after this many lines or milliseconds. */
const PIECE_LINES = 500;
const PIECE_TIME = 12;

/**
 * The games of a file.
 *
 * @typedef {object} GamesFile
 * @property {number} count how many games it has
 * @property {number} newCount how many of them are not saved yet
 * @property {readonly ParsedGame[]} newGames the first of these, at most as many as can be saved
 */

/**
 * Read the games of a file, in order. Returns null if aborted; throws FormatError with the number of the line.
 *
 * @param {string} text
 * @param {Variant} variant of games that do not name theirs
 * @param {(game: ParsedGame) => boolean} isSaved
 * @param {AbortSignal} signal
 * @param {(line: number) => void} onPiece called after each piece, with the number of its last line
 * @returns {Promise<GamesFile | null>}
 */
export async function readGames(text, variant, isSaved, signal, onPiece) {
  const newGames = [];
  let count = 0;
  let newCount = 0;
  let lineNumber = 0;
  let pieceEnd = performance.now() + PIECE_TIME;
  for (const line of linesOf(text)) {
    lineNumber += 1;
    const game = parseNumberedLine(line.trim(), lineNumber, variant);
    if (game) count += 1;
    if (game && !isSaved(game)) {
      newCount += 1;
      if (newGames.length < MAX_GAMES) newGames.push(game);
    }
    const isPieceDone = lineNumber % PIECE_LINES === 0 || performance.now() >= pieceEnd;
    if (!isPieceDone) continue;
    onPiece(lineNumber);
    await pause();
    if (signal.aborted) return null;
    pieceEnd = performance.now() + PIECE_TIME;
  }
  return { count, newCount, newGames };
}

/** Let the browser handle other events. @returns {Promise<void>} */
function pause() {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Yield the lines of a text. @param {string} text */
function* linesOf(text) {
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(start, index);
    start = index + lineBreak.length;
  }
  yield text.slice(start);
}

/**
 * Return the game on a line, or null if it is empty; throws FormatError with the number of the line.
 *
 * @param {string} line
 * @param {number} number
 * @param {Variant} variant
 * @returns {ParsedGame | null}
 */
function parseNumberedLine(line, number, variant) {
  if (!line) return null;
  try {
    return parseLine(line, variant);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(`Line ${number}: ${error.message}`);
  }
}

/** @param {string} line @param {Variant} variant @returns {ParsedGame} */
function parseLine(line, variant) {
  if (line.length > MAX_LINE_LENGTH) {
    throw new FormatError(`A line may have ${MAX_LINE_LENGTH} characters; this one has ${line.length}.`);
  }
  if (line.startsWith("{")) return parseRecord(parseJson(line));
  const start = emptyPosition(variant);
  const moves = parseMoves(line.replace(/[\s,;]/g, ""), start);
  if (moves.length === 0) throw new FormatError("A game needs at least one move.");
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

/**
 * Return a test for games that are saved already: the same moves and variation, and the same name and date if the
 * file has them.
 *
 * @param {readonly SavedGame[]} games
 * @returns {(parsed: ParsedGame) => boolean}
 */
export function createSavedTest(games) {
  const known = games.map(({ name, date, game }) => ({ name, date, address: writeAddress(game, "play") }));
  return (parsed) => {
    const address = writeAddress(parsed.game, "play");
    return known.some((saved) => {
      const hasSameName = parsed.name === null || parsed.name === saved.name;
      const hasSameDate = parsed.date === null || parsed.date === saved.date;
      return saved.address === address && hasSameName && hasSameDate;
    });
  };
}

/** Return all games as JSON lines. @param {readonly SavedGame[]} games */
export function writeJsonLines(games) {
  return games.map((saved) => `${JSON.stringify(recordOf(saved))}\n`).join("");
}

/**
 * Return the moves of a variant's games that began on the empty board, one game per line.
 *
 * @param {readonly SavedGame[]} games
 * @param {Variant} variant
 */
export function writeMovesLines(games, variant) {
  const lines = gamesAsMoves(games, variant).map(({ game }) => `${writeMoves(game.moves)}\n`);
  return lines.join("");
}

/**
 * Return the games that can be written as moves alone.
 *
 * @param {readonly SavedGame[]} games
 * @param {Variant} variant
 */
export function gamesAsMoves(games, variant) {
  return games.filter(({ game }) => game.start.variant === variant && startsEmpty(game));
}
