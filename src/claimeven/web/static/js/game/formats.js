/**
 * Positions as text: moves, boards in an address, and the files that can be saved.
 *
 * Texts that a person pastes are read by the server; here is only what an address needs, and what is written.
 *
 * @typedef {import("./rules.js").Position} Position
 * @typedef {import("./rules.js").Variant} Variant
 * @typedef {import("./rules.js").Disc} Disc
 */
import { COLUMNS, NO_CELLS, ROWS, cellAt, discsOn, linesOn, play } from "./rules.js";

/** A text that is no position, with a sentence that says where and why. */
export class FormatError extends Error {}

/** Moves as people write them: ``4453``. @param {readonly number[]} moves */
export const writeMoves = (moves) => moves.map((column) => column + 1).join("");

/** The columns in a text such as ``4453``; throws FormatError. @param {string} text @param {Position} start @returns {number[]} */
export function parseMoves(text, start) {
  const moves = [];
  let position = start;
  for (const [place, sign] of [...text].entries()) {
    if (!/^[1-7]$/.test(sign)) throw new FormatError(`Move ${place + 1}, “${sign}”, is not a column; columns are 1 to 7.`);
    try {
      position = play(position, Number(sign) - 1);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new FormatError(`Move ${place + 1}: ${error.message}`);
    }
    moves.push(Number(sign) - 1);
  }
  return moves;
}

/** A board in an address: columns from the left, each from bottom to top, ``--o-xo-x--``. @param {Position} position */
export function writeBoard(position) {
  return columnsOf(position).map((discs) => discs.map((disc) => ".xo"[disc]).join("")).join("-");
}

/** The position that a board in an address shows; throws FormatError. @param {string} text @param {Variant} variant @returns {Position} */
export function parseBoard(text, variant) {
  const columns = text.split("-");
  if (columns.length !== COLUMNS || columns.some((column) => !/^[xo]{0,6}$/.test(column))) {
    throw new FormatError(`“${text}” is no board; a board is seven columns of up to six x and o, with hyphens between them.`);
  }
  const cells = [...NO_CELLS];
  columns.forEach((discs, column) => [...discs].forEach((disc, row) => { cells[cellAt(column, row)] = disc === "x" ? 1 : 2; }));
  const position = byTurns(variant, cells);
  if (!position) throw new FormatError(`“${text}” is no board; it has as many x as o, or one more x.`);
  if (isWonTwice(position)) throw new FormatError(`“${text}” is no board; only one side has four in a row.`);
  return position;
}

/** The position of a board whose discs were dropped in turns, null where there are too many of one player. @param {Variant} variant @param {readonly Disc[]} cells @returns {Position | null} */
export function byTurns(variant, cells) {
  const ahead = cells.filter((disc) => disc === 1).length - cells.filter((disc) => disc === 2).length;
  return ahead === 0 || ahead === 1 ? { variant, cells, player: ahead === 0 ? 1 : 2 } : null;
}

/** True when both have four in a row though the first line ends the game. @param {Position} position */
export function isWonTwice(position) {
  return position.variant === "four" && new Set(linesOn(position).map(({ player }) => player)).size > 1;
}

/** A Max-Connect4 state file: six rows from the top, then the player who moves next. @param {Position} position */
export function writeState(position) {
  const rows = Array.from({ length: ROWS }, (_, index) =>
    Array.from({ length: COLUMNS }, (_, column) => position.cells[cellAt(column, ROWS - 1 - index)]).join(""));
  return `${rows.join("\n")}\n${position.player}\n`;
}

/** Alice and Bill's columns; Alice is the side to move. @param {Position} position */
export function writeColumns(position) {
  const letters = columnsOf(position).map((discs) =>
    discs.map((disc) => (disc === position.player ? "a" : "b")).join("") || "e");
  return `${letters.join("\n")}\n`;
}

/** A name for a file of this position, without ending. @param {Position} position */
export const fileName = (position) => `claimeven-${position.variant}-${discsOn(position)}`;

/** The discs of every column, from bottom to top. @param {Position} position @returns {Disc[][]} */
function columnsOf(position) {
  return Array.from({ length: COLUMNS }, (_, column) =>
    position.cells.slice(cellAt(column, 0), cellAt(column, ROWS)).filter(Boolean));
}
