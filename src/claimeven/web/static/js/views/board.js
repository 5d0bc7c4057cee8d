/**
 * The board on the page: discs that fall, where the next one would land, lines and marks, and clicks on columns.
 *
 * @typedef {import("../game/rules.js").Disc} Disc
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/rules.js").Position} Position
 */

/**
 * What is drawn besides the discs, by the numbers of cells.
 *
 * @typedef {object} Marks
 * @property {number | null} last the last disc
 * @property {number | null} better the better move of a review
 * @property {readonly number[]} stars hints
 * @property {ReadonlyMap<number, readonly Player[]>} threats who completes a line there
 * @property {ReadonlyMap<number, string>} labels numbers on discs that are not part of the game
 * @property {boolean} showLines whether lines of four are drawn
 * @property {boolean} isClickable whether a click does something
 * @property {boolean} isEditing whether a board is being set up
 * @property {import("./explanation_marks.js").ExplanationMarks | null} explanation
 */
import { ALL_COLUMNS, CELLS, EMPTY_CELLS, columnOf, landingCell } from "../game/rules.js";
import { nameOf, parityOf } from "../game/words.js";
import {
  CELL, DISC, FRAME, HEIGHT, HOLE, WIDTH, centre, discShape, facePath, lineShapes, signPath,
} from "./board_shapes.js";
import { draw } from "./dom.js";
import { drawExplanation } from "./explanation_marks.js";
import { animateFall } from "./motion.js";

/** A change with more new discs than this is not a move, so they do not fall. */
const MAX_FALLING_DISCS = 2;

/**
 * Create the board.
 *
 * @param {(column: number) => void} onColumn
 * @param {(column: number | null) => void} onHover
 */
