/**
 * The board on the page: discs that fall, where one would land, lines and marks, and clicks on columns.
 *
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Disc} Disc
 * @typedef {import("../game/rules.js").Player} Player
 */

/**
 * What is drawn besides the discs, by the numbers of cells.
 *
 * @typedef {object} Marks
 * @property {number | null} last the last disc
 * @property {number | null} ring the better move of a review
 * @property {readonly number[]} stars hints
 * @property {ReadonlyMap<number, readonly Player[]>} threats who completes a line there
 * @property {ReadonlyMap<number, string>} labels numbers on discs that are not part of the game
 * @property {boolean} showLines whether lines of four are drawn
 * @property {boolean} live whether a click does something
 * @property {boolean} painting whether a board is being set up
 * @property {import("./explanation_marks.js").WhyMarks | null} why what a sentence speaks of
 */
import { CELL, DISC, FRAME, HEIGHT, HOLE, WIDTH, centre, disc, facePath, lineShapes, signPath } from "./board_shapes.js";
import { draw } from "./dom.js";
import { fall } from "./motion.js";
import { CELLS, COLUMNS, NO_CELLS, columnOf, landingCell } from "../game/rules.js";
import { drawnWhy } from "./explanation_marks.js";
import { nameOf, parityOf } from "../game/words.js";

/** Make the drawing. @param {(column: number) => void} onColumn @param {(column: number | null) => void} onHover */
export function createBoard(onColumn, onHover) {
  const bands = draw("g", { class: "bands" });
  const discs = draw("g", { class: "discs" });
  const ghosts = draw("g", { class: "ghosts" });
  const marks = draw("g", { class: "marks", "aria-hidden": "true" });
  const targets = draw("g", { class: "targets" });
  const svg = draw("svg", { class: "board", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" },
    draw("rect", { class: "back", x: 4, y: 4, width: WIDTH - 8, height: HEIGHT - 8, rx: 30 }),
    bands, discs, ghosts, draw("path", { class: "face", d: facePath(), "fill-rule": "evenodd" }), marks, targets);
  for (let column = 0; column < COLUMNS; column += 1) {
    const place = { x: FRAME + column * CELL, y: 0, width: CELL, height: HEIGHT };
    bands.append(draw("rect", { class: "band", ...place }));
    targets.append(draw("rect", {
      class: "target", ...place, "data-column": column + 1,
      click: () => onColumn(column),
      pointerenter: (/** @type {PointerEvent} */ event) => onHover(event.pointerType === "touch" ? null : column),
      pointerleave: () => onHover(null),
    }));
  }

  /** @type {readonly Disc[]} */
  let before = NO_CELLS;
  /** @type {(SVGElement | null)[]} */
  const elements = Array(CELLS).fill(null);

  /** Add and take off discs; one more than before falls. @param {readonly Disc[]} cells */
  function updateDiscs(cells) {
    const added = cells.filter((player, cell) => player && player !== before[cell]).length;
    cells.forEach((player, cell) => {
      if (player === before[cell]) return;
      elements[cell]?.remove();
      elements[cell] = null;
      if (!player) return;
      const element = disc(cell, player);
      elements[cell] = element;
      discs.append(element);
      if (added <= 2) fall(/** @type {Element} */ (element.firstElementChild), centre(cell).y + DISC);
    });
    before = cells;
  }

  return {
    element: svg,
    /** Show a position. @param {Position} position @param {Marks} wanted @param {number | null} hovered */
    update(position, wanted, hovered) {
      updateDiscs(position.cells);
      marks.replaceChildren(...drawnMarks(position, wanted));
      const landing = hovered === null || !wanted.live ? null : landingCell(position, hovered);
      const ahead = [...wanted.why?.discs ?? []].map(([cell, player]) => disc(cell, player, "ghost"));
      ghosts.replaceChildren(...ahead, ...(landing === null || wanted.painting ? [] : [disc(landing, position.player, "ghost")]));
      [...bands.children].forEach((band, column) => band.classList.toggle("hovered", wanted.live && column === hovered));
      targets.classList.toggle("live", wanted.live);
      svg.setAttribute("aria-label", describe(position));
    },
  };
}

/** @param {Position} position @param {Marks} wanted @returns {SVGElement[]} */
function drawnMarks(position, { last, ring, stars, threats, labels, showLines, why }) {
  /** @type {SVGElement[]} */
  const shapes = showLines ? lineShapes(position, labels.size ? `${position.variant} below` : position.variant) : [];
  if (why) shapes.push(...drawnWhy(why));
  if (last !== null) {
    shapes.push(draw("circle", { class: "last", cx: centre(last).x, cy: centre(last).y, r: HOLE - 2 }));
  }
  for (const [cell, players] of threats) shapes.push(threat(cell, players));
  for (const cell of stars) shapes.push(star(cell, "star", threats.has(cell)));
  if (ring !== null) shapes.push(star(ring, "star better", threats.has(ring)));
  for (const [cell, text] of [...labels, ...why?.labels ?? []]) {
    const { x, y } = centre(cell);
    shapes.push(draw("text", { class: "label", x, y: y + 11, text }));
  }
  return shapes;
}

/** Small discs of whoever completes a line here, and the parity of the row. @param {number} cell @param {readonly Player[]} players */
function threat(cell, players) {
  const { x, y } = centre(cell);
  return draw("g", { class: "threat", "data-cell": cell },
    ...players.map((player, index) => {
      const beside = (index - (players.length - 1) / 2) * 32;
      return draw("g", { class: `disc p${player}`, transform: `translate(${x + beside} ${y - 13}) scale(.34)` },
        draw("circle", { class: "base", r: DISC }), draw("path", { class: "sign", d: signPath(player) }));
    }),
    draw("text", { class: "parity", x, y: y + 22, text: parityOf(cell) }));
}

/** A ring, with a star in it where there is room: a good place for a disc. @param {number} cell @param {string} name @param {boolean} isTaken */
function star(cell, name, isTaken) {
  const { x, y } = centre(cell);
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 ? 8 : 19;
    const angle = (Math.PI * index) / 5 - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return draw("g", { class: name }, draw("circle", { cx: x, cy: y, r: HOLE - 5 }), isTaken ? null : draw("polygon", { points: points.join(" ") }));
}

/** The board in words, column by column. @param {Position} position */
function describe(position) {
  const columns = Array.from({ length: COLUMNS }, (_, column) => {
    const discs = position.cells.flatMap((player, cell) => (player && columnOf(cell) === column ? [nameOf(player, position.variant).toLowerCase()] : []));
    return `column ${column + 1} ${discs.join(", ") || "empty"}`;
  });
  return `Board, each column from the bottom: ${columns.join("; ")}.`;
}
