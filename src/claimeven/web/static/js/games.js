/**
 * The games that the browser keeps: the last twenty with moves, finished or left for another one, newest first.
 *
 * A kept game is written as a record: its name and date, how it ended, and the fields of its address, with those of a
 * line beside it. One record on a line is a file of JSON lines; a line without braces is the moves of a game from the
 * empty board.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./rules.js").Variant} Variant
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {{name: string, date: string, game: Game}} Kept the date as ISO 8601 writes it; the last position of the game is shown, not its line
 */
import { parseAddress, writeAddress } from "./address.js";
import { FormatError, parseMoves, writeMoves } from "./formats.js";
import { fromEmpty, newGame } from "./game.js";
import { load, save } from "./kept.js";
import { withGame } from "./line.js";
import { emptyPosition, isOver, keyOf } from "./rules.js";
import { isForTwo, isWatched, opponentIn } from "./state.js";
import { resultWords } from "./words.js";

export const MOST = 20;

/** The list of kept games, in the browser where it allows that, else for as long as the page is open. */
export function createGames() {
  /** @type {readonly Kept[]} */
  let games = [];
  /** @param {readonly Kept[]} changed */
  const put = (changed) => {
    games = changed;
    save("games", JSON.stringify(changed.map(recordOf)));
  };
  /** As the browser has it now: another page may have changed it. */
  const list = () => {
    const text = load("games");
    if (text !== null) games = storedGames(text);
    return games;
  };
  return {
    list,
    put,
    /** Keep one more. @param {Kept} kept */
    add: (kept) => put(withKept(list(), kept)),
  };
}

/** @typedef {ReturnType<typeof createGames>} Games */

/** Keep every game with moves when it is finished, or left for another one. @param {Store} store @param {Games} games */
export function bindGames(store, games) {
  /** A state with the end of the game itself on the board. @param {State} state */
  const onGame = (state) => ({ ...state, game: withGame(state.game, Infinity) });
  store.subscribe((now, then) => {
    const [state, before] = [onGame(now), onGame(then)];
    const date = new Date().toISOString();
    const isLeft = state.game.start !== before.game.start && before.game.moves.length > 0;
    if (isLeft) games.add({ name: gameName(before), date, game: before.game });
    const isFinished = state.game.moves !== before.game.moves && state.game.moves.length > 0 && isOver(lastOf(state.game));
    if (isFinished) games.add({ name: gameName(state), date, game: state.game });
  });
}

/** Who plays whom, the one who begins first. @param {State} state */
function gameName(state) {
  if (isForTwo(state)) return "Two people";
  return /** @type {const} */ ([1, 2]).map((side) => (side === state.human && !isWatched(state) ? "You" : opponentIn(state, side))).join(" against ");
}

/** The last position of a game. @param {Game} game */
export const lastOf = (game) => game.positions[game.moves.length];

/** The list with one more: not twice the same, but with its newest line, and what goes on replaces its beginning. @param {readonly Kept[]} games @param {Kept} kept @returns {Kept[]} */
export function withKept(games, kept) {
  const whole = games.find(({ game }) => isBeginning(kept.game, game));
  if (whole) {
    const hasLine = kept.game.beside !== null && whole.game.moves.length === kept.game.moves.length;
    return games.map((other) => (other === whole && hasLine ? { ...whole, game: kept.game } : other));
  }
  const beginning = games.find(({ game }) => isBeginning(game, kept.game));
  return [{ ...kept, name: beginning?.name ?? kept.name }, ...games.filter((other) => other !== beginning)].slice(0, MOST);
}

/** @param {Game} one @param {Game} whole */
function isBeginning(one, whole) {
  return keyOf(one.start) === keyOf(whole.start) && one.moves.every((column, index) => column === whole.moves[index]);
}

/** A kept game as an object of texts. @param {Kept} kept @returns {Record<string, string>} */
function recordOf({ name, date, game }) {
  const fields = Object.fromEntries(new URLSearchParams(writeAddress(game, "play")));
  return { name, date, result: resultWords(lastOf(game)), ...fields };
}

/** The kept game of such an object; throws FormatError where it is none. @param {unknown} record @returns {Kept} */
function readRecord(record) {
  if (typeof record !== "object" || record === null || !("moves" in record)) throw new FormatError("A game has “moves”.");
  const { name, date, ...fields } = /** @type {Record<string, unknown>} */ (record);
  const texts = Object.entries(fields).map(([field, value]) => [field, String(value)]);
  const game = withGame(parseAddress(String(new URLSearchParams(texts)), []).game, Infinity);
  if (game.moves.length === 0) throw new FormatError("A game has moves.");
  const isDate = typeof date === "string" && !Number.isNaN(Date.parse(date));
  return { name: typeof name === "string" && name ? name : "A game", date: isDate ? date : new Date().toISOString(), game };
}

/** What the browser has kept; what is no game any more is left out. @param {string} text @returns {Kept[]} */
function storedGames(text) {
  /** @type {unknown} */
  let records;
  try {
    records = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(records) ? records.slice(0, MOST).flatMap((record) => {
    try {
      return [readRecord(record)];
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return [];
    }
  }) : [];
}

/** All games as JSON lines. @param {readonly Kept[]} games */
export const writeJsonLines = (games) => games.map((kept) => `${JSON.stringify(recordOf(kept))}\n`).join("");

/** The moves of the games of a variant that began on the empty board, one game on a line. @param {readonly Kept[]} games @param {Variant} variant */
export const writeMovesLines = (games, variant) => movesOnly(games, variant).map(({ game }) => `${writeMoves(game.moves)}\n`).join("");

/** Those whose moves say everything, once the variant is known. @param {readonly Kept[]} games @param {Variant} variant */
export const movesOnly = (games, variant) => games.filter(({ game }) => game.start.variant === variant && fromEmpty(game));

/** The games of a file, JSON lines or moves, in its order; throws FormatError with the line that is wrong. @param {string} text @param {Variant} variant of games that do not name theirs @returns {Kept[]} */
export function readLines(text, variant) {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (!line.trim()) return [];
    try {
      return [readLine(line.trim(), variant)];
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error;
      throw new FormatError(`Line ${index + 1}: ${error instanceof FormatError ? error.message : "This is no JSON."}`);
    }
  });
}

/** @param {string} line @param {Variant} variant @returns {Kept} */
function readLine(line, variant) {
  if (line.startsWith("{")) return readRecord(JSON.parse(line));
  const start = emptyPosition(variant);
  return { name: "A game", date: new Date().toISOString(), game: newGame(start, parseMoves(line.replace(/[\s,;]/g, ""), start)) };
}
