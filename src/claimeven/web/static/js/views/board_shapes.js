/**
 * The shapes of the board, in units of an SVG drawing: a cell is 100 wide, the frame around all cells 20.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/rules.js").Position} Position
 */
import { COLUMNS, EMPTY_CELLS, ROWS, columnOf, linesOn, rowOf } from "../game/rules.js";
import { draw } from "./dom.js";

export const CELL = 100;
export const FRAME = 20;
export const WIDTH = COLUMNS * CELL + 2 * FRAME;
export const HEIGHT = ROWS * CELL + 2 * FRAME;
export const HOLE = 40;
export const DISC = 43;
/** How far a line reaches beyond the centres of its outer cells. */
const LINE_OVERHANG = 16;

/** Return the centre of a cell. @param {number} cell */
export function centre(cell) {
  const rowsFromTop = ROWS - 1 - rowOf(cell);
  return { x: FRAME + columnOf(cell) * CELL + CELL / 2, y: FRAME + rowsFromTop * CELL + CELL / 2 };
}

/** Return the face of the board as a path: a plate with a hole at every cell. */
export function facePath() {
  const holes = EMPTY_CELLS.map((_, cell) => {
    const { x, y } = centre(cell);
    return circlePath(x, y, HOLE);
  });
  return `${plate(0, 0, WIDTH, HEIGHT, 34)}${holes.join("")}`;
}

/** Return a circle as a path. @param {number} x @param {number} y @param {number} radius */
export function circlePath(x, y, radius) {
  const arc = `a${radius} ${radius} 0 1 0`;
  return `M${x - radius} ${y}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0z`;
}

/**
 * Return a rectangle with round corners as a path.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} round
 */
function plate(x, y, width, height, round) {
  const across = width - 2 * round;
  const down = height - 2 * round;
  return `M${x + round} ${y}h${across}a${round} ${round} 0 0 1 ${round} ${round}v${down}`
    + `a${round} ${round} 0 0 1 ${-round} ${round}h${-across}a${round} ${round} 0 0 1 ${-round} ${-round}`
    + `v${-down}a${round} ${round} 0 0 1 ${round} ${-round}z`;
}

/**
 * Return the sign on a disc at the origin as a path: a cross for the first player, a ring for the second.
 *
 * @param {Player} player
 */
export function signPath(player) {
  return player === 1 ? "M-13-13L13 13M-13 13L13-13" : "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z";
}

/**
 * Draw a disc on a cell.
 *
 * @param {number} cell
 * @param {Player} player
 * @param {string} [extra] more classes
 */
export function discShape(cell, player, extra = "") {
  const { x, y } = centre(cell);
  return draw("g", { class: `disc p${player} ${extra}`.trim(), transform: `translate(${x} ${y})` },
    draw("g", { class: "body" },
      draw("circle", { class: "base", r: DISC }),
      draw("circle", { class: "inner", r: DISC - 11 }),
      draw("path", { class: "sign", d: signPath(player) })));
}

/**
 * Return the ends of a line through cells, a little beyond the centres of the outer ones.
 *
 * @param {readonly number[]} cells
 */
export function lineEnds(cells) {
  const first = centre(cells[0]);
  const last = centre(cells[cells.length - 1]);
  const length = Math.hypot(last.x - first.x, last.y - first.y);
  const dx = ((last.x - first.x) / length) * LINE_OVERHANG;
  const dy = ((last.y - first.y) / length) * LINE_OVERHANG;
  return { x1: first.x - dx, y1: first.y - dy, x2: last.x + dx, y2: last.y + dy };
}

/**
 * Draw every line of four on a board.
 *
 * @param {Position} position
 * @param {string} name more classes
 */
export function lineShapes(position, name) {
  return linesOn(position).flatMap(({ cells, player }) => [
    draw("line", { class: `line casing ${name}`, ...lineEnds(cells) }),
    draw("line", { class: `line p${player} ${name}`, ...lineEnds(cells) }),
  ]);
}

/**
 * Draw a small board with its lines.
 *
 * @param {Position} position
 * @param {string} label its description
 */
export function boardPicture(position, label) {
  return draw("svg", {
    class: "picture",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": label,
    "data-variant": position.variant,
  },
    draw("rect", { class: "back", x: 4, y: 4, width: WIDTH - 8, height: HEIGHT - 8, rx: 30 }),
    ...position.cells.flatMap((player, cell) => (player ? [discShape(cell, player)] : [])),
    draw("path", { class: "face", d: facePath(), "fill-rule": "evenodd" }),
    draw("g", { class: "marks" }, ...lineShapes(position, position.variant)));
}
