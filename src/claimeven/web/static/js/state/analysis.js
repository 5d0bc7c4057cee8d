/**
 * Exact values of the shown position, column by column as the server finds them.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./state.js").State} State
 * @typedef {import("../server/api.js").AnalysisEvent} AnalysisEvent
 * @typedef {import("../server/api.js").Progress} Progress
 */

/**
 * What is known of a position so far, for the side to move.
 *
 * @typedef {object} Analysis
 * @property {readonly (number | null)[]} scores of the columns, null where full or not known yet
 * @property {number | null} score of the position
 * @property {readonly number[]} best the best columns, centre first; none until all are known
 * @property {readonly number[] | null} line best play to the end
 * @property {Progress | null} progress of a search that takes long
 * @property {boolean} done true when nothing will be added
 */
import { streamAnalysis } from "../server/api.js";
import { positionQuery } from "../game/address.js";
import { createDesk } from "../server/latest_request.js";
import { isAnswered } from "../game/variation.js";
import { COLUMNS, isOver, keyOf } from "../game/rules.js";
import { triedPly } from "./retry.js";
import { analysisAt, isPersonsTurn, showsGame, troubleOf } from "./state.js";
import { ApiError, sentence } from "../server/http.js";

/** @type {Analysis} */
const NOTHING = { scores: Array(COLUMNS).fill(null), score: null, best: [], line: null, progress: null, done: false };

/** What one event adds to what is known. @param {Analysis} known @param {AnalysisEvent} message @returns {Analysis} */
export function withEvent(known, { event, data }) {
  if (event === "column") {
    const scores = known.scores.map((score, column) => (column === data.column - 1 ? data.score : score));
    return { ...known, scores };
  }
  if (event === "progress") return { ...known, progress: data };
  if (event === "score" || event === "done") {
    return {
      scores: data.columns.map((entry) => entry.score),
      score: data.score,
      best: data.best.map((column) => column - 1),
      line: data.line === null ? null : [...data.line].map((sign) => Number(sign) - 1),
      progress: null,
      done: event === "done",
    };
  }
  if (event === "error") throw new ApiError(sentence(data.message), data.error);
  return known;
}

/** Keep the analysis of the shown position coming while somebody wants it. @param {Store} store */
export function bindAnalysis(store) {
  const desk = createDesk(troubleOf(store, "analysis"));

  /** @param {string} key @param {(known: Analysis) => Analysis} change */
  const learn = (key, change) => {
    const { analyses } = store.get();
    store.set({ analyses: new Map(analyses).set(key, change(analyses.get(key) ?? NOTHING)) });
  };

  store.subscribe((state) => {
    const ply = wantedPly(state);
    if (ply === null) {
      desk.stop();
      return;
    }
    const key = keyOf(state.game.positions[ply]);
    if (state.analyses.get(key)?.done) {
      if (desk.wanted() !== key) desk.stop();
      return;
    }
    desk.want(key, async (call) => {
      for await (const message of streamAnalysis(positionQuery(state.game, ply), call)) {
        learn(key, (known) => withEvent(known, message));
      }
    });
  });
  return desk;
}

/** The ply of the position whose values are wanted, null for none. Where a position is tried again, the last move is judged first. @param {State} state */
function wantedPly(state) {
  const { game } = state;
  const tried = triedPly(state);
  if (tried !== null && (analysisAt(state, tried)?.score ?? null) === null) return tried;
  return isWanted(state) && !isOver(game.positions[game.at]) ? game.at : null;
}

/** True when values are switched on, a hint is, or the next move will be judged. @param {State} state */
function isWanted(state) {
  const isTried = isAnswered(state.game) && isPersonsTurn(state, state.game.positions[state.game.at]);
  return (state.values || state.hint || isTried) && (showsGame(state) || state.preview !== null);
}
