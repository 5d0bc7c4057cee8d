/**
 * The review of a game: every move judged by the server.
 *
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../server/api.js").ReviewAnswer} ReviewAnswer
 * @typedef {import("../server/api.js").ReviewedMove} ReviewedMove
 * @typedef {import("./state.js").Store} Store
 */

/**
 * What is known about the moves of a game. Unlike in the server's answer, `ply` counts the moves of this game, not the
 * discs on the board, and `better` counts columns from 0.
 *
 * @typedef {object} Review
 * @property {string} key of the reviewed game: its start and its moves
 * @property {readonly ReviewedMove[]} moves one for each move; its `judgement` is null if the server's time limit came first
 * @property {readonly (number | null)[]} scores for the first player: at the start, then after each move
 * @property {number | null} turningPoint the number of the last judged move that changed the result
 * @property {{x: number | null, o: number | null}} accuracy the share of best moves among the judged ones
 * @property {{x: number, o: number}} mistakes how many judged moves changed the result
 */
import { positionQuery } from "../game/address.js";
import { movesKey } from "../game/game.js";
import { mainline } from "../game/variation.js";
import { getReview } from "../server/api.js";
import { createLatestRequest } from "../server/latest_request.js";
import { errorReporter } from "./state.js";

/**
 * How a judgement looks: a sign that needs no colour, and a tone.
 *
 * @type {Record<NonNullable<ReviewedMove["judgement"]>, {sign: string, tone: string}>}
 */
export const JUDGEMENT_MARKS = {
  best: { sign: "✓", tone: "good" },
  weaker_win: { sign: "~", tone: "fair" },
  weaker_loss: { sign: "~", tone: "fair" },
  draw_given_away: { sign: "?", tone: "bad" },
  win_given_away: { sign: "??", tone: "bad" },
};

/** Return functions that start and stop a review. @param {Store} store */
export function bindReview(store) {
  const request = createLatestRequest(errorReporter(store, "review"));

  const start = () => {
    const game = mainline(store.get().game);
    if (game.moves.length === 0) return;
    const query = positionQuery(game, game.moves.length);
    request.start(`review ${query}`, async (options) => {
      store.set({ isReviewing: true });
      try {
        const answer = await getReview(query, options);
        store.set({ review: reviewFromAnswer(reviewKey(game), answer) });
      } finally {
        if (!options.signal.aborted) store.set({ isReviewing: false });
      }
    });
  };
  const stop = () => {
    request.stop();
    if (store.get().isReviewing) store.set({ isReviewing: false });
  };

  store.subscribe((state, before) => {
    if (state.game !== before.game && reviewKey(state.game) !== reviewKey(before.game)) stop();
  });
  return {
    /** Review all moves of the mainline. */
    start,
    stop,
    /** Start again after an error. */
    retry() {
      if (!store.get().errors.review) return;
      request.stop();
      start();
    },
  };
}

/** Return the key of a game's review. @param {Game} game */
function reviewKey(game) {
  return movesKey(game.start, mainline(game).moves);
}

/** Return the moves that changed the result. @param {Review} review */
export function mistakesOf(review) {
  return review.moves.filter(({ judgement }) => judgement && JUDGEMENT_MARKS[judgement].tone === "bad");
}

/** Return the numbers of the moves that are not judged. @param {Review} review */
export function unjudgedPlies(review) {
  return review.moves.filter(({ judgement }) => judgement === null).map(({ ply }) => ply);
}

/**
 * Return a heading about the turning point; if moves are not judged, it applies only so far.
 *
 * @param {Review} review
 */
export function turningPointTitle(review) {
  const soFar = unjudgedPlies(review).length > 0 ? " so far" : "";
  if (review.turningPoint === null) return `No turning point${soFar}`;
  return `Turning point${soFar}: move ${review.turningPoint}`;
}

/** Return a sentence for a review without a turning point. @param {Review} review */
export function noTurningPointWords(review) {
  const count = unjudgedPlies(review).length;
  if (count === 0) return "No move changed the result.";
  return count < review.moves.length ? "No judged move changed the result." : "No move is judged.";
}

/** @param {string} key @param {ReviewAnswer} answer @returns {Review} */
function reviewFromAnswer(key, answer) {
  // The server counts the discs that the game started with.
  const first = answer.plies[0];
  const discsAtStart = first ? first.ply - 1 : 0;
  const moves = answer.plies.map((move) => ({
    ...move,
    ply: move.ply - discsAtStart,
    better: move.better === null ? null : move.better - 1,
  }));
  return {
    key,
    moves,
    scores: scoresFromMoves(answer.plies),
    turningPoint: answer.turning_point === null ? null : answer.turning_point - discsAtStart,
    accuracy: answer.accuracy,
    mistakes: answer.mistakes,
  };
}

/**
 * Return the first player's scores at the start and after each move.
 *
 * @param {readonly ReviewedMove[]} moves
 * @returns {(number | null)[]}
 */
function scoresFromMoves(moves) {
  if (moves.length === 0) return [];
  const scores = [];
  for (let ply = 0; ply <= moves.length; ply += 1) {
    const scoreAfterMove = ply > 0 ? moves[ply - 1].first_player_score : null;
    scores.push(scoreAfterMove ?? scoreBeforeMove(moves[ply]));
  }
  return scores;
}

/**
 * Return the first player's score before a move, or null.
 *
 * @param {ReviewedMove | undefined} move
 */
function scoreBeforeMove(move) {
  if (!move?.before) return null;
  return move.player === "x" ? move.before.score : -move.before.score;
}
