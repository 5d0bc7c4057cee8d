/**
 * The evaluation over the game, drawn: above the middle the first player is winning, below it the second.
 *
 * @typedef {import("../state/state.js").State} State
 */
import { draw, make } from "./dom.js";
import { scoreAfter, shareAfter } from "../state/scores.js";
import { reviewOf } from "../state/state.js";
import { nameOf, runsOf, signed } from "../game/words.js";

const WIDTH = 600;
const HEIGHT = 120;

/** The drawing with its scale, null while less than two positions are known. @param {State} state @param {(ply: number) => void} onPly @returns {HTMLElement | null} */
export function drawGraph(state, onPly) {
  const { moves, positions, start } = state.game;
  const step = WIDTH / Math.max(1, moves.length);
  const places = positions.flatMap((_, ply) => {
    const [score, share] = [scoreAfter(state, ply), shareAfter(state, ply)];
    return score === null || share === null ? [] : [{ ply, score, x: ply * step, y: HEIGHT * (1 - share) }];
  });
  if (places.length < 2) return null;
  const middle = HEIGHT / 2;
  // A slope only joins positions that follow each other: between others nobody knows what the game was worth.
  const runs = runsOf(places.map(({ ply }) => ply)).map(([first, last]) => places.filter(({ ply }) => ply >= first && ply <= last));
  const path = runs.map(slope).join("");
  const area = runs.map((run) => `${slope(run)}L${run[run.length - 1].x.toFixed(1)} ${middle}L${run[0].x.toFixed(1)} ${middle}z`).join("");
  const turning = reviewOf(state)?.turningPoint ?? null;
  const svg = draw("svg", { class: "graph", viewBox: `-8 -6 ${WIDTH + 16} ${HEIGHT + 12}`, role: "img",
    "aria-label": `Evaluation over the game: ${graphWords(positions.map((_, ply) => scoreAfter(state, ply)))}` },
    draw("defs", {}, half("above", 0), half("below", middle)),
    draw("rect", { class: "field", x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 6 }),
    draw("path", { class: "area p1", d: area, "clip-path": "url(#above)" }),
    draw("path", { class: "area p2", d: area, "clip-path": "url(#below)" }),
    draw("line", { class: "middle", x1: 0, x2: WIDTH, y1: middle, y2: middle }),
    draw("path", { class: "curve", d: path }),
    draw("line", { class: "here", x1: state.game.at * step, x2: state.game.at * step, y1: 0, y2: HEIGHT }),
    ...places.map(({ ply, x, y }) => draw("circle", { class: `dot${ply === turning ? " turning" : ""}`, cx: x, cy: y, r: ply === turning ? 7 : 3.5 })));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * (WIDTH + 16) - 8;
    onPly(Math.max(0, Math.min(moves.length, Math.round(x / step))));
  });
  return make("div", { class: "scaled" },
    labels("upright", `${nameOf(1, start.variant)} wins`, "draw", `${nameOf(2, start.variant)} wins`), svg,
    labels("across", "start", ...(moves.length > 7 ? [`move ${Math.round(moves.length / 2)}`] : []), `move ${moves.length}`));
}

/** The line through places that follow each other. @param {readonly {x: number, y: number}[]} run */
function slope(run) {
  return run.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The scores after each move in words, with what is not known. @param {readonly (number | null)[]} scores */
function graphWords(scores) {
  const unknown = runsOf(scores.flatMap((score, ply) => (score === null ? [ply] : [])));
  const words = scores.map((score, ply) => {
    if (score !== null) return `after ${ply} ${signed(score)}`;
    const run = unknown.find(([first]) => first === ply);
    if (!run) return null;
    return run[0] === run[1] ? `after ${ply} not known` : `after ${ply} to ${run[1]} not known`;
  });
  return words.filter((text) => text !== null).join(", ");
}

/** The scale on one side; the drawing says the same in words of its own. @param {string} name @param {...string} texts */
function labels(name, ...texts) {
  return make("div", { class: name, "aria-hidden": "true" }, ...texts.map((text) => make("span", { text })));
}

/** @param {string} id @param {number} y */
function half(id, y) {
  return draw("clipPath", { id }, draw("rect", { x: 0, y, width: WIDTH, height: HEIGHT / 2 }));
}
