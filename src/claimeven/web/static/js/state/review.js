/**
 * The review of a game: every move judged by the server, and what the judgements are called here.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("../server/api.js").ReviewAnswer} ReviewAnswer
 * @typedef {import("../server/api.js").JudgedPly} Judged here with its ``ply`` among the moves of the game, and ``better`` from 0
 */

/**
 * What is known of the moves of a game.
 *
 * @typedef {object} Review
 * @property {string} key of the game that was judged: its start and its moves
 * @property {readonly Judged[]} plies one for each move; its ``judgement`` is null where the server's limit came first
 * @property {readonly (number | null)[]} scores of the first player: at the start, then after each move
 * @property {number | null} turningPoint the ply of the last judged move that changed the result
 * @property {{x: number | null, o: number | null}} accuracy the share of best moves among those that are judged
 * @property {{x: number, o: number}} mistakes judged moves that changed the result
 */
import { getReview } from "../server/api.js";
import { positionQuery } from "../game/address.js";
import { createDesk } from "../server/latest_request.js";
import { keyOfMoves } from "../game/game.js";
import { gamePly, mainOf } from "../game/variation.js";
import { troubleOf } from "./state.js";

/** How a judgement looks: a sign that needs no colour, and a tone. @type {Record<NonNullable<Judged["judgement"]>, {sign: string, tone: string}>} */
export const MARKS = {
  best: { sign: "✓", tone: "good" },
  weaker_win: { sign: "~", tone: "fair" },
  weaker_loss: { sign: "~", tone: "fair" },
  draw_given_away: { sign: "?", tone: "bad" },
  win_given_away: { sign: "??", tone: "bad" },
};

/** Ask for reviews, one at a time. @param {Store} store */
export function bindReview(store) {
  const desk = createDesk(troubleOf(store, "review"));
  /** @param {boolean} reviewing */
  const stop = (reviewing = store.get().reviewing) => {
    desk.stop();
    if (reviewing) store.set({ reviewing: false });
  };
  store.subscribe((state, before) => {
    if (state.game !== before.game && judgedKey(state) !== judgedKey(before)) stop();
  });
  return {
    /** Review the game as it is now, all its moves, and not the line beside it. */
    start() {
      const game = mainOf(store.get().game);
      if (game.moves.length === 0) return;
      const query = positionQuery(game, game.moves.length);
      desk.want(`review ${query}`, async (call) => {
        store.set({ reviewing: true });
        try {
          store.set({ review: readReview(judgedKey({ game }), await getReview(query, call)) });
        } finally {
          if (!call.signal.aborted) store.set({ reviewing: false });
        }
      });
    },
    stop,
    /** Ask again after trouble. */
    retry() {
      if (!store.get().trouble.review) return;
      desk.stop();
      this.start();
    },
  };
}

/** The key of the game that a review would judge. @param {{game: import("../game/game.js").Game}} state */
function judgedKey({ game }) {
  return keyOfMoves(game.start, mainOf(game).moves);
}

/** The move that is looked at: the one that was made, or the one that a line or the better move replaces. @param {import("./state.js").State} state */
export const lookedAt = ({ game, better }) => (better === null ? gamePly(game) : game.at + 1);

/** The moves that changed the result. @param {Review} review */
export function mistakesOf(review) {
  return review.plies.filter(({ judgement }) => judgement && MARKS[judgement].tone === "bad");
}

/** The moves that are not judged, by their numbers. @param {Review} review */
export function unjudgedOf(review) {
  return review.plies.filter(({ judgement }) => judgement === null).map(({ ply }) => ply);
}

/** What a review says of a turning point; where moves are not judged, it holds only so far. @param {Review} review */
export function turningTitle(review) {
  const soFar = unjudgedOf(review).length ? " so far" : "";
  return review.turningPoint === null ? `No turning point${soFar}` : `Turning point${soFar}: move ${review.turningPoint}`;
}

/** That nothing changed the result, for as much as is judged. @param {Review} review */
export function unchangedWords(review) {
  const count = unjudgedOf(review).length;
  if (count === 0) return "No move changed the result.";
  return count < review.plies.length ? "No judged move changed the result." : "No move is judged.";
}

/** The server's answer as the page keeps it: plies count the moves of this game, not the discs it began with. @param {string} key @param {ReviewAnswer} answer @returns {Review} */
function readReview(key, answer) {
  const first = answer.plies[0];
  const discs = first ? first.ply - 1 : 0;
  return {
    key, scores: scoresOf(answer.plies), accuracy: answer.accuracy, mistakes: answer.mistakes,
    turningPoint: answer.turning_point === null ? null : answer.turning_point - discs,
    plies: answer.plies.map((judged) =>
      ({ ...judged, ply: judged.ply - discs, better: judged.better === null ? null : judged.better - 1 })),
  };
}

/** The first player's scores at the start and after each move: what the move led to, or what the next one could still have. @param {readonly Judged[]} plies @returns {(number | null)[]} */
function scoresOf(plies) {
  const count = plies.length === 0 ? 0 : plies.length + 1;
  return Array.from({ length: count }, (_, at) => {
    const known = at > 0 ? plies[at - 1].first_player_score : null;
    const next = plies[at];
    if (known !== null || !next?.before) return known;
    return next.player === "x" ? next.before.score : -next.before.score;
  });
}
