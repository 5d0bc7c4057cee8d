/**
 * The games that the browser keeps: the last twenty with moves, finished or left for another one, newest first.
 *
 * A kept game is stored as a record: its name and date, how it ended, and the fields of its address, with those of a
 * line beside it. Its id tells it from another game with the same moves; files of games do not have it.
 *
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {{id: string, name: string, date: string, game: Game}} Kept the date as ISO 8601 writes it; the last position of the game is shown, not its line
 * @typedef {{name: string | null, date: string | null, game: Game}} Found a game in a record or a file, which may name neither
 */
import { parseAddress, writeAddress } from "../game/address.js";
import { FormatError } from "../game/formats.js";
import { load, save } from "./preferences.js";
import { withGame } from "../game/variation.js";
import { isOver, keyOf } from "../game/rules.js";
import { isForTwo, isWatched, opponentIn } from "./state.js";
import { resultWords } from "../game/words.js";

export const MOST = 20;
/** Characters of a name; the field in the list takes no more. */
export const MOST_NAME = 60;
/** The fields of a record that an address has, too. */
const ADDRESS_FIELDS = ["variant", "board", "moves", "line", "from", "on"];

/** The list of kept games, in the browser where it allows that, else for as long as the page is open. */
export function createGames() {
  /** @type {readonly Kept[]} */
  let games = [];
  /** The id of the kept game that a game on the board is, by the position in which that began. @type {WeakMap<Position, string>} */
  const ids = new WeakMap();
  /** @param {readonly Kept[]} changed */
  const put = (changed) => {
    games = changed;
    save("games", JSON.stringify(changed.map(({ id, ...kept }) => ({ id, ...recordOf(kept) }))));
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
    /** A kept game comes to the board: what is played there goes on with it. @param {Kept} kept */
    noteOpened({ id, game }) {
      ids.set(game.start, id);
    },
    /** A game with moves comes to the board, by a link or after a reload: if one with the same moves is kept, it is that. @param {Game} game */
    noteFound(game) {
      if (ids.has(game.start)) return;
      const same = list().find((kept) => isSameGame(kept.game, game));
      if (same) ids.set(game.start, same.id);
    },
    /** Keep a game: in the place of its own beginning, else as one more. @param {Game} game @param {string} name for one more */
    keep(game, name) {
      const kept = list();
      const own = kept.find(({ id }) => id === ids.get(game.start)) ?? null;
      if (own && isBeginning(game, own.game)) {
        if (game.beside && isSameGame(game, own.game)) put(kept.map((other) => (other === own ? { ...own, game } : other)));
        return;
      }
      const beginning = own && isBeginning(own.game, game) ? own : null;
      const date = new Date().toISOString();
      const entry = { id: beginning?.id ?? newId(), name: beginning?.name ?? name, date, game };
      ids.set(game.start, entry.id);
      put([entry, ...kept.filter((other) => other !== beginning)].slice(0, MOST));
    },
  };
}

/** @typedef {ReturnType<typeof createGames>} Games */

/** Keep every game with moves when it is finished, or left for another one. @param {Store} store @param {Games} games */
export function bindGames(store, games) {
  /** A state with the end of the game itself on the board. @param {State} state */
  const onGame = (state) => ({ ...state, game: withGame(state.game, Infinity) });
  /** A game without moves begins here: it is none of those that are kept. @param {State} state */
  const noteFound = ({ game }) => {
    if (game.moves.length > 0) games.noteFound(game);
  };
  noteFound(onGame(store.get()));
  store.subscribe((now, then) => {
    const [state, before] = [onGame(now), onGame(then)];
    const isOther = state.game.start !== before.game.start;
    if (isOther && before.game.moves.length > 0) games.keep(before.game, gameName(before));
    if (isOther) noteFound(state);
    const isFinished = state.game.moves !== before.game.moves && state.game.moves.length > 0 && isOver(lastOf(state.game));
    if (isFinished) games.keep(state.game, gameName(state));
  });
}

/** An id that no other kept game has. */
export const newId = () => Math.random().toString(36).slice(2);

/** Who plays whom, the one who begins first. @param {State} state */
function gameName(state) {
  if (isForTwo(state)) return "Two people";
  return /** @type {const} */ ([1, 2]).map((side) => (side === state.human && !isWatched(state) ? "You" : opponentIn(state, side))).join(" against ");
}

/** The last position of a game. @param {Game} game */
export const lastOf = (game) => game.positions[game.moves.length];

/** True when all moves of a game are the first ones of another. @param {Game} one @param {Game} whole */
function isBeginning(one, whole) {
  return keyOf(one.start) === keyOf(whole.start) && one.moves.every((column, index) => column === whole.moves[index]);
}

/** True when two games began alike and have the same moves, whatever lines are beside them. @param {Game} one @param {Game} two */
const isSameGame = (one, two) => one.moves.length === two.moves.length && isBeginning(one, two);

/** A kept game as an object of texts, without its id. @param {Omit<Kept, "id">} kept @returns {Record<string, string>} */
export function recordOf({ name, date, game }) {
  const fields = Object.fromEntries(new URLSearchParams(writeAddress(game, "play")));
  return { name, date, result: resultWords(lastOf(game)), ...fields };
}

/** The game of such an object; throws FormatError where it is none. @param {unknown} record @returns {Found} */
export function readRecord(record) {
  if (typeof record !== "object" || record === null || !("moves" in record)) throw new FormatError("A game has “moves”.");
  const { name, date, ...fields } = /** @type {Record<string, unknown>} */ (record);
  const query = new URLSearchParams();
  for (const field of ADDRESS_FIELDS) {
    const value = fields[field];
    if (value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number") throw new FormatError(`“${field}” is not a text.`);
    query.set(field, String(value));
  }
  const game = withGame(parseAddress(String(query), []).game, Infinity);
  if (game.moves.length === 0) throw new FormatError("A game has moves.");
  const isDate = typeof date === "string" && !Number.isNaN(Date.parse(date));
  return { name: typeof name === "string" && name ? name.slice(0, MOST_NAME) : null, date: isDate ? date : null, game };
}

/** A game of a record or a file as it is kept: what is not said of it gets a default. @param {Found} found @param {string} id @returns {Kept} */
export function asKept({ name, date, game }, id) {
  return { id, name: name ?? "A game", date: date ?? new Date().toISOString(), game };
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
  if (!Array.isArray(records)) return [];
  return records.slice(0, MOST).flatMap((record, index) => {
    try {
      const id = typeof record?.id === "string" ? record.id : `stored-${index}`;
      return [asKept(readRecord(record), id)];
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return [];
    }
  });
}
