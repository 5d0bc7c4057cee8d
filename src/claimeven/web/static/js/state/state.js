/**
 * Everything the page knows, and what follows from it.
 *
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./levels.js").Players} Players
 * @typedef {import("./review.js").Review} Review
 * @typedef {import("../tree/trace.js").TreeState} TreeState
 * @typedef {import("../game/rules.js").Disc} Disc
 * @typedef {{title: string, columns: readonly number[], shown: number, isPlaying: boolean}} Preview moves to step through on the board, what they are called, how many are shown, and whether they go on by themselves
 * @typedef {{cells: readonly Disc[], brush: Disc}} Edit a board that is being set up, and what a click puts there
 * @typedef {import("./explanation.js").Explanation} Explanation
 * @typedef {{key: string, told: import("./explanation.js").Told, moves: readonly number[]}} Pointed a sentence about the position with that key, and the moves after which it holds
 * @typedef {"players" | "move" | "analysis" | "why" | "review" | "tree"} Question what the server is asked for
 * @typedef {{words: string, code: string | null}} Trouble why an answer is late or missing
 * @typedef {(typeof TABS)[number]} Tab
 * @typedef {ReturnType<typeof import("./store.js").createStore<State>>} Store
 * @typedef {{update: (state: State) => void}} View a part of the page; its update is called with every new state
 */

/**
 * The state: a value that nobody changes in place.
 *
 * @typedef {object} State
 * @property {Game} game
 * @property {Player} human whose discs the person plays
 * @property {Players | null} players those that the server offers, once it has said so
 * @property {string} level the id of the opponent
 * @property {number | null} depth how far the opponent looks ahead if the person has said so
 * @property {string} own the id of who plays the person's discs: the person, or a player of the server
 * @property {number | null} ownDepth how far that player looks ahead if the person has said so
 * @property {"paused" | "step" | "running"} pace of a game that the computer plays against itself
 * @property {"you" | "they" | "chance"} starter who begins the next game
 * @property {Tab} tab
 * @property {boolean} values whether the values of all columns are shown
 * @property {boolean} threats whether cells are marked where one disc completes four in a row
 * @property {boolean} hint whether the best columns are marked on the person's turn
 * @property {Preview | null} preview
 * @property {Edit | null} edit
 * @property {number | null} better the column that a review would have played here
 * @property {ReadonlyMap<string, Analysis>} analyses by the keys of positions
 * @property {ReadonlyMap<string, Explanation>} explanations by the same keys
 * @property {Pointed | null} pointed the sentence whose cells are marked on the board
 * @property {Review | null} review
 * @property {boolean} reviewing whether a review is under way
 * @property {TreeState | null} tree
 * @property {number} treeDepth what the next tree is asked with, like the two that follow
 * @property {string} estimate
 * @property {boolean} pruning
 * @property {Readonly<Partial<Record<Question, Trouble | null>>>} trouble
 * @property {string} notice a sentence that goes away by itself
 */
import { isAtEnd, keyOfMoves, shown } from "../game/game.js";
import { levelOf, spanOf } from "./levels.js";
import { isAnswered, isOnLine, mainOf } from "../game/variation.js";
import { isOver, keyOf, opponentOf, play } from "../game/rules.js";
import { byTurns } from "../game/formats.js";

export const TABS = /** @type {const} */ (["play", "analysis", "review", "position", "tree"]);

/** The state of a page that has just been opened. @param {Game} game @param {Tab} tab @returns {State} */
export function newState(game, tab) {
  return {
    game, tab, human: 1, players: null, level: "club", depth: null, own: "person", ownDepth: null, pace: "paused", starter: "you",
    values: tab === "analysis", hint: false, threats: false, preview: null, edit: null, better: null, analyses: new Map(),
    explanations: new Map(), pointed: null, review: null, reviewing: false, tree: null,
    treeDepth: 4, estimate: "lines", pruning: true, trouble: {}, notice: "",
  };
}

/** The opponent in the game, or who plays another side of it; beside a person everybody moves the own discs. @param {State} state @param {Player} [side] */
export function levelIn(state, side = opponentOf(state.human)) {
  const level = levelOf(state.game.start.variant, state.level, state.players);
  if (side !== state.human || level.player === null) return level;
  return levelOf(state.game.start.variant, state.own, state.players);
}

/** Who plays a side on the board: as in the game, or the perfect player in a line that is played against it. @param {State} state @param {Player} [side] */
export function rivalIn(state, side = opponentOf(humanIn(state))) {
  if (!isAnswered(state.game)) return levelIn(state, side);
  return levelOf(state.game.start.variant, side === humanIn(state) ? "person" : "perfect", state.players);
}

/** What who answers on the board, or who plays another side there, is called in a sentence. @param {State} state @param {Player} [side] */
export function opponentIn(state, side) {
  const level = rivalIn(state, side);
  return level.id === "custom" ? "The computer" : level.title;
}

/** How far the person may let a side look ahead, null where there is nothing to choose. @param {State} state @param {Player} [side] */
export const spanIn = (state, side, level = levelIn(state, side)) => spanOf(state.game.start.variant, level, state.players);

/** How far the opponent, or another side, looks ahead, null where it does not. @param {State} state @param {Player} [side] @returns {number | null} */
export function depthIn(state, side, level = levelIn(state, side)) {
  const span = spanIn(state, side, level);
  const wanted = side === state.human ? state.ownDepth : state.depth;
  return span ? Math.max(span.least, Math.min(wanted ?? span.default, span.most)) : null;
}

/** True when the opponent is a person at the same screen. @param {State} state */
export const isForTwo = (state) => levelIn(state).player === null;

/** True when the computer plays against itself on the board. @param {State} state */
export const isWatched = (state) => !isOnLine(state.game) && levelIn(state, state.human).player !== null;

/** Whose discs the person plays on the board. @param {State} state @returns {Player} */
export function humanIn({ game, human }) {
  return game.beside && isAnswered(game) ? game.positions[game.beside.from].player : human;
}

/** True when the person drops the discs of both sides: between two people, on a line, and looking back in any view but Play. @param {State} state */
export function playsBoth(state) {
  if (isAnswered(state.game)) return false;
  return isForTwo(state) || isOnLine(state.game) || (state.tab !== "play" && !isAtEnd(state.game));
}

/** True when the person may drop a disc in a position. @param {State} state @param {Position} position */
export const isPersonsTurn = (state, position) => playsBoth(state) || rivalIn(state, position.player).player === null;

/** The review of the game, null where it has none. @param {State} state @returns {Review | null} */
export function reviewOf({ game, review }) {
  return review?.key === keyOfMoves(game.start, mainOf(game).moves) ? review : null;
}

/** True when the board shows the game itself: no set-up, no line played out, no tree. @param {State} state */
export const showsGame = (state) => !state.edit && !state.preview && state.tab !== "tree";

/** True when the computer is to drop a disc now, which it cannot before its players are known. @param {State} state */
export function isComputersTurn(state) {
  const position = shown(state.game);
  const isHeld = isWatched(state) && state.pace === "paused";
  return state.players !== null && !isHeld && showsGame(state) && isAtEnd(state.game) && !isOver(position) && !isPersonsTurn(state, position);
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

/** What is called with the trouble of one question: its answer is late or missing, null when all is well. @param {Store} store @param {Question} question @returns {(words: string | null, code: string | null) => void} */
export function troubleOf(store, question) {
  return (words, code) => {
    const { trouble } = store.get();
    if (words === null && !trouble[question]) return;
    store.set({ trouble: { ...trouble, [question]: words === null ? null : { words, code } } });
  };
}
