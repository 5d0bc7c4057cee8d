/**
 * The browser's history: the address follows the game, and the back button restores earlier states.
 *
 * A disc at the end of the game, or another position of it, changes the address in place. Another view adds a history
 * entry, and so does every change that replaces moves: a new game, a variation, leaving it. What a link does not
 * contain, such as the players, is stored in the entry: it survives a reload but is not shared.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {Partial<Pick<State, (typeof STORED_FIELDS)[number]>>} StoredFields
 * @typedef {StoredFields & {isRetry?: boolean}} HistoryEntry
 */
import { parseAddress, parsePuzzleAddress, writeAddress } from "../game/address.js";
import { FormatError } from "../game/formats.js";
import { newGame, showPly } from "../game/game.js";
import { emptyPosition } from "../game/rules.js";
import { hasReplacedMoves, hasSameMoves } from "../game/variation.js";
import { DEFAULT_LEVEL, PERSON } from "./levels.js";
import { loadPreference, savePreference } from "./preferences.js";
import { chosenPuzzle, loadSolvedPuzzles, puzzleInAddress } from "./puzzles.js";
import { TABS, newState } from "./state.js";

const STORED_FIELDS = /** @type {const} */ ([
  "opponent", "opponentDepth", "yourSide", "yourDepth", "human", "starter", "hint", "values", "threats",
]);

/** Return the state of the address and the history entry. @returns {State} */
export function stateFromAddress() {
  /** @type {HistoryEntry} */
  const { isRetry = false, ...stored } = window.history.state ?? {};
  try {
    const puzzleNumber = parsePuzzleAddress(window.location.search);
    const { game, view } = parseAddress(window.location.search, TABS);
    const isShared = game.moves.length > 0 || game.start.cells.some(Boolean);
    // A person who opens a link wants to see the position before the computer replies.
    const opponent = isShared ? PERSON.id : loadPreference("level") ?? DEFAULT_LEVEL;
    const variation = game.variation && { ...game.variation, isRetry };
    const tab = puzzleNumber === null ? view ?? "play" : "puzzles";
    const puzzle = puzzleNumber === null ? null : chosenPuzzle(puzzleNumber);
    const solvedPuzzles = loadSolvedPuzzles();
    return { ...newState({ ...game, variation }, tab), opponent, puzzle, solvedPuzzles, ...stored };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const notice = `The address does not contain a valid position. ${error.message}`;
    const state = newState(newGame(emptyPosition("four")), "play");
    return { ...state, solvedPuzzles: loadSolvedPuzzles(), ...stored, notice };
  }
}

/** Keep the address and the state in step. @param {Store} store */
export function bindHistory(store) {
  let written = "";
  let isGoingBack = false;

  /** @param {State} state @param {boolean} addsEntry */
  const write = (state, addsEntry) => {
    const address = writeAddress(state.game, state.tab, puzzleInAddress(state)) || window.location.pathname;
    const entry = historyEntry(state);
    const text = `${address} ${JSON.stringify(entry)}`;
    if (text === written) return;
    written = text;
    if (addsEntry) window.history.pushState(entry, "", address);
    else window.history.replaceState(entry, "", address);
  };

  store.subscribe((state, before) => {
    if (state.opponent !== before.opponent && state.opponent !== PERSON.id) savePreference("level", state.opponent);
    const isOtherGame = state.game.start !== before.game.start || hasReplacedMoves(state.game, before.game);
    const isOtherView = state.tab !== before.tab;
    const number = puzzleInAddress(state);
    const hadNumber = puzzleInAddress(before);
    // The position of a puzzle arrives after its number: the address is the same.
    const isOtherPlace = number === null ? isOtherGame || hadNumber !== null : number !== hadNumber;
    write(state, !isGoingBack && (isOtherPlace || isOtherView));
  });
  window.addEventListener("popstate", () => {
    isGoingBack = true;
    store.set(restoredState(store.get()));
    isGoingBack = false;
  });
  write(store.get(), false);
}

/** @param {State} state @returns {HistoryEntry} */
function historyEntry(state) {
  const stored = Object.fromEntries(STORED_FIELDS.map((name) => [name, state[name]]));
  return { ...stored, isRetry: state.game.variation?.isRetry ?? false };
}

/**
 * Return the state of the address, with what is known already.
 *
 * @param {State} current
 * @returns {State}
 */
function restoredState(current) {
  const { analyses, levels, puzzleKind, puzzleList, review, tree } = current;
  const restored = { ...stateFromAddress(), analyses, levels, puzzleKind, puzzleList, review };
  if (!hasSameMoves(current.game, restored.game)) return restored;
  return { ...restored, game: showPly(current.game, restored.game.ply), tree };
}
