/**
 * The Review panel: the judgement of every move, the mistakes, and the better moves, to see or to try.
 *
 * @typedef {import("../state/preview.js").PreviewController} PreviewController
 * @typedef {import("../state/review.js").Review} Review
 * @typedef {import("../state/review.js").ReviewedMove} ReviewedMove
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").View} View
 * @typedef {{start: () => void, stop: () => void}} ReviewRequests
 * @typedef {ReturnType<typeof createActions>} Actions
 */
import { isOnVariation, mainline, mainlinePly, showMainline } from "../game/variation.js";
import { capitalized, counted, moveList, nameOf } from "../game/words.js";
import {
  JUDGEMENT_MARKS, mistakesOf, noTurningPointWords, turningPointTitle, unjudgedPlies,
} from "../state/review.js";
import { reviewOf, reviewedPly } from "../state/selectors.js";
import { byId, make, replaceContent } from "./dom.js";
import { createWhyCard } from "./why_card.js";

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {Session} session
 * @param {PreviewController} preview
 * @param {ReviewRequests} requests
 * @returns {View & {goToMistake: (direction: 1 | -1) => void}}
 */
export function createReviewPanel(place, store, session, preview, requests) {
  const actions = createActions(store, session, requests);
  const cards = make("div", { class: "pane" });
  const why = createWhyCard(store, preview, "review-why");
  place.append(cards, why.element);
  /** @type {unknown[]} */
  let drawn = [];
  return {
    goToMistake: actions.goToMistake,
    update(state) {
      why.update(state);
      const inputs = [state.game, state.review, state.isReviewing, state.betterColumn];
      if (inputs.every((input, index) => input === drawn[index])) return;
      drawn = inputs;
      replaceContent(cards, ...createCards(state, actions));
    },
  };
}

/**
 * What the buttons of the panel do.
 *
 * @param {Store} store
 * @param {Session} session
 * @param {ReviewRequests} requests
 */
function createActions(store, session, requests) {
  return {
    start: requests.start,
    stop: requests.stop,
    goTo: session.goToMainline,
    /** Show the position before a move, with the better move marked. @param {ReviewedMove} move */
    showBetter(move) {
      store.set({ game: showMainline(store.get().game, move.ply - 1), betterColumn: move.better, preview: null });
    },
    /** Play that position again. @param {ReviewedMove} move */
    retry(move) {
      session.retry(move.ply);
      byId("headline").focus();  // on a phone this scrolls to the board
    },
    /**
     * Go to the next or the previous mistake; after the last comes the first.
     *
     * @param {1 | -1} direction
     */
    goToMistake(direction) {
      const state = store.get();
      const review = reviewOf(state);
      const plies = review ? mistakesOf(review).map(({ ply }) => ply) : [];
      if (plies.length === 0) {
        store.set({ notice: review ? noTurningPointWords(review) : "This game has not been reviewed yet." });
        return;
      }
      const current = mainlinePly(state.game);
      const ordered = direction > 0 ? plies : [...plies].reverse();
      const next = ordered.find((ply) => direction * (ply - current) > 0);
      session.goToMainline(next ?? ordered[0]);
    },
  };
}

/** @param {State} state @param {Actions} actions @returns {HTMLElement[]} */
function createCards(state, actions) {
  if (mainline(state.game).moves.length === 0) {
    const text = "Play a game, or open one from a link, to have every move judged here.";
    return [make("div", { class: "card" }, make("p", { text }))];
  }
  if (state.isReviewing) {
    return [createCall("Judging every move, from the last to the first …",
      make("button", { type: "button", text: "Stop", click: actions.stop }))];
  }
  const review = reviewOf(state);
  if (!review) {
    const whatIsJudged = isOnVariation(state.game) ? "Every move of the game, not of the variation," : "Every move";
    return [createCall(`${whatIsJudged} is compared with perfect play: best, slower, or a mistake that changes the result.`,
      make("button", { type: "button", class: "primary", id: "start-review", text: "Review this game", click: actions.start }))];
  }
  const judgement = createJudgement(state, review, actions);
  const summary = createSummary(state, review, actions);
  return judgement ? [summary, judgement] : [summary];
}

/** A text with a button. @param {string} text @param {HTMLElement} button */
function createCall(text, button) {
  return make("div", { class: "card call" }, make("p", { text }), button);
}

/** @param {State} state @param {Review} review @param {Actions} actions */
function createSummary(state, review, actions) {
  const { variant } = state.game.start;
  const turningMove = review.moves.find((move) => move.ply === review.turningPoint) ?? null;
  const sentence = turningMove ? judgementSentence(state, turningMove) : noTurningPointWords(review);
  return make("div", { class: "card stack", id: "review-summary" },
    make("h2", { text: turningPointTitle(review) }),
    make("p", { id: "turning-words", text: sentence }),
    createUnjudged(review),
    turningMove ? make("div", { class: "row" },
      make("button", {
        type: "button",
        class: "primary",
        id: "show-better",
        text: "Show the better move",
        click: () => actions.showBetter(turningMove),
      })) : null,
    make("dl", { class: "tally" },
      make("dt", { text: nameOf(1, variant) }), make("dd", { text: tallyWords(review, "x") }),
      make("dt", { text: nameOf(2, variant) }), make("dd", { text: tallyWords(review, "o") })),
    createMistakes(state, review, actions));
}

