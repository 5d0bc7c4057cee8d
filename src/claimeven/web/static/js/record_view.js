/**
 * The moves of the game as a list, with their judgements once the game was reviewed, and the graph.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").View} View
 */
import { draw, make, replaceIn } from "./dom.js";
import { drawGraph } from "./graph.js";
import { MARKS } from "./review.js";
import { dropCell } from "./rules.js";
import { moveSentence } from "./words.js";
import { signPath } from "./board_shapes.js";

/** @param {HTMLElement} place @param {(ply: number) => void} onPly @param {() => void} onPlayOn @returns {View} */
export function createRecord(place, onPly, onPlayOn) {
  const list = make("ol", { class: "moves", id: "moves" });
  const empty = make("p", { class: "note", text: "No moves yet." });
  const playOn = make("button", { type: "button", id: "play-on", click: onPlayOn, text: "Play on from here" });
  const graph = make("div", { class: "graphbox" });
  place.append(make("div", { class: "row between head" }, make("h2", { text: "Moves" }), playOn), empty, list, graph);

  /** @param {State} state */
  const showList = (state) => {
    replaceIn(list, ...state.game.moves.map((_, index) => entry(state, index, onPly)));
    const current = list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
  };
  /** @type {State | null} */
  let drawn = null;
  return {
    update(state) {
      const { game } = state;
      const isOld = drawn?.game === game && drawn.review === state.review;
      if (isOld && drawn?.analyses === state.analyses) return;
      drawn = state;
      empty.hidden = game.moves.length > 0;
      playOn.hidden = game.at === game.moves.length;
      if (!isOld) showList(state);
      const drawing = drawGraph(state, onPly);
      graph.replaceChildren(...(drawing ? [make("h2", { text: "Evaluation" }), drawing] : []));
    },
  };
}

/** @param {State} state @param {number} index @param {(ply: number) => void} onPly */
function entry(state, index, onPly) {
  const { game } = state;
  const before = game.positions[index];
  const column = game.moves[index];
  const judged = state.review?.moves === game.moves ? state.review.plies[index] : null;
  const mark = judged?.judgement ? MARKS[judged.judgement] : null;
  const sentence = moveSentence(before, dropCell(before, column));
  return make("li", {},
    make("button", {
      type: "button", id: `move-${index + 1}`, class: `move p${before.player}${mark ? ` ${mark.tone}` : ""}`,
      "aria-current": game.at === index + 1 ? "step" : null,
      "aria-label": `Move ${index + 1}: ${sentence}${judged?.words ? ` ${judged.words}.` : ""}`,
      title: judged?.words ?? null,
      click: () => onPly(index + 1),
    },
    make("span", { class: "count", text: String(index + 1) }),
    draw("svg", { viewBox: "-46 -46 92 92", class: `disc p${before.player}`, "aria-hidden": "true" },
      draw("circle", { class: "base", r: 43 }), draw("path", { class: "sign", d: signPath(before.player) })),
    make("b", { text: String(column + 1) }),
    mark ? make("span", { class: "judged", text: mark.sign }) : null));
}

