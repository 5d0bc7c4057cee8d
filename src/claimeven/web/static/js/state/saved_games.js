/**
 * The games that the browser keeps: the last twenty that have moves and were finished or replaced, newest first.
 *
 * A game is stored as a record: its name and date, its result, and the fields of its address, including those of its
 * variation. An id tells it from another game with the same moves; files of games do not contain ids.
 *
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {{name: string | null, date: string | null, game: Game}} ParsedGame a game in a record or a file
 * @typedef {ReturnType<typeof createSavedGames>} SavedGames
 */

/**
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {string} name
 * @property {string} date in ISO 8601
 * @property {Game} game with the last position of the mainline on the board
 */
import { parseAddress, writeAddress } from "../game/address.js";
import { FormatError } from "../game/formats.js";
import { lastPosition } from "../game/game.js";
import { PLAYERS, isOver, positionKey } from "../game/rules.js";
import { showMainline } from "../game/variation.js";
import { resultWords } from "../game/words.js";
import { modeOf, sideName } from "./mode.js";
import { loadPreference, savePreference } from "./preferences.js";

export const MAX_GAMES = 20;
/** The length limit of a name. */
export const MAX_NAME_LENGTH = 60;
/** The fields that a record shares with an address. */
const ADDRESS_FIELDS = ["variant", "board", "moves", "line", "from", "on"];

/** Return the list of saved games. If the browser stores nothing, it lasts as long as the page is open. */
export function createSavedGames() {
  /** @type {readonly SavedGame[]} */
  let games = [];
  /**
   * The ids of saved games that are or were on the board, by their first positions.
   *
   * @type {WeakMap<Position, string>}
   */
  const ids = new WeakMap();

  /** Replace the list. @param {readonly SavedGame[]} changed */
  const put = (changed) => {
    games = changed;
    const records = changed.map(({ id, ...game }) => ({ id, ...recordOf(game) }));
    savePreference("games", JSON.stringify(records));
  };
  /** Return the list as the browser has it now: another page may have changed it. */
  const list = () => {
    const text = loadPreference("games");
    if (text !== null) games = parseRecords(text);
    return games;
  };

  return {
    list,
    put,
    /**
     * Note that a saved game was put on the board: moves made there continue it.
     *
     * @param {SavedGame} saved
     */
    noteOpened({ id, game }) {
      ids.set(game.start, id);
    },
    /**
     * Note that a game with moves came from a link or a reload: it continues a saved game with the same moves.
     *
     * @param {Game} game
     */
    noteLoaded(game) {
      if (ids.has(game.start)) return;
      const same = list().find((saved) => hasSameMainline(saved.game, game));
      if (same) ids.set(game.start, same.id);
    },
    /**
     * Save a game. It replaces the saved game that it continues.
     *
     * @param {Game} game
     * @param {string} name for a game that is not saved yet
     */
    save(game, name) {
      const saved = list();
      const own = saved.find(({ id }) => id === ids.get(game.start)) ?? null;
      if (own && isBeginning(game, own.game)) {
        const hasNewVariation = game.variation !== null && hasSameMainline(game, own.game);
        if (hasNewVariation) put(saved.map((other) => (other === own ? { ...own, game } : other)));
        return;
      }
      const continued = own && isBeginning(own.game, game) ? own : null;
      const entry = {
        id: continued?.id ?? newId(),
        name: continued?.name ?? name,
        date: new Date().toISOString(),
        game,
      };
      ids.set(game.start, entry.id);
      const others = saved.filter((other) => other !== continued);
      put([entry, ...others].slice(0, MAX_GAMES));
    },
  };
}

/**
 * Save every game with moves when it is finished, or replaced by another one.
 *
 * @param {Store} store
 * @param {SavedGames} games
 */
