/**
 * Exact scores of the shown position, column by column as the server finds them.
 *
 * @typedef {import("../server/api.js").AnalysisEvent} AnalysisEvent
 * @typedef {import("../server/api.js").Progress} Progress
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 */

/**
 * What is known about a position so far. Scores are for the side to move.
 *
 * @typedef {object} Analysis
 * @property {readonly (number | null)[]} scores of the columns, null where full or not known yet
 * @property {number | null} score of the position
 * @property {readonly number[]} best the best columns, the most central first; none until all are known
 * @property {readonly number[] | null} line best play to the end
 * @property {Progress | null} progress of a search that takes long
 * @property {boolean} isComplete whether nothing will be added
 */
import { positionQuery } from "../game/address.js";
import { COLUMNS, isOver, positionKey } from "../game/rules.js";
import { streamAnalysis } from "../server/api.js";
import { ApiError, asSentence } from "../server/http.js";
import { createLatestRequest } from "../server/latest_request.js";
import { modeOf } from "./mode.js";
import { retriedPly } from "./retry.js";
import { isGameShown, isPersonsTurn, scoreAt } from "./selectors.js";
import { errorReporter } from "./state.js";

/** @type {Analysis} */
const NOTHING_KNOWN = {
  scores: Array(COLUMNS).fill(null), score: null, best: [], line: null, progress: null, isComplete: false,
};

/**
 * Return an analysis with what an event adds; throws ApiError for an event that reports an error.
 *
 * @param {Analysis} known
 * @param {AnalysisEvent} message
 * @returns {Analysis}
 */
export function addEvent(known, { event, data }) {
  if (event === "column") {
    const scores = [...known.scores];
    scores[data.column - 1] = data.score;
    return { ...known, scores };
  }
  if (event === "progress") return { ...known, progress: data };
  if (event === "score" || event === "done") {
    return {
      scores: data.columns.map((column) => column.score),
      score: data.score,
      best: data.best.map((column) => column - 1),
      line: data.line === null ? null : [...data.line].map((digit) => Number(digit) - 1),
      progress: null,
      isComplete: event === "done",
    };
  }
  if (event === "error") throw new ApiError(asSentence(data.message), data.error);
  return known;
}

/** Request the analysis of the shown position whenever it is needed. @param {Store} store */
export function bindAnalysis(store) {
  const request = createLatestRequest(errorReporter(store, "analysis"));

  /** @param {string} key @param {AnalysisEvent} message */
  const learn = (key, message) => {
    const { analyses } = store.get();
    const known = analyses.get(key) ?? NOTHING_KNOWN;
    store.set({ analyses: new Map(analyses).set(key, addEvent(known, message)) });
  };

  store.subscribe((state) => {
    const ply = plyToAnalyze(state);
    if (ply === null) {
      request.stop();
      return;
    }
    const key = positionKey(state.game.positions[ply]);
    if (state.analyses.get(key)?.isComplete) {
      if (request.key() !== key) request.stop();
      return;
    }
    request.start(key, async (options) => {
      for await (const message of streamAnalysis(positionQuery(state.game, ply), options)) learn(key, message);
    });
  });
  return request;
}

/**
 * Return the ply of the position to analyze, or null. When a position is tried again, the person's last move comes
 * first.
 *
 * @param {State} state
 */
function plyToAnalyze(state) {
  const { game } = state;
  const retried = retriedPly(state);
  if (retried !== null && scoreAt(state, retried) === null) return retried;
  return needsScores(state) && !isOver(game.positions[game.ply]) ? game.ply : null;
}

/**
 * True when the scores or a hint are shown, or the person's next move will be judged.
 *
 * @param {State} state
 */
function needsScores(state) {
  const isJudgedNext = modeOf(state).isRetry && isPersonsTurn(state);
  const isBoardOfGame = isGameShown(state) || state.preview !== null;
  return isBoardOfGame && (state.values || state.hint || isJudgedNext);
}
