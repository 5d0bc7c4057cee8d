/**
 * What a sentence of an explanation refers to, drawn on the board: cells, pairs of cells, and lines.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../state/state.js").State} State
 */

/**
 * The marks of a sentence, by the numbers of cells.
 *
 * @typedef {object} ExplanationMarks
 * @property {ReadonlyMap<number, Player>} discs of the moves that come first, if they are not on the board
 * @property {ReadonlyMap<number, string>} labels the numbers of those moves
 * @property {0 | Player} player whose cells and lines these are, 0 for nobody's
 * @property {readonly number[]} cells
 * @property {readonly (readonly number[])[]} pairs
 * @property {readonly (readonly number[])[]} lines
 * @property {readonly (readonly number[])[]} stops lines of the other player
 */
import { shownPosition } from "../game/game.js";
import { cellAt, dropCell, opponentOf, play, positionKey } from "../game/rules.js";
import { isWhyVisible } from "../state/explanation.js";
import { displayedPosition } from "../state/selectors.js";
import { HOLE, centre, lineEnds } from "./board_shapes.js";
import { draw } from "./dom.js";

const SIDES = /** @type {const} */ ({ x: 1, o: 2 });

/** Return the number of a cell from its name, e.g. e4. @param {string} name */
function parseCell(name) {
  const column = name.charCodeAt(0) - "a".charCodeAt(0);
  const row = Number(name.slice(1)) - 1;
  return cellAt(column, row);
}

/** @param {readonly string[]} names */
function parseCells(names) {
  return names.map(parseCell);
}

/**
 * Return the marks of the highlighted sentence, or null.
 *
 * @param {State} state
 * @returns {ExplanationMarks | null}
 */
export function explanationMarks(state) {
  const { highlight } = state;
  if (!highlight || !isWhyVisible(state) || highlight.key !== positionKey(shownPosition(state.game))) return null;
  const { side, cells, pairs, lines, stops } = highlight.sentence;
  return {
    ...discsAhead(state, highlight.moves),
    player: side === null ? 0 : SIDES[side],
    cells: parseCells(cells),
    pairs: pairs.map(parseCells),
    lines: lines.map(parseCells),
    stops: stops.map(parseCells),
  };
}

/**
 * Return the discs of moves that are not on the board yet; none if the board shows other moves.
 *
 * @param {State} state
 * @param {readonly number[]} moves
 */
function discsAhead(state, moves) {
  /** @type {Map<number, Player>} */
  const discs = new Map();
  /** @type {Map<number, string>} */
  const labels = new Map();
  const played = state.preview?.columns.slice(0, state.preview.count) ?? [];
  const isOnTheWay = played.every((column, index) => column === moves[index]);
  if (!isOnTheWay) return { discs, labels };
  let position = displayedPosition(state);
  for (const [index, column] of moves.slice(played.length).entries()) {
    const cell = dropCell(position, column);
    discs.set(cell, position.player);
    labels.set(cell, String(played.length + index + 1));
    position = play(position, column);
  }
  return { discs, labels };
}

/**
 * Return the drawing. Each shape has a dark rim, so that it is visible on light cells.
 *
 * @param {ExplanationMarks} marks
 * @returns {SVGElement}
 */
export function drawExplanation({ player, cells, pairs, lines, stops }) {
  const group = draw("g", { class: "why" });
  const stoppedPlayer = player === 0 ? 0 : opponentOf(player);
  for (const line of stops) group.append(draw("line", { class: `stop p${stoppedPlayer}`, ...lineEnds(line) }));
  for (const name of ["rim", `p${player}`]) {
    for (const line of lines) group.append(draw("line", { class: `own ${name}`, ...lineEnds(line) }));
    for (const [one, other] of pairs) group.append(pairShape(one, other, name));
  }
  for (const cell of new Set(pairs.flat())) group.append(circle(cell, `dot p${player}`, 13));
  for (const cell of cells) group.append(circle(cell, "ring rim", HOLE - 7), circle(cell, `ring p${player}`, HOLE - 7));
  return group;
}

/** @param {number} one @param {number} other @param {string} name */
function pairShape(one, other, name) {
  const from = centre(one);
  const to = centre(other);
  return draw("line", { class: `pair ${name}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y });
}

/** @param {number} cell @param {string} name @param {number} r */
function circle(cell, name, r) {
  const { x, y } = centre(cell);
  return draw("circle", { class: name, cx: x, cy: y, r });
}