export function bindSavedGames(store, games) {
  const noteLoaded = (/** @type {Game} */ game) => {
    if (game.moves.length > 0) games.noteLoaded(game);
  };
  noteLoaded(withMainline(store.get()).game);

  store.subscribe((after, before) => {
    const state = withMainline(after);
    const previous = withMainline(before);
    const isOtherGame = state.game.start !== previous.game.start;
    if (isOtherGame && previous.game.moves.length > 0) games.save(previous.game, gameName(previous));
    if (isOtherGame) noteLoaded(state.game);
    const hasNewMoves = state.game.moves !== previous.game.moves && state.game.moves.length > 0;
    if (hasNewMoves && isOver(lastPosition(state.game))) games.save(state.game, gameName(state));
  });
}

/**
 * Return a state with the end of the mainline on the board.
 *
 * @param {State} state
 * @returns {State}
 */
function withMainline(state) {
  return { ...state, game: showMainline(state.game, Infinity) };
}

/** Return an id that no other saved game has. */
export function newId() {
  return Math.random().toString(36).slice(2);
}

/** Return the names of the players, the first player's first. @param {State} state */
function gameName(state) {
  const { kind, sides } = modeOf(state);
  if (kind === "two-players") return "Two people";
  const names = PLAYERS.map((player) => (player === state.human && kind !== "watch" ? "You" : sideName(sides[player])));
  return names.join(" against ");
}

/**
 * True when the moves of a game are the first moves of another.
 *
 * @param {Game} game
 * @param {Game} whole
 */
function isBeginning(game, whole) {
  const hasSameStart = positionKey(game.start) === positionKey(whole.start);
  return hasSameStart && game.moves.every((column, index) => column === whole.moves[index]);
}

/** True when two games have the same start and mainline. @param {Game} one @param {Game} other */
function hasSameMainline(one, other) {
  return one.moves.length === other.moves.length && isBeginning(one, other);
}

/**
 * Return a game as an object of strings.
 *
 * @param {Omit<SavedGame, "id">} saved
 * @returns {Record<string, string>}
 */
export function recordOf({ name, date, game }) {
  const fields = Object.fromEntries(new URLSearchParams(writeAddress(game, "play")));
  return { name, date, result: resultWords(lastPosition(game)), ...fields };
}

/**
 * Return the game of such an object; throws FormatError.
 *
 * @param {unknown} record
 * @returns {ParsedGame}
 */
export function parseRecord(record) {
  if (typeof record !== "object" || record === null || !("moves" in record)) {
    throw new FormatError("A game needs “moves”.");
  }
  const { name, date, ...fields } = /** @type {Record<string, unknown>} */ (record);
  const { game } = parseAddress(addressFields(fields), []);
  const shown = showMainline(game, Infinity);
  if (shown.moves.length === 0) throw new FormatError("A game needs at least one move.");
  return {
    name: typeof name === "string" && name ? name.slice(0, MAX_NAME_LENGTH) : null,
    date: typeof date === "string" && !Number.isNaN(Date.parse(date)) ? date : null,
    game: shown,
  };
}

/** Return the query of a record's address. @param {Record<string, unknown>} fields */
function addressFields(fields) {
  const query = new URLSearchParams();
  for (const field of ADDRESS_FIELDS) {
    const value = fields[field];
    if (value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number") throw new FormatError(`“${field}” is not a string.`);
    query.set(field, String(value));
  }
  return query.toString();
}

/**
 * Return a game as it is saved, with defaults for what it lacks.
 *
 * @param {ParsedGame} parsed
 * @param {string} id
 * @returns {SavedGame}
 */
export function asSavedGame({ name, date, game }, id) {
  return { id, name: name ?? "A game", date: date ?? new Date().toISOString(), game };
}

/**
 * Return the games in a stored text, without records that are not valid.
 *
 * @param {string} text
 * @returns {SavedGame[]}
 */
function parseRecords(text) {
  /** @type {unknown} */
  let records;
  try {
    records = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(records)) return [];
  const games = [];
  for (const [index, record] of records.slice(0, MAX_GAMES).entries()) {
    const id = typeof record?.id === "string" ? record.id : `stored-${index}`;
    try {
      games.push(asSavedGame(parseRecord(record), id));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return games;
}
