/**
 * What is marked on the board: the last disc, hints, threats, a better move, the numbers of a preview, and what a
 * sentence of an explanation refers to.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("./board.js").Marks} Marks
 */
import { shownPosition } from "../game/game.js";
import { PLAYERS, dropCell, landingCell, play, threatsOf } from "../game/rules.js";
import {
  analysisAt, displayedPosition, extraMoves, isGameShown, isPersonsTurn, lastCell, openColumns,
} from "../state/selectors.js";
import { explanationMarks } from "./explanation_marks.js";

/** Return the marks of a state. @param {State} state @returns {Marks} */
export function marksOf(state) {
  const position = shownPosition(state.game);
  const labels = moveLabels(position, extraMoves(state));
  return {
    last: lastDisc(state, labels),
    stars: hintCells(state),
    threats: state.threats && !state.edit ? threatsByCell(displayedPosition(state)) : new Map(),
    better: state.betterColumn === null || !isGameShown(state) ? null : landingCell(position, state.betterColumn),
    labels,
    showLines: !state.edit || position.variant === "max",
    isClickable: openColumns(state).length > 0,
    isEditing: state.edit !== null,
    explanation: explanationMarks(state),
  };
}

/** @param {State} state @param {ReadonlyMap<number, string>} labels */
function lastDisc(state, labels) {
  if (state.edit) return null;
  const extraCells = [...labels.keys()];
  return extraCells.length > 0 ? extraCells[extraCells.length - 1] : lastCell(state);
}

/** Return the cells that a hint recommends. @param {State} state */
function hintCells(state) {
  if (!state.hint || !isGameShown(state) || !isPersonsTurn(state)) return [];
  const position = shownPosition(state.game);
  const columns = analysisAt(state)?.best ?? [];
  return columns.map((column) => landingCell(position, column)).filter((cell) => cell !== null);
}

/** Return the empty cells that complete a line, and for whom. @param {Position} position */
function threatsByCell(position) {
  /** @type {Map<number, Player[]>} */
  const threats = new Map();
  for (const player of PLAYERS) {
    for (const cell of threatsOf(position, player).keys()) threats.set(cell, [...(threats.get(cell) ?? []), player]);
  }
  return threats;
}

/**
 * Return the numbers on the discs of moves that are not part of the game.
 *
 * @param {Position} start
 * @param {readonly number[]} moves
 */
function moveLabels(start, moves) {
  /** @type {Map<number, string>} */
  const labels = new Map();
  let position = start;
  for (const [index, column] of moves.entries()) {
    labels.set(dropCell(position, column), String(index + 1));
    position = play(position, column);
  }
  return labels;
}
