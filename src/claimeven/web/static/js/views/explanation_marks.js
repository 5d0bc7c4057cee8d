/**
 * What a sentence of an explanation speaks of, drawn on the board: cells, pairs that answer each other, and lines.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../game/rules.js").Player} Player
 */

/**
 * The cells by their numbers.
 *
 * @typedef {object} WhyMarks
 * @property {ReadonlyMap<number, Player>} discs those of the line that are not on the board
 * @property {ReadonlyMap<number, string>} labels their numbers
 * @property {0 | Player} player whose cells and lines these are, 0 for nobody's
 * @property {readonly number[]} cells
 * @property {readonly (readonly number[])[]} pairs
 * @property {readonly (readonly number[])[]} lines
 * @property {readonly (readonly number[])[]} stops lines of the other player
 */
import { HOLE, centre, lineEnds } from "./board_shapes.js";
import { draw } from "./dom.js";
import { shown } from "../game/game.js";
import { cellAt, dropCell, keyOf, opponentOf, play } from "../game/rules.js";
import { displayed } from "../state/state.js";
import { showsWhy } from "../state/explanation.js";

/** The number of a cell by its name, e4. @param {string} name */
const cellNamed = (name) => cellAt(name.charCodeAt(0) - "a".charCodeAt(0), Number(name.slice(1)) - 1);

/** What is pointed at in a state, null if nothing. @param {State} state @returns {WhyMarks | null} */
export function whyMarks(state) {
  const { pointed } = state;
  if (!pointed || !showsWhy(state) || pointed.key !== keyOf(shown(state.game))) return null;
  const { told } = pointed;
  /** @param {string[]} names */
  const numbers = (names) => names.map(cellNamed);
  return {
    ...discsAhead(state, pointed.moves), player: told.side === null ? 0 : told.side === "x" ? 1 : 2,
    cells: numbers(told.cells), pairs: told.pairs.map(numbers), lines: told.lines.map(numbers), stops: told.stops.map(numbers),
  };
}

/** The discs of some moves that are not on the board yet, where it shows the first of them or none. @param {State} state @param {readonly number[]} moves */
function discsAhead(state, moves) {
  /** @type {Map<number, Player>} */
  const discs = new Map();
  /** @type {Map<number, string>} */
  const labels = new Map();
  const played = state.preview?.columns.slice(0, state.preview.shown) ?? [];
  let position = displayed(state);
  if (played.every((column, index) => column === moves[index])) {
    moves.slice(played.length).forEach((column, index) => {
      const cell = dropCell(position, column);
      discs.set(cell, position.player);
      labels.set(cell, String(played.length + index + 1));
      position = play(position, column);
    });
  }
  return { discs, labels };
}

/** The drawing. Everything has a dark rim, so that it can be seen on light cells. @param {WhyMarks} marks @returns {SVGElement[]} */
export function drawnWhy({ player, cells, pairs, lines, stops }) {
  const shapes = stops.map((line) => draw("line", { class: `stop p${player && opponentOf(player)}`, ...lineEnds(line) }));
  for (const name of ["rim", `p${player}`]) {
    for (const line of lines) shapes.push(draw("line", { class: `own ${name}`, ...lineEnds(line) }));
    for (const [one, two] of pairs) {
      const [{ x: x1, y: y1 }, { x: x2, y: y2 }] = [centre(one), centre(two)];
      shapes.push(draw("line", { class: `pair ${name}`, x1, y1, x2, y2 }));
    }
  }
  const dots = [...new Set(pairs.flat())].map((cell) => circle(cell, `dot p${player}`, 13));
  const rings = cells.flatMap((cell) => [circle(cell, "ring rim", HOLE - 7), circle(cell, `ring p${player}`, HOLE - 7)]);
  return [draw("g", { class: "why" }, ...shapes, ...dots, ...rings)];
}

/** @param {number} cell @param {string} name @param {number} r */
function circle(cell, name, r) {
  const { x, y } = centre(cell);
  return draw("circle", { class: name, cx: x, cy: y, r });
}
