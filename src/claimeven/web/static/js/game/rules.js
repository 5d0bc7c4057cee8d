/**
 * The rules: boards, drops, lines and how a game ends, for both variants.
 *
 * A board is 42 numbers, column by column from the left and from the bottom up: 0 for an empty cell, 1 for a disc of the
 * first player, 2 for one of the second. Columns and rows count from 0 in the code and from 1 in texts.
 *
 * @typedef {"four" | "max"} Variant Connect Four or Max-Connect4
 * @typedef {1 | 2} Player the first or the second
 * @typedef {0 | Player} Disc the content of a cell
 * @typedef {{variant: Variant, cells: readonly Disc[], player: Player}} Position a board, and whose turn it is
 * @typedef {{player: Player, cells: readonly number[]}} Line four discs in a row, and whose they are
 */

export const COLUMNS = 7;
export const ROWS = 6;
export const CELLS = COLUMNS * ROWS;
/** Both players, in the order in which they move. @type {readonly Player[]} */
export const PLAYERS = [1, 2];
/** The numbers of the columns, from the left. @type {readonly number[]} */
export const ALL_COLUMNS = Object.freeze([...Array(COLUMNS).keys()]);
/** The cells of an empty board. @type {readonly Disc[]} */
export const EMPTY_CELLS = Object.freeze(Array(CELLS).fill(0));

/** Return the number of a cell. @param {number} column @param {number} row */
export function cellAt(column, row) {
  return column * ROWS + row;
}

/** Return the column of a cell. @param {number} cell */
export function columnOf(cell) {
  return Math.floor(cell / ROWS);
}

/** Return the row of a cell. @param {number} cell */
export function rowOf(cell) {
  return cell % ROWS;
}

/** Steps to the next cell of a line: columns to the right and rows up. */
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

/** Every possible line, as the numbers of its four cells. */
const LINES = Object.freeze(allLines());

/** @returns {readonly number[][]} */
function allLines() {
  const lines = [];
  for (const [right, up] of DIRECTIONS) {
    for (let column = 0; column < COLUMNS; column += 1) {
      for (let row = 0; row < ROWS; row += 1) {
        const lastColumn = column + 3 * right;
        const lastRow = row + 3 * up;
        if (lastColumn < COLUMNS && lastRow >= 0 && lastRow < ROWS) {
          lines.push([0, 1, 2, 3].map((step) => cellAt(column + step * right, row + step * up)));
        }
      }
    }
  }
  return lines;
}

/** Return the empty board. @param {Variant} variant @returns {Position} */
export function emptyPosition(variant) {
  return { variant, cells: EMPTY_CELLS, player: 1 };
}

/** Return the other player. @param {Player} player @returns {Player} */
export function opponentOf(player) {
  return player === 1 ? 2 : 1;
}

/** Return the number of discs on the board. @param {Position} position */
export function countDiscs(position) {
  return position.cells.filter(Boolean).length;
}

/**
 * Return the cell where a disc dropped in a column lands, or null if none fits.
 *
 * @param {Position} position
 * @param {number} column
 */
export function landingCell(position, column) {
  if (column < 0 || column >= COLUMNS) return null;
  for (let row = 0; row < ROWS; row += 1) {
    const cell = cellAt(column, row);
    if (!position.cells[cell]) return cell;
  }
  return null;
}

/** Return the columns that may be played; none when the game is over. @param {Position} position */
export function playableColumns(position) {
  if (isOver(position)) return [];
  return ALL_COLUMNS.filter((column) => landingCell(position, column) !== null);
}

/**
 * Return the cell that a disc takes in a column; throws RangeError if none may be dropped there.
 *
 * @param {Position} position
 * @param {number} column
 * @returns {number}
 */
export function dropCell(position, column) {
  if (isOver(position)) throw new RangeError("The game is over.");
  const cell = landingCell(position, column);
  if (cell === null) throw new RangeError(`Column ${column + 1} is full.`);
  return cell;
}

/**
 * Return the position after a disc in a column; throws RangeError if none may be dropped there.
 *
 * @param {Position} position
 * @param {number} column
 * @returns {Position}
 */
export function play(position, column) {
  const cells = [...position.cells];
  cells[dropCell(position, column)] = position.player;
  return { variant: position.variant, cells, player: opponentOf(position.player) };
}

/** Return every line on the board. @param {Position} position @returns {Line[]} */
export function linesOn({ cells }) {
  const found = [];
  for (const line of LINES) {
    const player = cells[line[0]];
    if (player && isFilledBy(cells, line, player)) found.push({ player, cells: line });
  }
  return found;
}

/**
 * True when there is a line on the board; faster than listing the lines.
 *
 * @param {Position} position
 */
function hasLine({ cells }) {
  for (const line of LINES) {
    const player = cells[line[0]];
    if (player && isFilledBy(cells, line, player)) return true;
  }
  return false;
}

/** @param {readonly Disc[]} cells @param {readonly number[]} line @param {Player} player */
function isFilledBy(cells, line, player) {
  return cells[line[0]] === player && cells[line[1]] === player && cells[line[2]] === player && cells[line[3]] === player;
}

/**
 * Return the empty cells where a player's disc completes lines, with the number of lines; none when the game is over.
 *
 * @param {Position} position
 * @param {Player} player
 * @returns {Map<number, number>}
 */
export function threatsOf(position, player) {
  /** @type {Map<number, number>} */
  const threats = new Map();
  if (isOver(position)) return threats;
  for (const line of LINES) {
    const own = line.filter((cell) => position.cells[cell] === player);
    const empty = line.filter((cell) => !position.cells[cell]);
    if (own.length === 3 && empty.length === 1) {
      const cell = empty[0];
      threats.set(cell, (threats.get(cell) ?? 0) + 1);
    }
  }
  return threats;
}

/**
 * Return how many lines each player has: the points of Max-Connect4.
 *
 * @param {Position} position
 * @returns {Record<Player, number>}
 */
export function countLines(position) {
  const counts = { 1: 0, 2: 0 };
  for (const line of linesOn(position)) counts[line.player] += 1;
  return counts;
}

/** True when no more discs may be dropped. @param {Position} position */
export function isOver(position) {
  return isFull(position) || (position.variant === "four" && hasLine(position));
}

/** True when no cell is empty. @param {Position} position */
function isFull(position) {
  return position.cells.every(Boolean);
}

/**
 * Return the winner of a finished game, or 0 for a draw.
 *
 * @param {Position} position
 * @returns {0 | Player}
 */
export function winner(position) {
  const counts = countLines(position);
  if (counts[1] === counts[2]) return 0;
  return counts[1] > counts[2] ? 1 : 2;
}

/** Return a text that is unique to a position, to use as a key. @param {Position} position */
export function positionKey(position) {
  return `${position.variant}${position.cells.join("")}${position.player}`;
}
