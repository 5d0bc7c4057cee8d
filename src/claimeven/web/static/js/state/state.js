/**
 * Everything that the page knows: the type of the state, and its first value.
 *
 * @typedef {import("../game/rules.js").Disc} Disc
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../server/api.js").Explanation} Explanation
 * @typedef {import("../server/api.js").Sentence} Sentence
 * @typedef {import("../server/latest_request.js").OnError} OnError
 * @typedef {import("../tree/trace.js").TreeState} TreeState
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./levels.js").Levels} Levels
 * @typedef {import("./puzzles.js").PuzzleState} PuzzleState
 * @typedef {import("../server/api.js").PuzzleEntry} PuzzleEntry
 * @typedef {import("./review.js").Review} Review
 * @typedef {(typeof TABS)[number]} Tab
 * @typedef {"players" | "move" | "analysis" | "explanation" | "review" | "tree" | "puzzle" | "puzzles"} RequestName
 * @typedef {{message: string, code: string | null}} RequestError why an answer is late or missing
 * @typedef {{cells: readonly Disc[], brush: Disc}} Edit a board that is being set up, and what a click puts on it
 * @typedef {ReturnType<typeof import("./store.js").createStore<State>>} Store
 * @typedef {{update: (state: State) => void}} View a part of the page; it is updated at every change of the state
 */

/**
 * Moves to step through on the board without changing the game.
 *
 * @typedef {object} Preview
 * @property {string} title
 * @property {readonly number[]} columns
 * @property {number} count how many of them are on the board
 * @property {boolean} isPlaying whether the rest follow by themselves
 */

/**
 * A sentence whose cells and lines are marked on the board.
 *
 * @typedef {object} Highlight
 * @property {string} key of the position that the sentence is about
 * @property {Omit<Sentence, "about">} sentence
 * @property {readonly number[]} moves the moves after which it applies
 */

/**
 * The state. It is never changed in place.
 *
 * @typedef {object} State
 * @property {Game} game
 * @property {Player} human whose discs the person plays
 * @property {Levels | null} levels the opponents to choose from, once the server has listed its players
 * @property {string} opponent the id of the opponent's level
 * @property {number | null} opponentDepth how far the opponent looks ahead, if the person has chosen it
 * @property {string} yourSide the id of the level that plays the person's discs; "person" for the person
 * @property {number | null} yourDepth how far that level looks ahead, if the person has chosen it
 * @property {"paused" | "step" | "running"} pace of a game that the computer plays against itself
 * @property {"you" | "computer" | "random"} starter who starts the next game
 * @property {Tab} tab
 * @property {boolean} values whether the scores of all columns are shown
 * @property {boolean} threats whether the cells are marked where one disc completes four in a row
 * @property {boolean} hint whether the best columns are marked on the person's turn
 * @property {Preview | null} preview
 * @property {Edit | null} edit
 * @property {number | null} betterColumn the better move that a review shows in this position
 * @property {string | null} acceptedMistake the key of the position after a mistake in a retry that the person plays on from
 * @property {ReadonlyMap<string, Analysis>} analyses by the keys of positions
 * @property {ReadonlyMap<string, Explanation>} explanations by the keys of positions
 * @property {Highlight | null} highlight
 * @property {Review | null} review
 * @property {boolean} isReviewing whether a review is under way
 * @property {TreeState | null} tree
 * @property {number} treeDepth the depth of the next tree
 * @property {string} estimate how the leaves of the next tree are evaluated
 * @property {boolean} pruning whether the next tree is pruned
 * @property {PuzzleState | null} puzzle the chosen puzzle
 * @property {readonly PuzzleEntry[] | null} puzzleList all puzzles, once the server has listed them
 * @property {string} puzzleKind the kind of the next puzzle; "all" for any
 * @property {ReadonlySet<number>} solvedPuzzles the numbers of the solved ones
 * @property {Readonly<Partial<Record<RequestName, RequestError | null>>>} errors
 * @property {string} notice a sentence that disappears by itself
 */
import { DEFAULT_LEVEL, PERSON } from "./levels.js";

export const TABS = /** @type {const} */ (["play", "analysis", "review", "position", "tree", "puzzles"]);

/**
 * Return the state of a page that has just been opened.
 *
 * @param {Game} game
 * @param {Tab} tab
 * @returns {State}
 */
export function newState(game, tab) {
  return {
    game,
    human: 1,
    levels: null,
    opponent: DEFAULT_LEVEL,
    opponentDepth: null,
    yourSide: PERSON.id,
    yourDepth: null,
    pace: "paused",
    starter: "you",
    tab,
    values: tab === "analysis",
    threats: false,
    hint: false,
    preview: null,
    edit: null,
    betterColumn: null,
    acceptedMistake: null,
    analyses: new Map(),
    explanations: new Map(),
    highlight: null,
    review: null,
    isReviewing: false,
    tree: null,
    treeDepth: 4,
    estimate: "lines",
    pruning: true,
    puzzle: null,
    puzzleList: null,
    puzzleKind: "all",
    solvedPuzzles: new Set(),
    errors: {},
    notice: "",
  };
}

/**
 * Return a function that keeps the error of one kind of request in the state.
 *
 * @param {Store} store
 * @param {RequestName} name
 * @returns {OnError}
 */
export function errorReporter(store, name) {
  return (message, code) => {
    const { errors } = store.get();
    if (message === null && !errors[name]) return;
    const error = message === null ? null : { message, code };
    store.set({ errors: { ...errors, [name]: error } });
  };
}
