/**
 * Positions as text: moves, boards in an address, and the files that can be saved.
 *
 * The server parses pasted text. This module reads what an address may hold, and writes everything.
 *
 * @typedef {import("./rules.js").Position} Position
 * @typedef {import("./rules.js").Variant} Variant
 * @typedef {import("./rules.js").Disc} Disc
 */
import { ALL_COLUMNS, COLUMNS, EMPTY_CELLS, ROWS, cellAt, countDiscs, linesOn, play } from "./rules.js";

/** A text that cannot be read; its message is a sentence that says where and why. */
export class FormatError extends Error {}

/** Return moves as text, e.g. `4453`. @param {readonly number[]} moves */
export function writeMoves(moves) {
  return moves.map((column) => column + 1).join("");
}

/**
 * Return the columns in a text such as `4453`; throws FormatError.
 *
 * @param {string} text
 * @param {Position} start
 * @returns {number[]}
 */
export function parseMoves(text, start) {
  const moves = [];
  let position = start;
  for (const [index, character] of [...text].entries()) {
    if (!/^[1-7]$/.test(character)) {
      throw new FormatError(`Move ${index + 1}, “${character}”, is not a column; columns are 1 to 7.`);
    }
    const column = Number(character) - 1;
    try {
      position = play(position, column);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new FormatError(`Move ${index + 1}: ${error.message}`);
    }
    moves.push(column);
  }
  return moves;
}

/**
 * Return a board for an address: columns from the left, each from the bottom up, e.g. `--o-xo-x--`.
 *
 * @param {Position} position
 */
export function writeBoard(position) {
  const columns = discsByColumn(position).map((discs) => discs.map((disc) => (disc === 1 ? "x" : "o")).join(""));
  return columns.join("-");
}

/**
 * Return the position of a board in an address; throws FormatError.
 *
 * @param {string} text
 * @param {Variant} variant
 * @returns {Position}
 */
export function parseBoard(text, variant) {
  const columns = text.split("-");
  if (columns.length !== COLUMNS || columns.some((column) => !/^[xo]{0,6}$/.test(column))) {
    throw new FormatError(`“${text}” is not a board; write seven columns of up to six x and o, separated by hyphens.`);
  }
  const cells = [...EMPTY_CELLS];
  columns.forEach((discs, column) => {
    [...discs].forEach((disc, row) => {
      cells[cellAt(column, row)] = disc === "x" ? 1 : 2;
    });
  });
  const position = positionFromCells(variant, cells);
  if (!position) throw new FormatError(`“${text}” is not a board; it needs as many x as o, or one more x.`);
  if (isWonTwice(position)) throw new FormatError(`“${text}” is not a board; only one side can have four in a row.`);
  return position;
}

/**
 * Return the position of a board, or null if alternate moves cannot give these disc counts.
 *
 * @param {Variant} variant
 * @param {readonly Disc[]} cells
 * @returns {Position | null}
 */
export function positionFromCells(variant, cells) {
  const firstCount = cells.filter((disc) => disc === 1).length;
  const secondCount = cells.filter((disc) => disc === 2).length;
  if (firstCount === secondCount) return { variant, cells, player: 1 };
  if (firstCount === secondCount + 1) return { variant, cells, player: 2 };
  return null;
}

/**
 * True when both sides have four in a row though the first line ends the game.
 *
 * @param {Position} position
 */
export function isWonTwice(position) {
  const players = new Set(linesOn(position).map(({ player }) => player));
  return position.variant === "four" && players.size > 1;
}

/**
 * Return a Max-Connect4 state file: six rows from the top, then the player to move.
 *
 * @param {Position} position
 */
export function writeState(position) {
  const rows = [];
  for (let row = ROWS - 1; row >= 0; row -= 1) {
    rows.push(ALL_COLUMNS.map((column) => position.cells[cellAt(column, row)]).join(""));
  }
  return `${rows.join("\n")}\n${position.player}\n`;
}

/** Return Alice and Bill's columns; Alice is the side to move. @param {Position} position */
export function writeColumns(position) {
  const lines = discsByColumn(position).map((discs) => {
    const letters = discs.map((disc) => (disc === position.player ? "a" : "b"));
    return letters.join("") || "e";
  });
  return `${lines.join("\n")}\n`;
}

/** Return a file name for a position, without its extension. @param {Position} position */
export function fileName(position) {
  return `claimeven-${position.variant}-${countDiscs(position)}`;
}

/**
 * Return the discs of every column, from the bottom up.
 *
 * @param {Position} position
 * @returns {Disc[][]}
 */
function discsByColumn(position) {
  return ALL_COLUMNS.map((column) => position.cells.slice(cellAt(column, 0), cellAt(column, ROWS)).filter(Boolean));
}
