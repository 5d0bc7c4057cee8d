/**
 * An order of moves that leads from the empty board to a given one.
 *
 * @typedef {import("./rules.js").Disc} Disc
 * @typedef {import("./rules.js").Position} Position
 */
import { COLUMNS, ROWS, cellAt, discsOn, linesOn } from "./rules.js";

/** Boards to look at before giving up; then the board itself stands in the address instead. */
const MOST_BOARDS = 60000;

/**
 * Columns in the order in which they could have been played, null where there is no such order.
 *
 * It takes discs off from the end: the last mover's topmost discs, one after the other, remembering boards that
 * led nowhere. A line may be there only while its last disc is.
 *
 * @param {Position} position
 * @returns {number[] | null}
 */
export function findMoves(position) {
  const count = discsOn(position);
  if ((count % 2 === 0 ? 1 : 2) !== position.player) return null;
  /** Boards that led nowhere. @type {Set<string>} */
  const dead = new Set();
  const cells = [...position.cells];
  const heights = Array.from({ length: COLUMNS }, (_, column) => height(cells, column));
  /** @param {number} left @returns {number[] | null} */
  const takeOff = (left) => {
    if (left === 0) return [];
    const key = cells.join("");
    if (dead.has(key) || dead.size > MOST_BOARDS) return null;
    const mover = left % 2 === 1 ? 1 : 2;
    for (let column = 0; column < COLUMNS; column += 1) {
      const top = heights[column] - 1;
      if (top < 0 || cells[cellAt(column, top)] !== mover) continue;
      cells[cellAt(column, top)] = 0;
      heights[column] -= 1;
      const goesOn = position.variant === "max" || linesOn({ ...position, cells }).length === 0;
      const moves = goesOn ? takeOff(left - 1) : null;
      cells[cellAt(column, top)] = mover;
      heights[column] += 1;
      if (moves) return [...moves, column];
    }
    dead.add(key);
    return null;
  };
  return takeOff(count);
}

/** The number of discs in a column. @param {readonly Disc[]} cells @param {number} column */
function height(cells, column) {
  let discs = 0;
  while (discs < ROWS && cells[cellAt(column, discs)]) discs += 1;
  return discs;
}
