/**
 * The board as a picture to keep: an SVG file, the same drawn into a PNG, and a whole game with numbers.
 *
 * Both are drawn from one list of shapes, with colours of their own: a file has no style sheet, and a page that
 * loads nothing from elsewhere cannot turn SVG into pixels by way of an image.
 *
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{d: string, fill?: string, stroke?: string, width?: number}} Shape a path, filled or drawn with a stroke
 */
import { DISC, HEIGHT, WIDTH, centre, facePath, lineEnds } from "./board_shapes.js";
import { dropCell, linesOn } from "../game/rules.js";

const COLOURS = { back: "#e9edf5", face: "#24396a" };
const [RED, YELLOW, GREEN] = [["#ea5357", "#6f1720"], ["#f3c04a", "#805800"], ["#5cb86b", "#1a5127"]]; // a disc, its sign
const DISCS = { four: { 1: RED, 2: YELLOW }, max: { 1: RED, 2: GREEN } };

/** @param {number} x @param {number} y @param {number} radius */
const circle = (x, y, radius) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

/** Everything on the picture, from back to front. @param {Position} position @param {number | null} last @param {readonly number[]} [bare] cells whose discs carry no sign @returns {Shape[]} */
function shapesOf(position, last, bare = []) {
  /** @type {Shape[]} */
  const shapes = [{ d: `M10 10h${WIDTH - 20}v${HEIGHT - 20}h${20 - WIDTH}z`, fill: COLOURS.back }];
  position.cells.forEach((player, cell) => {
    if (!player) return;
    const { x, y } = centre(cell);
    const [base, deep] = DISCS[position.variant][player];
    const sign = player === 1 ? `M${x - 13} ${y - 13}l26 26M${x - 13} ${y + 13}l26-26` : circle(x, y, 15);
    shapes.push({ d: circle(x, y, DISC), fill: base });
    if (!bare.includes(cell)) shapes.push({ d: sign, stroke: deep, width: 7 });
  });
  shapes.push({ d: facePath(), fill: COLOURS.face });
  for (const line of linesOn(position)) {
    const { x1, y1, x2, y2 } = lineEnds(line.cells);
    shapes.push({ d: `M${x1} ${y1}L${x2} ${y2}`, stroke: "#1b2c54", width: 14 }, { d: `M${x1} ${y1}L${x2} ${y2}`, stroke: "#ffffff", width: 7 });
  }
  if (last !== null) shapes.push({ d: circle(centre(last).x, centre(last).y, 38), stroke: "#ffffff", width: 5 });
  return shapes;
}

/** The picture as the text of an SVG file. @param {Position} position @param {number | null} last */
export const boardSvg = (position, last) => svgFile(shapesOf(position, last).map(pathText));

/** A whole game as an SVG file: its discs are numbered in the order they were dropped. @param {Game} game @param {string} title */
export function gameSvg(game, title) {
  const last = game.positions[game.moves.length];
  const cells = game.moves.map((column, index) => dropCell(game.positions[index], column));
  const numbers = cells.map((cell, index) => {
    const before = game.positions[index];
    const { x, y } = centre(cell);
    return `<text x="${x}" y="${y + 13}" font-size="36" fill="${DISCS[before.variant][before.player][1]}">${index + 1}</text>`;
  });
  return svgFile([`<title>${title.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</title>`, ...shapesOf(last, null, cells).map(pathText),
    `<g font-family="sans-serif" font-weight="bold" text-anchor="middle">`, ...numbers, "</g>"]);
}

/** @param {Shape} shape */
function pathText({ d, fill, stroke, width }) {
  return `<path d="${d}" fill="${fill ?? "none"}" fill-rule="evenodd"${stroke ? ` stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"` : ""}/>`;
}

/** @param {string[]} elements */
function svgFile(elements) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">\n${elements.join("\n")}\n</svg>\n`;
}

/** The picture as the bytes of a PNG file. @param {Position} position @param {number | null} last @returns {Promise<Blob>} */
export function boardPng(position, last) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.lineCap = "round";
  for (const { d, fill, stroke, width } of shapesOf(position, last)) {
    const path = new Path2D(d);
    if (fill) {
      pen.fillStyle = fill;
      pen.fill(path, "evenodd");
    }
    if (stroke) {
      pen.strokeStyle = stroke;
      pen.lineWidth = width ?? 1;
      pen.stroke(path);
    }
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
