/**
 * The moves of the game as a list, with their judgements once the game was reviewed, a line beside it, and the graph.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../state/session.js").Session} Session
 */
import { courseWords } from "../state/summary.js";
import { make, replaceIn } from "./dom.js";
import { isAtEnd } from "../game/game.js";
import { drawGraph } from "./graph.js";
import { isOnLine, lineOf, mainOf } from "../game/variation.js";
import { moveItem, scrollToShown } from "./move_button.js";
import { MARKS } from "../state/review.js";
import { playsBoth, reviewOf } from "../state/state.js";

/** @param {HTMLElement} place @param {Session} session @returns {View} */
export function createRecord(place, session) {
  const list = make("ol", { class: "moves", id: "moves" });
  const empty = make("p", { class: "note", text: "No moves yet." });
  const playOn = make("button", { type: "button", id: "play-on", click: session.playFromHere, text: "Play on from here" });
  const graph = make("div", { class: "graphbox" });
  place.append(make("div", { class: "row between head" }, make("h2", { text: "Moves" }), playOn), empty, list, graph);

  /** @type {State | null} */
  let drawn = null;
  return {
    update(state) {
      const { game } = state;
      playOn.hidden = isAtEnd(game) || playsBoth(state);
      const isOld = drawn?.game === game && drawn.review === state.review;
      if (isOld && drawn?.analyses === state.analyses) return;
      drawn = state;
      empty.hidden = mainOf(game).moves.length > 0 || game.beside !== null;
      if (!isOld) {
        replaceIn(list, ...items(state, session));
        scrollToShown(list);
      }
      const main = { ...state, game: mainOf(game) };
      const drawing = drawGraph(main, session.goToGame);
      graph.replaceChildren(...(drawing
        ? [make("h2", { text: "Evaluation" }), make("p", { class: "note", id: "course", text: courseWords(main) }), drawing] : []));
    },
  };
}

/** The moves of the game; a line stands below the move that it replaces. @param {State} state @param {Session} session */
function items(state, session) {
  const { game } = state;
  const main = mainOf(game);
  const line = lineOf(game);
  const review = reviewOf(state);
  const isShared = !isOnLine(game) || game.at <= (line?.from ?? 0);
  const moves = main.moves.map((column, index) => {
    const judged = review?.plies[index];
    const mark = judged?.judgement ? { ...MARKS[judged.judgement], words: judged.words } : null;
    return moveItem({ id: `move-${index + 1}`, name: `Move ${index + 1}`, count: index + 1, before: main.positions[index], column,
      isShown: isShared && game.at === index + 1, mark, onClick: () => session.goToGame(index + 1) });
  });
  if (line) moves.splice(line.from + 1, 0, lineItem(state, line, session));
  return moves;
}

/** @param {State} state @param {NonNullable<ReturnType<typeof lineOf>>} line @param {Session} session */
function lineItem({ game }, { from, moves, positions }, session) {
  const own = moves.slice(from).map((column, index) => {
    const ply = from + index + 1;
    return moveItem({ id: `line-move-${ply}`, name: `Line, move ${ply}`, count: ply, before: positions[ply - 1], column,
      isShown: isOnLine(game) && game.at === ply, mark: null, onClick: () => session.goToLine(ply) });
  });
  const words = from === 0 ? "A line from the start" : `A line after move ${from}`;
  return make("li", { class: "line" },
    own.length ? make("ol", { class: "moves", "aria-label": words }, ...own) : make("p", { class: "note", text: `${words}: no move yet.` }));
}
