/**
 * What a person can do: each function changes the state once, and everything else follows from that.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("../game/game.js").Game} Game
 */
import { cutHere, isAtEnd, newGame, redoTo, shown, undoTo, withMove, withShown } from "../game/game.js";
import { beginLine, mainOf, withEnd, withGame, withLine, withLineAsGame, withTry } from "../game/variation.js";
import { emptyPosition, isOver, landingCell, opponentOf } from "../game/rules.js";
import { isForTwo, isPersonsTurn, isWatched, opponentIn, playsBoth, showsGame } from "./state.js";

/** What a change of the board leaves behind. */
const CLEAN = { preview: null, better: null, notice: "" };

/** @param {Store} store @param {() => number} chance a number from 0 up to 1 */
export function createSession(store, chance) {
  /** @param {(game: Game) => Game} change */
  const show = (change) => {
    const { edit, game } = store.get();
    if (!edit) store.set({ ...CLEAN, game: change(game) });
  };
  /** Another position of what is on the board, the game or its line. @param {number} ply */
  const goTo = (ply) => show((game) => withShown(game, ply));

  /** @param {Game} game */
  const begin = (game) => {
    const { starter } = store.get();
    const human = starter === "you" || (starter === "chance" && chance() < 0.5) ? 1 : 2;
    store.set({ ...CLEAN, edit: null, tree: null, game, human });
  };

  return {
    /** A position of the game, also where a line is on the board. @param {number} ply */
    goToGame: (ply) => show((game) => withGame(game, ply)),
    /** A position of the line. @param {number} ply */
    goToLine: (ply) => show((game) => withLine(game, ply)),
    /** From the line back to where it leaves the game. */
    backToGame: () => show((game) => withGame(game)),
    /** The line becomes the game, and what followed in the game the line. */
    makeGame: () => show(withLineAsGame),
    /** Forget the line. */
    removeLine: () => show(mainOf),
    /** Play a position of the game again as a line, in which the perfect player answers. @param {number} ply of the move that is played anew */
    tryAgain: (ply) => show((game) => beginLine(game, ply - 1, true)),

    /** Drop a disc, if it is the person's turn and the column has room, else say why not. line.js says when it begins a line; else the computer answers anew. @param {number} column */
    drop(column) {
      const state = store.get();
      if (!showsGame(state)) return;
      const refusal = whyClosed(state, column);
      if (refusal) {
        store.set({ notice: refusal });
        return;
      }
      const isPlayed = isForTwo(state) && state.tab === "play";
      show((game) => {
        if (!playsBoth(state)) return cutHere(withMove(game, column));
        return isPlayed ? withEnd(withTry(game, column)) : withTry(game, column);
      });
    },

    /** The computer's disc. @param {number} column */
    answer(column) {
      const state = store.get();
      store.set({ ...CLEAN, game: withMove(state.game, column), pace: state.pace === "step" ? "paused" : state.pace });
    },

    /** Take back to the person's turn before. */
    undo() {
      const state = store.get();
      goTo(undoTo(state.game, mayRest(state)));
    },

    /** Forward to the person's next turn. */
    redo() {
      const state = store.get();
      goTo(redoTo(state.game, mayRest(state)));
    },

    back: () => goTo(store.get().game.at - 1),
    forward: () => goTo(store.get().game.at + 1),
    first: () => goTo(0),
    last: () => goTo(store.get().game.moves.length),

    /** Forget what follows and let the game go on from here. */
    playFromHere() {
      const state = store.get();
      if (!playsBoth(state) && !isAtEnd(state.game)) store.set({ ...CLEAN, game: cutHere(state.game) });
    },

    /** An empty board in the same variant. */
    restart() {
      begin(newGame(emptyPosition(store.get().game.start.variant)));
    },

    /** An empty board in a variant. @param {Variant} variant */
    chooseVariant(variant) {
      if (variant !== store.get().game.start.variant) begin(newGame(emptyPosition(variant)));
    },

    /** Another game, set up or pasted: nobody answers in it until an opponent is chosen. @param {Game} game */
    load(game) {
      const state = store.get();
      const human = isForTwo(state) ? state.human : shown(game).player;
      store.set({ ...CLEAN, edit: null, tree: null, game, human, pace: "paused" });
    },

    /** Another opponent. Who has moved both sides so far goes on with the side to move; on a line, which thereby becomes the game. @param {string} level */
    chooseOpponent(level) {
      const state = store.get();
      const game = level === "person" ? state.game : withLineAsGame(state.game);
      store.set({ level, game, human: isForTwo(state) ? shown(game).player : state.human });
    },

    /** The person's discs are played by somebody else, or by the person again; a game that runs by itself then waits for a sign. @param {string} own */
    chooseOwn(own) {
      store.set({ own, pace: "paused" });
    },

    /** Hold a game that the computer plays against itself, or let it go on from its last position. */
    togglePace() {
      const state = store.get();
      if (!isWatched(state)) return;
      store.set(state.pace === "running" ? { pace: "paused" } : { ...CLEAN, pace: "running", game: withShown(state.game, Infinity) });
    },

    /** One disc of such a game: the next one that was dropped, or a new one. */
    step() {
      const state = store.get();
      if (!isAtEnd(state.game)) goTo(state.game.at + 1);
      else if (isWatched(state) && state.pace === "paused" && !isOver(shown(state.game))) store.set({ ...CLEAN, pace: "step" });
    },

    /** The person plays the other discs from here on. */
    swapSides() {
      const state = store.get();
      store.set({ ...CLEAN, human: opponentOf(state.human) });
    },

    /** Start to set up a board, from the one that is shown. */
    startEdit() {
      const position = shown(store.get().game);
      store.set({ ...CLEAN, edit: { cells: position.cells, brush: position.player } });
    },

    /** Put a disc of the brush on a column, or take the topmost off. @param {number} column */
    paint(column) {
      const { edit, game } = store.get();
      if (!edit) return;
      const cells = [...edit.cells];
      const landing = landingCell({ variant: game.start.variant, cells, player: 1 }, column);
      const top = landing === null ? column * 6 + 5 : landing % 6 === 0 ? null : landing - 1;
      if (edit.brush === 0 && top !== null) cells[top] = 0;
      if (edit.brush !== 0 && landing !== null) cells[landing] = edit.brush;
      store.set({ edit: { ...edit, cells }, notice: "" });
    },
  };
}

/** Whether undo and redo stop at a position: where the person moves, and anywhere if the person never does. @param {State} state */
const mayRest = (state) => (/** @type {Position} */ position) => isWatched(state) || isPersonsTurn(state, position);

/** Why a disc cannot be dropped in a column now, null where it can. @param {State} state @param {number} column */
function whyClosed(state, column) {
  const position = shown(state.game);
  if (isOver(position)) return "The game is over.";
  if (landingCell(position, column) === null) return `Column ${column + 1} is full.`;
  return isPersonsTurn(state, position) ? null : `${opponentIn(state, position.player)} is to move.`;
}

/** @typedef {ReturnType<typeof createSession>} Session */
