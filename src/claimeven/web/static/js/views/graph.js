/**
 * The evaluation over the game: above the middle the first player is winning, below it the second.
 *
 * @typedef {import("../state/scores.js").ScoredState} ScoredState
 * @typedef {{ply: number, x: number, y: number}} Point
 */
import { consecutiveRuns, nameOf, signed } from "../game/words.js";
import { scoreAfter, shareAfter } from "../state/scores.js";
import { reviewOf } from "../state/selectors.js";
import { draw, make } from "./dom.js";

const WIDTH = 600;
const HEIGHT = 120;
const MIDDLE = HEIGHT / 2;
const MARGIN = { x: 8, y: 6 };
/** A longer game gets a label in the middle of the scale. */
const MOVES_WITHOUT_MIDDLE_LABEL = 7;

/**
 * Return the graph with its scale, or null if fewer than two scores are known.
 *
 * @param {ScoredState} state
 * @param {(ply: number) => void} onPly
 * @returns {HTMLElement | null}
 */
export function drawGraph(state, onPly) {
  const { moves, positions, start } = state.game;
  const step = WIDTH / Math.max(1, moves.length);
  const points = pointsOf(state, step);
  if (points.length < 2) return null;
  const scores = positions.map((_, ply) => scoreAfter(state, ply));
  const svg = draw("svg", {
    class: "graph",
    viewBox: `${-MARGIN.x} ${-MARGIN.y} ${WIDTH + 2 * MARGIN.x} ${HEIGHT + 2 * MARGIN.y}`,
    role: "img",
    "aria-label": `Evaluation over the game: ${graphWords(scores)}`,
    click: (/** @type {MouseEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * (WIDTH + 2 * MARGIN.x) - MARGIN.x;
      onPly(Math.max(0, Math.min(moves.length, Math.round(x / step))));
    },
  }, ...shapesOf(state, points, step));
  const middleLabel = moves.length > MOVES_WITHOUT_MIDDLE_LABEL ? [`move ${Math.round(moves.length / 2)}`] : [];
  return make("div", { class: "scaled" },
    createScale("upright", [`${nameOf(1, start.variant)} wins`, "draw", `${nameOf(2, start.variant)} wins`]),
    svg,
    createScale("across", ["start", ...middleLabel, `move ${moves.length}`]));
}

/**
 * Return the points of the known scores.
 *
 * @param {ScoredState} state
 * @param {number} step the width of a move
 * @returns {Point[]}
 */
function pointsOf(state, step) {
  const points = [];
  for (const ply of state.game.positions.keys()) {
    const share = shareAfter(state, ply);
    if (share !== null) points.push({ ply, x: ply * step, y: HEIGHT * (1 - share) });
  }
  return points;
}

/** @param {ScoredState} state @param {readonly Point[]} points @param {number} step */
function shapesOf(state, points, step) {
  // A line only connects consecutive positions: the scores between others are not known.
  const runs = consecutiveRuns(points.map(({ ply }) => ply)).map(([first, last]) =>
    points.filter(({ ply }) => ply >= first && ply <= last));
  const curve = runs.map(curvePath).join("");
  const area = runs.map(areaPath).join("");
  const currentX = state.game.ply * step;
  const turningPoint = reviewOf(state)?.turningPoint ?? null;
  return [
    draw("defs", {}, clipPath("above", 0), clipPath("below", MIDDLE)),
    draw("rect", { class: "field", x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 6 }),
    draw("path", { class: "area p1", d: area, "clip-path": "url(#above)" }),
    draw("path", { class: "area p2", d: area, "clip-path": "url(#below)" }),
    draw("line", { class: "middle", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE }),
    draw("path", { class: "curve", d: curve }),
    draw("line", { class: "current", x1: currentX, x2: currentX, y1: 0, y2: HEIGHT }),
    ...points.map((point) => dotShape(point, point.ply === turningPoint)),
  ];
}

/** @param {Point} point @param {boolean} isTurningPoint */
function dotShape({ x, y }, isTurningPoint) {
  return draw("circle", { class: isTurningPoint ? "dot turning" : "dot", cx: x, cy: y, r: isTurningPoint ? 7 : 3.5 });
}

/** Return the line through consecutive points. @param {readonly Point[]} run */
function curvePath(run) {
  return run.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** Return the area between that line and the middle. @param {readonly Point[]} run */
function areaPath(run) {
  const first = run[0].x.toFixed(1);
  const last = run[run.length - 1].x.toFixed(1);
  return `${curvePath(run)}L${last} ${MIDDLE}L${first} ${MIDDLE}z`;
}

/** Return the scores after each move in words. @param {readonly (number | null)[]} scores */
function graphWords(scores) {
  const unknownPlies = [...scores.keys()].filter((ply) => scores[ply] === null);
  const unknownRuns = new Map(consecutiveRuns(unknownPlies));
  const words = [];
  for (const [ply, score] of scores.entries()) {
    const lastUnknown = unknownRuns.get(ply);
    if (score !== null) words.push(`after ${ply} ${signed(score)}`);
    else if (lastUnknown === ply) words.push(`after ${ply} not known`);
    else if (lastUnknown !== undefined) words.push(`after ${ply} to ${lastUnknown} not known`);
  }
  return words.join(", ");
}

/**
 * The labels along one side, which screen readers skip: the graph has a description.
 *
 * @param {string} name
 * @param {readonly string[]} texts
 */
function createScale(name, texts) {
  return make("div", { class: name, "aria-hidden": "true" }, ...texts.map((text) => make("span", { text })));
}

/** The upper or the lower half. @param {string} id @param {number} y */
function clipPath(id, y) {
  return draw("clipPath", { id }, draw("rect", { x: 0, y, width: WIDTH, height: MIDDLE }));
}