/**
 * The moves that are not judged, and what that means for the turning point; null if all are judged.
 *
 * @param {Review} review
 */
function createUnjudged(review) {
  const plies = unjudgedPlies(review);
  if (plies.length === 0) return null;
  const sentences = [`Not judged within the server’s time limit: ${moveList(plies)}.`];
  const { turningPoint } = review;
  if (turningPoint !== null) {
    const isLastMove = turningPoint === review.moves.length;
    const isOpen = plies.some((ply) => ply > turningPoint);
    if (isOpen) sentences.push(`One of them after move ${turningPoint} may have changed the result again.`);
    else if (!isLastMove) sentences.push(`No move after move ${turningPoint} changed the result.`);
  }
  return make("p", { class: "note", id: "not-judged", text: sentences.join(" ") });
}

/**
 * The list of mistakes with buttons to go through them, or null if there are none.
 *
 * @param {State} state
 * @param {Review} review
 * @param {Actions} actions
 */
function createMistakes(state, review, actions) {
  const mistakes = mistakesOf(review);
  if (mistakes.length === 0) return null;
  const current = mistakes.findIndex(({ ply }) => ply === reviewedPly(state));
  const count = current < 0 ? counted(mistakes.length, "mistake") : `Mistake ${current + 1} of ${mistakes.length}`;
  const soFar = unjudgedPlies(review).length > 0 ? " so far" : "";
  const items = mistakes.map((move, index) => createMistake(move, index === current, actions));
  return make("div", { class: "stack", role: "group", "aria-label": "Mistakes" },
    make("div", { class: "row" },
      make("button", { type: "button", id: "previous-mistake", text: "Previous mistake", click: () => actions.goToMistake(-1) }),
      make("button", { type: "button", id: "next-mistake", text: "Next mistake", click: () => actions.goToMistake(1) }),
      make("span", { class: "note", text: `${count}${soFar}` })),
    make("ol", { class: "sentences", id: "mistakes" }, ...items));
}

/** @param {ReviewedMove} move @param {boolean} isCurrent @param {Actions} actions */
function createMistake(move, isCurrent, actions) {
  const words = move.overlooked?.text ?? capitalized(move.words ?? "");
  return make("li", {},
    make("button", {
      type: "button",
      class: "sentence",
      id: `mistake-${move.ply}`,
      "aria-current": isCurrent ? "step" : null,
      click: () => actions.goTo(move.ply),
    }, make("b", { text: `Move ${move.ply}` }), make("span", { text: words })));
}

/** Return how well a side played. @param {Review} review @param {"x" | "o"} side */
function tallyWords(review, side) {
  const moves = review.moves.filter(({ player }) => player === side);
  if (moves.length === 0) return "no move yet";
  const accuracy = review.accuracy[side];
  if (accuracy === null) return "no move judged";
  const share = `${Math.round(100 * accuracy)} %`;
  const mistakeCount = review.mistakes[side];
  const mistakes = mistakeCount === 0 ? "no mistakes" : counted(mistakeCount, "mistake");
  const judgedCount = moves.filter(({ judgement }) => judgement !== null).length;
  if (judgedCount === moves.length) return `${share} of the moves were best, ${mistakes}`;
  return `${counted(judgedCount, "move")} judged, ${share} best, ${mistakes} so far`;
}

/**
 * The judgement of the move that is looked at, or null.
 *
 * @param {State} state
 * @param {Review} review
 * @param {Actions} actions
 */
function createJudgement(state, review, actions) {
  const move = review.moves[reviewedPly(state) - 1];
  if (!move) return null;
  if (!move.judgement) {
    return make("div", { class: "card", id: "judgement" }, make("p", { text: `Move ${move.ply} is not judged.` }));
  }
  const mark = JUDGEMENT_MARKS[move.judgement];
  const better = make("button", {
    type: "button", id: "show-this-better", text: "Show the better move", click: () => actions.showBetter(move),
  });
  const again = make("button", { type: "button", id: "try-again", text: "Try again from here", click: () => actions.retry(move) });
  return make("div", { class: `card stack judgement ${mark.tone}`, id: "judgement" },
    make("h2", {}, make("span", { class: "judged", text: mark.sign }), ` Move ${move.ply}: ${move.words}`),
    make("p", { text: judgementSentence(state, move) }),
    move.better === null ? null : make("div", { class: "row" }, better, again));
}

/** Return a judgement as a sentence. @param {State} state @param {ReviewedMove} move */
function judgementSentence(state, move) {
  const before = mainline(state.game).positions[move.ply - 1];
  const played = `${nameOf(before.player, before.variant)} played column ${move.column}`;
  if (!move.before || !move.after) return `${played}.`;
  if (move.better === null) return `${played}: ${move.after.words}. Nothing was better.`;
  return `${played}: ${move.after.words}. Column ${move.better + 1} was a ${move.before.words}.`;
}
