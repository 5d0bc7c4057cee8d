/**
 * Puzzles: positions of Connect Four in which exactly one column is right. A column that the person presses is the
 * answer; it is judged without changing the game. The browser keeps the numbers of the solved ones.
 *
 * @typedef {import("../server/api.js").Puzzle} Puzzle
 * @typedef {import("../server/api.js").PuzzleEntry} PuzzleEntry
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {ReturnType<typeof createPuzzles>} Puzzles
 */

/**
 * The puzzle that the person has chosen, and how far it is solved.
 *
 * @typedef {object} PuzzleState
 * @property {number} number
 * @property {Puzzle | null} puzzle null until the server has sent it
 * @property {number} hintCount how many hints are shown
 * @property {number | null} wrongColumn the last answer, if it was wrong
 * @property {"open" | "solved" | "revealed"} progress whether the solution is shown, and who found it
 */
import { parseMoves, writeMoves } from "../game/formats.js";
import { isAtEnd, newGame, shownPosition, startsEmpty } from "../game/game.js";
import { emptyPosition, landingCell } from "../game/rules.js";
import { getPuzzle, getPuzzles } from "../server/api.js";
import { createLatestRequest } from "../server/latest_request.js";
import { PERSON } from "./levels.js";
import { loadPreference, savePreference } from "./preferences.js";
import { errorReporter } from "./state.js";

const SOLVED = "puzzles-solved";
const SOLUTION = "The solution";

/** Return the numbers of the puzzles that were solved in this browser. @returns {ReadonlySet<number>} */
export function loadSolvedPuzzles() {
  const numbers = (loadPreference(SOLVED) ?? "").split(" ").map(Number);
  return new Set(numbers.filter((number) => Number.isInteger(number) && number > 0));
}

/**
 * Return the puzzle on the board, or null: the Puzzles panel is open and the board shows its position, perhaps with
 * the moves of a preview.
 *
 * @param {Pick<State, "edit" | "game" | "puzzle" | "tab">} state
 * @returns {(PuzzleState & {puzzle: Puzzle}) | null}
 */
export function puzzleOnBoard({ edit, game, puzzle, tab }) {
  if (tab !== "puzzles" || edit || !puzzle?.puzzle) return null;
  const isItsGame = game.start.variant === "four" && startsEmpty(game) && !game.variation;
  const isItsPosition = isItsGame && isAtEnd(game) && writeMoves(game.moves) === puzzle.puzzle.moves;
  return isItsPosition ? { ...puzzle, puzzle: puzzle.puzzle } : null;
}

/** True while the Puzzles panel waits for its puzzle. @param {Pick<State, "puzzle" | "tab">} state */
export function isPuzzleLoading({ puzzle, tab }) {
  return tab === "puzzles" && puzzle !== null && puzzle.puzzle === null;
}

/** Return the number of the puzzle that the address names, or null. @param {State} state */
export function puzzleInAddress(state) {
  const isShown = isPuzzleLoading(state) || puzzleOnBoard(state) !== null;
  return isShown ? state.puzzle?.number ?? null : null;
}

/** True when the reason of the result is shown, or is needed to say why an answer is wrong. @param {State} state */
export function needsPuzzleReason(state) {
  const shown = puzzleOnBoard(state);
  return shown !== null && (shown.progress !== "open" || shown.wrongColumn !== null);
}

/** True when the solution of the puzzle on the board is shown. @param {State} state */
export function isPuzzleExplained(state) {
  const shown = puzzleOnBoard(state);
  return shown !== null && shown.progress !== "open";
}

/**
 * Return the next puzzle of a kind, one that is not solved if there is one; after the last comes the first.
 *
 * @param {State} state
 * @returns {number | null} null while the list is not known
 */
