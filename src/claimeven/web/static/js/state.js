/**
 * Everything the page knows, and what follows from it.
 *
 * @typedef {import("./rules.js").Position} Position
 * @typedef {import("./rules.js").Player} Player
 * @typedef {import("./rules.js").Variant} Variant
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./review.js").Review} Review
 * @typedef {import("./tree_trace.js").TreeState} TreeState
 * @typedef {{columns: readonly number[], shown: number}} Preview
 * @typedef {{cells: readonly number[], brush: 0 | Player}} Edit
 * @typedef {{words: string, code: string | null}} Trouble
 * @typedef {{
 *   game: Game, human: Player, level: string, depth: number, starter: "you" | "they" | "chance", tab: string,
 *   values: boolean, hint: boolean, preview: Preview | null, edit: Edit | null, better: number | null,
 *   analyses: ReadonlyMap<string, Analysis>, review: Review | null, reviewing: boolean, tree: TreeState | null,
 *   treeDepth: number, heuristic: string, pruning: boolean,
 *   trouble: Readonly<Record<string, Trouble | null>>, notice: string,
 * }} State
 * @typedef {ReturnType<typeof import("./store.js").createStore<State>>} Store
 */
import { isAtEnd, shown } from "./game.js";
import { levelOf } from "./levels.js";
import { isOver, keyOf, play } from "./rules.js";
import { byTurns } from "./formats.js";

export const TABS = ["play", "analysis", "review", "position", "tree"];

/** The state of a page that has just been opened. @param {Game} game @param {string} tab @returns {State} */
export function newState(game, tab) {
  return {
    game, tab, human: 1, level: "club", depth: 4, starter: "you", values: tab === "analysis", hint: false, preview: null,
    edit: null, better: null, analyses: new Map(), review: null, reviewing: false, tree: null,
    treeDepth: 4, heuristic: "lines", pruning: true, trouble: {}, notice: "",
  };
}

/** The level of the opponent. @param {State} state */
export const levelIn = (state) => levelOf(state.game.start.variant, state.level);

/** True when the opponent is a person at the same screen. @param {State} state */
export const isForTwo = (state) => levelIn(state).player === null;

/** True when the person may drop a disc in a position. @param {State} state @param {Position} position */
export const isPersonsTurn = (state, position) => isForTwo(state) || position.player === state.human;

/** True when the board shows the game itself: no set-up, no line played out, no tree. @param {State} state */
export const showsGame = (state) => !state.edit && !state.preview && state.tab !== "tree";

/** True when the computer is to drop a disc now. @param {State} state */
export function isComputersTurn(state) {
  const position = shown(state.game);
  return showsGame(state) && isAtEnd(state.game) && !isOver(position) && !isPersonsTurn(state, position);
}

/** What is known of the shown position, null if nothing. @param {State} state @param {number} [at] @returns {Analysis | null} */
export function analysisAt(state, at = state.game.at) {
  return state.analyses.get(keyOf(state.game.positions[at])) ?? null;
}

/** The position on the board. @param {State} state @returns {Position} */
export function displayed(state) {
  if (state.edit) {
    const variant = state.game.start.variant;
    return byTurns(variant, state.edit.cells) ?? { variant, cells: state.edit.cells, player: 1 };
  }
  const position = shown(state.game);
  const more = state.preview ? state.preview.columns.slice(0, state.preview.shown) : treePath(state);
  return more.reduce(play, position);
}

/** The columns on the way to the tree's node that is looked at. @param {State} state @returns {readonly number[]} */
export function treePath(state) {
  return state.tab === "tree" && state.tree ? state.tree.path : [];
}

/** Who hears of late and missing answers of one kind. @param {Store} store @param {string} kind @returns {(words: string | null, code: string | null) => void} */
export function troubleOf(store, kind) {
  return (words, code) => {
    const { trouble } = store.get();
    if (words === null && !trouble[kind]) return;
    store.set({ trouble: { ...trouble, [kind]: words === null ? null : { words, code } } });
  };
}
