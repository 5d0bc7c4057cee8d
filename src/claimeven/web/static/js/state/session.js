/**
 * What a person can do. Each function changes the state once; everything else follows from that change.
 *
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {ReturnType<typeof createSession>} Session
 */
import { addMove, isAtEnd, newGame, redoPly, showPly, shownPosition, truncate, undoPly } from "../game/game.js";
import { ROWS, cellAt, emptyPosition, isOver, landingCell, opponentOf, positionKey, rowOf } from "../game/rules.js";
import {
  mainline, promoteIfFinished, promoteVariation, showMainline, showVariation, startVariation, tryMove,
} from "../game/variation.js";
import { PERSON } from "./levels.js";
import { mayPersonMove, modeOf } from "./mode.js";
import { isGameShown, isPaused, isPersonsTurn } from "./selectors.js";

/** What every change of the board clears. */
const CLEARED = { preview: null, betterColumn: null, notice: "" };

/** @param {Store} store @param {() => number} random returns a number from 0 up to 1 */
export function createSession(store, random) {
  /** Change the game, unless a board is being set up. @param {(game: Game) => Game} change */
  const changeGame = (change) => {
    const { edit, game } = store.get();
    if (!edit) store.set({ ...CLEARED, game: change(game) });
  };
  /** Show another position of the moves on the board. @param {number} ply */
  const goTo = (ply) => changeGame((game) => showPly(game, ply));

  /**
   * Put a game on the board in the place of the current one.
   *
   * @param {Game} game
   * @param {Partial<State>} changes
   */
  const replaceGame = (game, changes) => store.set({ ...CLEARED, edit: null, tree: null, game, ...changes });

  /** Return the side that the person plays in the next game. @returns {Player} */
  const chooseHuman = () => {
    const { starter } = store.get();
    if (starter === "random") return random() < 0.5 ? 1 : 2;
    return starter === "you" ? 1 : 2;
  };
  /** @param {Variant} variant */
  const startGame = (variant) => replaceGame(newGame(emptyPosition(variant)), { human: chooseHuman() });

  return {
    /** Show a position of the mainline. @param {number} ply */
    goToMainline: (ply) => changeGame((game) => showMainline(game, ply)),
    /** Show a position of the variation. @param {number} ply */
    goToVariation: (ply) => changeGame((game) => showVariation(game, ply)),
    /** Leave the variation where it starts. */
    leaveVariation: () => changeGame((game) => showMainline(game)),
    /** Make the variation the mainline, and the other way round. */
    promoteVariation: () => changeGame(promoteVariation),
    removeVariation: () => changeGame(mainline),
    /**
     * Play a position of the game again, as a variation in which the perfect player replies.
     *
     * @param {number} ply of the move to make again
     */
    retry: (ply) => changeGame((game) => startVariation(game, ply - 1, true)),
    /** Let the computer reply to a mistake in a retry. */
    acceptMistake: () => store.set({ acceptedMistake: positionKey(shownPosition(store.get().game)) }),

    /** Drop a disc, or say why that is not possible. @param {number} column */
    drop(column) {
      const state = store.get();
      if (!isGameShown(state)) return;
      const obstacle = whyClosed(state, column);
      if (obstacle) {
        store.set({ notice: obstacle });
        return;
      }
      changeGame((game) => gameAfterDrop(state, game, column));
    },

    /** Drop the computer's disc. @param {number} column */
    playForComputer(column) {
      const { game, pace } = store.get();
      store.set({ ...CLEARED, game: addMove(game, column), pace: pace === "step" ? "paused" : pace });
    },

    /** Go back to the person's previous turn. */
    undo() {
      const state = store.get();
      goTo(undoPly(state.game, (position) => isUndoTarget(state, position)));
    },

    /** Go forward to the person's next turn. */
    redo() {
      const state = store.get();
      goTo(redoPly(state.game, (position) => isUndoTarget(state, position)));
    },

    back: () => goTo(store.get().game.ply - 1),
    forward: () => goTo(store.get().game.ply + 1),
    first: () => goTo(0),
    last: () => goTo(store.get().game.moves.length),

    /** Remove the moves that follow and continue the game from here. */
    playFromHere() {
      const state = store.get();
      if (modeOf(state).movesBothSides || isAtEnd(state.game)) return;
      store.set({ ...CLEARED, game: truncate(state.game) });
    },

    /** Start a new game of the same variant. */
    restart: () => startGame(store.get().game.start.variant),

    /** Start a new game of a variant, unless it is the current one. @param {Variant} variant */
    chooseVariant(variant) {
      if (variant !== store.get().game.start.variant) startGame(variant);
    },

    /**
     * Load a game that was set up, pasted or opened. The computer waits for the person to move.
     *
     * @param {Game} game
     */
    load(game) {
      const state = store.get();
      const isTwoPlayers = modeOf(state).kind === "two-players";
      const human = isTwoPlayers ? state.human : shownPosition(game).player;
      replaceGame(game, { human, pace: "paused" });
    },

    /**
     * Choose another opponent. A person who moved both sides keeps the side to move; a variation on the board becomes
     * the game.
     *
     * @param {string} opponent the id of its level
     */
    chooseOpponent(opponent) {
      const state = store.get();
      const game = opponent === PERSON.id ? state.game : promoteVariation(state.game);
      const wasTwoPlayers = modeOf(state).kind === "two-players";
      store.set({ opponent, game, human: wasTwoPlayers ? shownPosition(game).player : state.human });
    },

    /**
     * Choose who plays the person's discs. A game that the computer plays against itself starts paused.
     *
     * @param {string} yourSide the id of a level
     */
    chooseYourSide: (yourSide) => store.set({ yourSide, pace: "paused" }),

    /** Pause a game that the computer plays against itself, or continue it from its last position. */
    togglePace() {
      const state = store.get();
      if (modeOf(state).kind !== "watch") return;
      if (state.pace === "running") store.set({ pace: "paused" });
      else store.set({ ...CLEARED, pace: "running", game: showPly(state.game, Infinity) });
    },

    /** Advance such a game by one disc: the next one of the game, or a new one. */
    step() {
      const state = store.get();
      if (!isAtEnd(state.game)) goTo(state.game.ply + 1);
      else if (isPaused(state) && !isOver(shownPosition(state.game))) store.set({ ...CLEARED, pace: "step" });
    },

    /** Give the person the other side's discs. */
    swapSides: () => store.set({ ...CLEARED, human: opponentOf(store.get().human) }),

    /** Start setting up a board from the shown position. */
    startEdit() {
      const { cells, player } = shownPosition(store.get().game);
      store.set({ ...CLEARED, edit: { cells, brush: player } });
    },

    /**
     * Put a disc on a column of the board that is being set up, or take the top one off.
     *
     * @param {number} column
     */
    paint(column) {
      const { edit } = store.get();
      if (!edit) return;
      const cells = [...edit.cells];
      const landing = landingCell({ variant: "four", cells, player: 1 }, column);
      const top = topDisc(landing, column);
      if (edit.brush === 0 && top !== null) cells[top] = 0;
      if (edit.brush !== 0 && landing !== null) cells[landing] = edit.brush;
      store.set({ edit: { ...edit, cells }, notice: "" });
    },
  };
}