export function nextPuzzle({ puzzle, puzzleKind, puzzleList, solvedPuzzles }) {
  const ofKind = (puzzleList ?? []).filter(({ kind }) => puzzleKind === "all" || kind === puzzleKind);
  const current = puzzle?.number ?? 0;
  const later = ofKind.filter(({ number }) => number > current);
  const earlier = ofKind.filter(({ number }) => number < current);
  const ordered = [...later, ...earlier];
  const next = ordered.find(({ number }) => !solvedPuzzles.has(number)) ?? ordered[0];
  return next?.number ?? null;
}

/** Return the state of a puzzle that has just been chosen. @param {number} number @returns {PuzzleState} */
export function chosenPuzzle(number) {
  return { number, puzzle: null, hintCount: 0, wrongColumn: null, progress: "open" };
}

/** Request puzzles while their panel is open, and judge answers. @param {Store} store */
export function createPuzzles(store) {
  const listRequest = createLatestRequest(errorReporter(store, "puzzles"));
  const request = createLatestRequest(errorReporter(store, "puzzle"));

  store.subscribe((state) => {
    if (state.tab !== "puzzles") {
      listRequest.stop();
      request.stop();
      return;
    }
    if (state.puzzleList === null) {
      listRequest.start("list", async (options) => store.set({ puzzleList: (await getPuzzles(options)).puzzles }));
    }
    if (state.puzzle && isPuzzleLoading(state)) {
      const { number } = state.puzzle;
      request.start(String(number), async (options) => show(await getPuzzle(number, options)));
    }
  });

  /** Put a puzzle on the board; the person moves next. @param {Puzzle} puzzle */
  const show = (puzzle) => {
    const start = emptyPosition("four");
    const game = newGame(start, parseMoves(puzzle.moves, start));
    store.set({
      preview: null, betterColumn: null, highlight: null, edit: null, tree: null, hint: false, values: false, notice: "",
      game, human: shownPosition(game).player, yourSide: PERSON.id, pace: "paused",
      puzzle: { ...chosenPuzzle(puzzle.number), puzzle },
    });
  };

  /** @param {Partial<PuzzleState>} changes */
  const change = (changes) => {
    const { puzzle } = store.get();
    if (puzzle) store.set({ puzzle: { ...puzzle, ...changes }, notice: "" });
  };

  /** Show the solution on the board and in the panel. @param {"solved" | "revealed"} progress */
  const explain = (progress) => {
    const shown = puzzleOnBoard(store.get());
    if (!shown) return;
    change({ progress, wrongColumn: null });
    store.set({ preview: { title: SOLUTION, columns: [shown.puzzle.solution - 1], count: 1, isPlaying: false } });
  };

  /** @param {number} number */
  const remember = (number) => {
    const solvedPuzzles = new Set([...loadSolvedPuzzles(), ...store.get().solvedPuzzles, number]);
    savePreference(SOLVED, [...solvedPuzzles].join(" "));
    store.set({ solvedPuzzles });
  };

  return {
    /** Repeat requests that failed. */
    retry() {
      listRequest.stop();
      request.stop();
    },

    /** Load a puzzle, from its start. @param {number} number */
    open: (number) => store.set({ puzzle: chosenPuzzle(number), preview: null, notice: "" }),

    /** True when a column that the person presses is an answer. */
    isWaiting: () => puzzleOnBoard(store.get())?.progress === "open",

    /** Judge an answer. @param {number} column */
    answer(column) {
      const shown = puzzleOnBoard(store.get());
      if (!shown) return;
      if (landingCell(shownPosition(store.get().game), column) === null) {
        store.set({ notice: `Column ${column + 1} is full.` });
      } else if (column + 1 === shown.puzzle.solution) {
        remember(shown.number);
        explain("solved");
      } else {
        change({ wrongColumn: column });
      }
    },

    /** Show one more hint. */
    hint: () => change({ hintCount: (store.get().puzzle?.hintCount ?? 0) + 1 }),

    /** Show the solution without an answer. */
    reveal: () => explain("revealed"),
  };
}
