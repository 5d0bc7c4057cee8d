/**
 * What the game is: boards, drops, lines and how a game ends, for both variants.
 *
 * A board is 42 numbers, column by column from the left, each from the bottom up: 0 is an empty cell, 1 a disc
 * of the first player, 2 one of the second. Columns and rows count from 0 here and from 1 wherever people read.
 *
 * @typedef {"four" | "max"} Variant Connect Four, or Max-Connect4
 * @typedef {1 | 2} Player the first or the second
 * @typedef {0 | Player} Disc what is in a cell
 * @typedef {{variant: Variant, cells: readonly Disc[], player: Player}} Position a board, and whose turn it is
 * @typedef {{player: Player, cells: readonly number[]}} Line four cells in a row, and whose discs they hold
 */

export const COLUMNS = 7;
export const ROWS = 6;
export const CELLS = COLUMNS * ROWS;
/** The cells of an empty board. @type {readonly Disc[]} */
export const NO_CELLS = Object.freeze(Array(CELLS).fill(0));

/** The number of a cell. @param {number} column @param {number} row */
export const cellAt = (column, row) => column * ROWS + row;

/** The column of a cell. @param {number} cell */
export const columnOf = (cell) => Math.floor(cell / ROWS);

/** The row of a cell. @param {number} cell */
export const rowOf = (cell) => cell % ROWS;

/** Every line of four, as the numbers of its cells. */
export const LINES = Object.freeze(allLines());

/** Every line through a cell, by the number of the cell. */
const LINES_THROUGH = Array.from({ length: CELLS }, (_, cell) => LINES.filter((line) => line.includes(cell)));

/** @returns {readonly number[][]} */
function allLines() {
  const lines = [];
  for (const [right, up] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
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

/** The empty board. @param {Variant} variant @returns {Position} */
export function emptyPosition(variant) {
  return { variant, cells: NO_CELLS, player: 1 };
}

/** The other one of two players. @param {Player} player @returns {Player} */
export function opponentOf(player) {
  return player === 1 ? 2 : 1;
}

/** The number of discs on the board. @param {Position} position */
export function discsOn(position) {
  return position.cells.filter(Boolean).length;
}

/** The cell that a disc dropped in a column would take, null where none fits. @param {Position} position @param {number} column */
export function landingCell(position, column) {
  if (column < 0 || column >= COLUMNS) return null;
  for (let row = 0; row < ROWS; row += 1) {
    if (!position.cells[cellAt(column, row)]) return cellAt(column, row);
  }
  return null;
}

/** The columns that may be played, none when the game is over. @param {Position} position */
export function playable(position) {
  if (isOver(position)) return [];
  return [...Array(COLUMNS).keys()].filter((column) => landingCell(position, column) !== null);
}

/** The cell that a disc takes in a column; throws RangeError where none may be dropped. @param {Position} position @param {number} column @returns {number} */
export function dropCell(position, column) {
  if (isOver(position)) throw new RangeError("The game is over.");
  const cell = landingCell(position, column);
  if (cell === null) throw new RangeError(`Column ${column + 1} is full.`);
  return cell;
}

/** The position after a disc in a column; throws RangeError where none may be dropped. @param {Position} position @param {number} column @returns {Position} */
export function play(position, column) {
  const cells = [...position.cells];
  cells[dropCell(position, column)] = position.player;
  return { variant: position.variant, cells, player: opponentOf(position.player) };
}

/** Every line that is filled by one player. @param {Position} position @returns {Line[]} */
export function linesOn(position) {
  const { cells } = position;
  const found = [];
  for (const line of LINES) {
    const [a, b, c, d] = line;
    const player = cells[a];
    if (player && player === cells[b] && player === cells[c] && player === cells[d]) found.push({ player, cells: line });
  }
  return found;
}

/** True when somebody has filled a line; quicker than to list the lines. @param {Position} position */
function hasLine({ cells }) {
  for (const line of LINES) {
    const disc = cells[line[0]];
    if (disc && disc === cells[line[1]] && disc === cells[line[2]] && disc === cells[line[3]]) return true;
  }
  return false;
}

/** The lines of one player that go through a cell. @param {Position} position @param {number} cell */
export function linesThrough(position, cell) {
  const disc = position.cells[cell];
  return disc ? LINES_THROUGH[cell].filter((line) => line.every((part) => position.cells[part] === disc)) : [];
}

/** The empty cells where one disc of a player completes lines, and how many each; none when the game is over. @param {Position} position @param {Player} player @returns {Map<number, number>} */
export function threatsOf(position, player) {
  /** @type {Map<number, number>} */
  const threats = new Map();
  for (const line of isOver(position) ? [] : LINES) {
    const empty = line.filter((cell) => !position.cells[cell]);
    if (empty.length !== 1 || line.some((cell) => position.cells[cell] && position.cells[cell] !== player)) continue;
    threats.set(empty[0], (threats.get(empty[0]) ?? 0) + 1);
  }
  return threats;
}

/** How many lines each player has: the points of Max-Connect4. @param {Position} position @returns {{1: number, 2: number}} */
export function points(position) {
  const counts = { 1: 0, 2: 0 };
  for (const line of linesOn(position)) counts[line.player] += 1;
  return counts;
}

/** True when no more disc may be dropped. @param {Position} position */
export function isOver(position) {
  return isFull(position) || (position.variant === "four" && hasLine(position));
}

/** True when no cell is empty. @param {Position} position */
export function isFull(position) {
  return position.cells.every(Boolean);
}

/** Who won a finished game: a player, or 0 for a draw. @param {Position} position @returns {0 | Player} */
export function winner(position) {
  const counts = points(position);
  return counts[1] === counts[2] ? 0 : counts[1] > counts[2] ? 1 : 2;
}

/** A text that only this position has, for maps. @param {Position} position */
export function keyOf(position) {
  return `${position.variant}${position.cells.join("")}${position.player}`;
}
