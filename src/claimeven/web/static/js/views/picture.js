/**
 * The board as a file: SVG, PNG, and a whole game with numbered discs.
 *
 * SVG and PNG are drawn from one list of shapes with colours of its own: a file has no style sheet, and the page's
 * security policy does not allow drawing an SVG image on a canvas.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{d: string, fill?: string, stroke?: string, width?: number}} Shape a path, filled or drawn with a stroke
 */
import { lastPosition } from "../game/game.js";
import { dropCell, linesOn } from "../game/rules.js";
import { DISC, HEIGHT, WIDTH, centre, circlePath, facePath, lineEnds } from "./board_shapes.js";

const COLOURS = { back: "#e9edf5", face: "#24396a", rim: "#1b2c54", mark: "#ffffff" };
const RED = { disc: "#ea5357", sign: "#6f1720" };
const YELLOW = { disc: "#f3c04a", sign: "#805800" };
const GREEN = { disc: "#5cb86b", sign: "#1a5127" };
const DISCS = { four: { 1: RED, 2: YELLOW }, max: { 1: RED, 2: GREEN } };

/**
 * Return the shapes of a board, from back to front.
 *
 * @param {Position} position
 * @param {number | null} last the cell of the last disc
 * @param {readonly number[]} [unsigned] cells whose discs have no sign
 * @returns {Shape[]}
 */
function shapesOf(position, last, unsigned = []) {
  /** @type {Shape[]} */
  const shapes = [{ d: `M10 10h${WIDTH - 20}v${HEIGHT - 20}h${20 - WIDTH}z`, fill: COLOURS.back }];
  for (const [cell, player] of position.cells.entries()) {
    if (!player) continue;
    const { x, y } = centre(cell);
    const colours = DISCS[position.variant][player];
    shapes.push({ d: circlePath(x, y, DISC), fill: colours.disc });
    if (!unsigned.includes(cell)) shapes.push({ d: signAt(player, x, y), stroke: colours.sign, width: 7 });
  }
  shapes.push({ d: facePath(), fill: COLOURS.face });
  for (const line of linesOn(position)) {
    const { x1, y1, x2, y2 } = lineEnds(line.cells);
    const d = `M${x1} ${y1}L${x2} ${y2}`;
    shapes.push({ d, stroke: COLOURS.rim, width: 14 }, { d, stroke: COLOURS.mark, width: 7 });
  }
  if (last !== null) {
    const { x, y } = centre(last);
    shapes.push({ d: circlePath(x, y, 38), stroke: COLOURS.mark, width: 5 });
  }
  return shapes;
}

/** Return a player's sign as a path. @param {Player} player @param {number} x @param {number} y */
function signAt(player, x, y) {
  if (player === 2) return circlePath(x, y, 15);
  return `M${x - 13} ${y - 13}l26 26M${x - 13} ${y + 13}l26-26`;
}

/**
 * Return a board as the text of an SVG file.
 *
 * @param {Position} position
 * @param {number | null} last the cell of the last disc
 */
export function boardSvg(position, last) {
  return svgFile(shapesOf(position, last).map(pathText));
}

/** Return a whole game as the text of an SVG file, its discs numbered. @param {Game} game @param {string} title */
export function gameSvg(game, title) {
  const cells = game.moves.map((column, index) => dropCell(game.positions[index], column));
  const numbers = cells.map((cell, index) => {
    const { variant, player } = game.positions[index];
    const { x, y } = centre(cell);
    return `<text x="${x}" y="${y + 13}" font-size="36" fill="${DISCS[variant][player].sign}">${index + 1}</text>`;
  });
  const escapedTitle = title.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return svgFile([
    `<title>${escapedTitle}</title>`,
    ...shapesOf(lastPosition(game), null, cells).map(pathText),
    `<g font-family="sans-serif" font-weight="bold" text-anchor="middle">`,
    ...numbers,
    "</g>",
  ]);
}

/** @param {Shape} shape */
function pathText({ d, fill, stroke, width }) {
  const strokeText = stroke ? ` stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"` : "";
  return `<path d="${d}" fill="${fill ?? "none"}" fill-rule="evenodd"${strokeText}/>`;
}

/** @param {string[]} elements */
function svgFile(elements) {
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${elements.join("\n")}\n</svg>\n`;
}

/**
 * Return a board as a PNG file.
 *
 * @param {Position} position
 * @param {number | null} last
 * @returns {Promise<Blob>}
 */
export function boardPng(position, last) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.lineCap = "round";
  for (const { d, fill, stroke, width } of shapesOf(position, last)) {
    const path = new Path2D(d);
    if (fill) {
      context.fillStyle = fill;
      context.fill(path, "evenodd");
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width ?? 1;
      context.stroke(path);
    }
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("the browser made no PNG"));
    }, "image/png");
  });
}
