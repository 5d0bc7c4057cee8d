/**
 * The evaluation over the game, drawn: above the middle the first player is winning, below it the second.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./rules.js").Variant} Variant
 */
import { draw } from "./dom.js";
import { scoreAfter, shareOf } from "./scores.js";
import { signed } from "./words.js";

const WIDTH = 600;
const HEIGHT = 120;

/** The drawing. @param {State} state @param {(ply: number) => void} onPly @returns {SVGElement | null} */
export function drawGraph(state, onPly) {
  const scores = state.game.positions.map((_, ply) => scoreAfter(state, ply));
  if (scores.filter((score) => score !== null).length < 2) return null;
  const variant = state.game.start.variant;
  const step = WIDTH / Math.max(1, scores.length - 1);
  const places = scores.flatMap((score, ply) =>
    (score === null ? [] : [{ ply, score, x: ply * step, y: HEIGHT * (1 - shareOf(score, variant)) }]));
  const path = places.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const middle = HEIGHT / 2;
  const area = `${path}L${places[places.length - 1].x.toFixed(1)} ${middle}L${places[0].x.toFixed(1)} ${middle}z`;
  const turning = state.review?.moves === state.game.moves ? state.review.turningPoint : null;
  const svg = draw("svg", { class: "graph", viewBox: `-8 -6 ${WIDTH + 16} ${HEIGHT + 12}`, role: "img",
    "aria-label": `Evaluation over the game: ${places.map(({ ply, score }) => `after ${ply} ${signed(score)}`).join(", ")}` },
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
    onPly(Math.max(0, Math.min(scores.length - 1, Math.round(x / step))));
  });
  return svg;
}

/** @param {string} id @param {number} y */
function half(id, y) {
  return draw("clipPath", { id }, draw("rect", { x: 0, y, width: WIDTH, height: HEIGHT / 2 }));
}