/**
 * Return the cell of a column's top disc, or null if the column is empty.
 *
 * @param {number | null} landing where the next disc lands
 * @param {number} column
 */
function topDisc(landing, column) {
  if (landing === null) return cellAt(column, ROWS - 1);
  return rowOf(landing) === 0 ? null : landing - 1;
}

/**
 * Return the game after the person's disc.
 *
 * @param {State} state
 * @param {Game} game
 * @param {number} column
 * @returns {Game}
 */
function gameAfterDrop(state, game, column) {
  const mode = modeOf(state);
  if (!mode.movesBothSides) return truncate(addMove(game, column));
  const changed = tryMove(game, column);
  const isTheirGame = mode.kind === "two-players" && state.tab === "play";
  return isTheirGame ? promoteIfFinished(changed) : changed;
}

/**
 * True when undo and redo stop at a position: where the person moves, or anywhere if the person only watches.
 *
 * @param {State} state
 * @param {Position} position
 */
function isUndoTarget(state, position) {
  const mode = modeOf(state);
  return mode.kind === "watch" || mayPersonMove(mode, position.player);
}

/**
 * Return why no disc can be dropped in a column now, or null.
 *
 * @param {State} state
 * @param {number} column
 */
function whyClosed(state, column) {
  const position = shownPosition(state.game);
  if (isOver(position)) return "The game is over.";
  if (landingCell(position, column) === null) return `Column ${column + 1} is full.`;
  return isPersonsTurn(state) ? null : "It is the computer’s turn.";
}
