/**
 * What is marked on the board in a state: the last disc, hints, threats, a better move, numbers of a line played out,
 * and what a sentence of an explanation speaks of.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("./board.js").Marks} Marks
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Player} Player
 */
import { openColumns } from "./columns.js";
import { shown } from "../game/game.js";
import { dropCell, landingCell, play, threatsOf } from "../game/rules.js";
import { analysisAt, displayed, isPersonsTurn, showsGame, treePath } from "../state/state.js";
import { lastCell } from "./status.js";
import { whyMarks } from "./explanation_marks.js";

/** @param {State} state @returns {Marks} */
export function marksOf(state) {
  const position = shown(state.game);
  const more = state.preview ? state.preview.columns.slice(0, state.preview.shown) : treePath(state);
  const labels = labelsOf(position, more);
  const extra = [...labels.keys()];
  const hints = state.hint && showsGame(state) && isPersonsTurn(state, position) ? analysisAt(state)?.best ?? [] : [];
  const cells = hints.map((column) => landingCell(position, column)).filter((cell) => cell !== null);
  return {
    last: state.edit ? null : extra.length ? extra[extra.length - 1] : lastCell(state),
    stars: cells,
    threats: state.threats && !state.edit ? threatsIn(displayed(state)) : new Map(),
    ring: state.better === null || !showsGame(state) ? null : landingCell(position, state.better),
    labels,
    showLines: !state.edit || position.variant === "max",
    live: openColumns(state).length > 0,
    painting: state.edit !== null,
    why: whyMarks(state),
  };
}

/** Who completes a line in which empty cell. @param {Position} position */
function threatsIn(position) {
  /** @type {Map<number, Player[]>} */
  const threats = new Map();
  for (const player of /** @type {const} */ ([1, 2])) {
    for (const cell of threatsOf(position, player).keys()) threats.set(cell, [...(threats.get(cell) ?? []), player]);
  }
  return threats;
}

/** The numbers on the discs of moves that are not part of the game. @param {Position} position @param {readonly number[]} moves */
function labelsOf(position, moves) {
  /** @type {Map<number, string>} */
  const labels = new Map();
  moves.forEach((column, index) => {
    labels.set(dropCell(position, column), String(index + 1));
    position = play(position, column);
  });
  return labels;
}