export function createBoard(onColumn, onHover) {
  const discs = createDiscs();
  const bands = draw("g", { class: "bands" },
    ...ALL_COLUMNS.map((column) => draw("rect", { class: "band", ...columnArea(column) })));
  const ghosts = draw("g", { class: "ghosts" });
  const marksGroup = draw("g", { class: "marks", "aria-hidden": "true" });
  const targets = draw("g", { class: "targets" },
    ...ALL_COLUMNS.map((column) => createTarget(column, onColumn, onHover)));
  const svg = draw("svg", { class: "board", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" },
    draw("rect", { class: "back", x: 4, y: 4, width: WIDTH - 8, height: HEIGHT - 8, rx: 30 }),
    bands, discs.element, ghosts, draw("path", { class: "face", d: facePath(), "fill-rule": "evenodd" }), marksGroup, targets);

  return {
    element: svg,
    /**
     * Show a position.
     *
     * @param {Position} position
     * @param {Marks} marks
     * @param {number | null} hovered the column under the pointer
     */
    update(position, marks, hovered) {
      discs.update(position.cells);
      marksGroup.replaceChildren(...drawMarks(position, marks));
      ghosts.replaceChildren(...ghostDiscs(position, marks, hovered));
      [...bands.children].forEach((band, column) => {
        band.classList.toggle("hovered", marks.isClickable && column === hovered);
      });
      targets.classList.toggle("live", marks.isClickable);
      svg.setAttribute("aria-label", describe(position));
    },
  };
}

/** @param {number} column */
function columnArea(column) {
  return { x: FRAME + column * CELL, y: 0, width: CELL, height: HEIGHT };
}

/**
 * The area that takes clicks on a column.
 *
 * @param {number} column
 * @param {(column: number) => void} onColumn
 * @param {(column: number | null) => void} onHover
 */
function createTarget(column, onColumn, onHover) {
  return draw("rect", {
    class: "target",
    ...columnArea(column),
    "data-column": column + 1,
    click: () => onColumn(column),
    pointerenter: (/** @type {PointerEvent} */ event) => onHover(event.pointerType === "touch" ? null : column),
    pointerleave: () => onHover(null),
  });
}

/** The discs; new ones fall. */
function createDiscs() {
  const group = draw("g", { class: "discs" });
  /** @type {readonly Disc[]} */
  let before = EMPTY_CELLS;
  /** @type {(SVGElement | null)[]} */
  const elements = Array(CELLS).fill(null);

  /** @param {number} cell @param {Disc} player @param {boolean} isFalling */
  const replaceDisc = (cell, player, isFalling) => {
    elements[cell]?.remove();
    elements[cell] = null;
    if (!player) return;
    const element = discShape(cell, player);
    elements[cell] = element;
    group.append(element);
    const body = /** @type {Element} */ (element.firstElementChild);
    if (isFalling) animateFall(body, centre(cell).y + DISC);
  };

  return {
    element: group,
    /** @param {readonly Disc[]} cells */
    update(cells) {
      const added = cells.filter((player, cell) => player && player !== before[cell]).length;
      const isFalling = added <= MAX_FALLING_DISCS;
      cells.forEach((player, cell) => {
        if (player !== before[cell]) replaceDisc(cell, player, isFalling);
      });
      before = cells;
    },
  };
}

/**
 * Return pale discs: those of an explanation's moves, and the one that would land under the pointer.
 *
 * @param {Position} position
 * @param {Marks} marks
 * @param {number | null} hovered
 */
function ghostDiscs(position, marks, hovered) {
  const ghosts = [...marks.explanation?.discs ?? []].map(([cell, player]) => discShape(cell, player, "ghost"));
  if (hovered === null || !marks.isClickable || marks.isEditing) return ghosts;
  const landing = landingCell(position, hovered);
  if (landing !== null) ghosts.push(discShape(landing, position.player, "ghost"));
  return ghosts;
}

/** @param {Position} position @param {Marks} marks @returns {SVGElement[]} */
function drawMarks(position, { last, better, stars, threats, labels, showLines, explanation }) {
  /** @type {SVGElement[]} */
  const shapes = [];
  if (showLines) shapes.push(...lineShapes(position, labels.size > 0 ? `${position.variant} below` : position.variant));
  if (explanation) shapes.push(drawExplanation(explanation));
  if (last !== null) {
    const { x, y } = centre(last);
    shapes.push(draw("circle", { class: "last", cx: x, cy: y, r: HOLE - 2 }));
  }
  for (const [cell, players] of threats) shapes.push(threatShape(cell, players));
  for (const cell of stars) shapes.push(starShape(cell, "star", threats.has(cell)));
  if (better !== null) shapes.push(starShape(better, "star better", threats.has(better)));
  for (const [cell, text] of [...labels, ...explanation?.labels ?? []]) {
    const { x, y } = centre(cell);
    shapes.push(draw("text", { class: "label", x, y: y + 11, text }));
  }
  return shapes;
}

/**
 * Small discs of the players who complete a line here, and the parity of the row.
 *
 * @param {number} cell
 * @param {readonly Player[]} players
 */
function threatShape(cell, players) {
  const { x, y } = centre(cell);
  const discs = players.map((player, index) => {
    const offset = (index - (players.length - 1) / 2) * 32;
    return draw("g", { class: `disc p${player}`, transform: `translate(${x + offset} ${y - 13}) scale(.34)` },
      draw("circle", { class: "base", r: DISC }), draw("path", { class: "sign", d: signPath(player) }));
  });
  return draw("g", { class: "threat", "data-cell": cell },
    ...discs, draw("text", { class: "parity", x, y: y + 22, text: parityOf(cell) }));
}

/**
 * A ring, with a star in it unless the cell holds a threat: a good move.
 *
 * @param {number} cell
 * @param {string} name
 * @param {boolean} hasThreat
 */
function starShape(cell, name, hasThreat) {
  const { x, y } = centre(cell);
  const ring = draw("circle", { cx: x, cy: y, r: HOLE - 5 });
  const star = hasThreat ? null : draw("polygon", { points: starPoints(x, y) });
  return draw("g", { class: name }, ring, star);
}

/** Return the corners of a star. @param {number} x @param {number} y */
function starPoints(x, y) {
  const points = [];
  for (let index = 0; index < 10; index += 1) {
    const radius = index % 2 === 0 ? 19 : 8;
    const angle = (Math.PI * index) / 5 - Math.PI / 2;
    points.push(`${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`);
  }
  return points.join(" ");
}

/** Return the board in words, column by column. @param {Position} position */
function describe({ cells, variant }) {
  const columns = ALL_COLUMNS.map((column) => {
    const discs = cells.flatMap((player, cell) =>
      (player && columnOf(cell) === column ? [nameOf(player, variant).toLowerCase()] : []));
    return `column ${column + 1} ${discs.join(", ") || "empty"}`;
  });
  return `Board, each column from the bottom: ${columns.join("; ")}.`;
}
