/**
 * The list of moves, with their judgements once the game was reviewed, the variation, and the graph.
 *
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 */
import { isAtEnd } from "../game/game.js";
import { isOnVariation, mainline, variationMoves } from "../game/variation.js";
import { modeOf } from "../state/mode.js";
import { JUDGEMENT_MARKS } from "../state/review.js";
import { reviewOf } from "../state/selectors.js";
import { gameSummary } from "../state/summary.js";
import { make, replaceContent } from "./dom.js";
import { drawGraph } from "./graph.js";
import { createMoveItem, scrollToShown } from "./move_button.js";

/** @param {HTMLElement} place @param {Session} session @returns {View} */
export function createMoveList(place, session) {
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
      playOn.hidden = isAtEnd(game) || modeOf(state).movesBothSides;
      const hasSameMoves = drawn?.game === game && drawn.review === state.review;
      if (hasSameMoves && drawn?.analyses === state.analyses) return;
      drawn = state;
      empty.hidden = mainline(game).moves.length > 0 || game.variation !== null;
      if (!hasSameMoves) {
        replaceContent(list, ...createItems(state, session));
        scrollToShown(list);
      }
      graph.replaceChildren(...createGraph(state, session));
    },
  };
}

/** @param {State} state @param {Session} session */
function createGraph(state, session) {
  const mainlineState = { ...state, game: mainline(state.game) };
  const drawing = drawGraph(mainlineState, session.goToMainline);
  if (!drawing) return [];
  const summary = make("p", { class: "note", id: "summary", text: gameSummary(mainlineState) });
  return [make("h2", { text: "Evaluation" }), summary, drawing];
}

/**
 * The moves of the mainline; the variation is below the move that it replaces.
 *
 * @param {State} state
 * @param {Session} session
 */
function createItems(state, session) {
  const { game } = state;
  const { moves, positions } = mainline(game);
  const variation = variationMoves(game);
  const review = reviewOf(state);
  const isMainlineShown = !isOnVariation(game) || game.ply <= (variation?.from ?? 0);
  const items = moves.map((column, index) => {
    const number = index + 1;
    const judged = review?.moves[index];
    return createMoveItem({
      id: `move-${number}`,
      name: `Move ${number}`,
      number,
      before: positions[index],
      column,
      isShown: isMainlineShown && game.ply === number,
      mark: judged?.judgement ? { ...JUDGEMENT_MARKS[judged.judgement], words: judged.words } : null,
      onClick: () => session.goToMainline(number),
    });
  });
  if (variation) items.splice(variation.from + 1, 0, createVariationItem(state, variation, session));
  return items;
}

/**
 * @param {State} state
 * @param {NonNullable<ReturnType<typeof variationMoves>>} variation
 * @param {Session} session
 */
function createVariationItem({ game }, { from, moves, positions }, session) {
  const items = moves.slice(from).map((column, index) => {
    const number = from + index + 1;
    return createMoveItem({
      id: `variation-move-${number}`,
      name: `Variation, move ${number}`,
      number,
      before: positions[number - 1],
      column,
      isShown: isOnVariation(game) && game.ply === number,
      mark: null,
      onClick: () => session.goToVariation(number),
    });
  });
  const title = variationTitle(from);
  const content = items.length > 0
    ? make("ol", { class: "moves", "aria-label": title }, ...items)
    : make("p", { class: "note", text: `${title}: no move yet.` });
  return make("li", { class: "variation" }, content);
}

/** Return where a variation starts, in words. @param {number} from */
export function variationTitle(from) {
  return from === 0 ? "Variation from the start" : `Variation after move ${from}`;
}
