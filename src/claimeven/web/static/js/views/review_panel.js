/**
 * The panel Review: what the game was worth move by move, its mistakes, and the better moves, shown or tried.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../state/review.js").Review} Review
 * @typedef {import("../state/review.js").Judged} Judged here with its ``ply`` among the moves of the game
 * @typedef {ReturnType<typeof createActions>} Actions
 */
import { byId, make, replaceIn } from "./dom.js";
import { gamePly, isOnLine, mainOf, withGame } from "../game/variation.js";
import { MARKS, lookedAt, mistakesOf, turningTitle, unchangedWords, unjudgedOf } from "../state/review.js";
import { reviewOf } from "../state/state.js";
import { createWhyCard } from "./why_card.js";
import { counted, moveList, nameOf } from "../game/words.js";

/** @param {HTMLElement} place @param {Store} store @param {Session} session @param {import("../state/preview.js").PreviewDesk} preview @param {{start: () => void, stop: () => void}} reviews @returns {View & {goToMistake: (direction: 1 | -1) => void}} */
export function createReviewPanel(place, store, session, preview, reviews) {
  const actions = createActions(store, session, reviews);
  const cards = make("div", { class: "pane" });
  const why = createWhyCard(store, preview, "review-why");
  place.append(cards, why.element);
  /** @type {unknown[]} */
  let drawn = [];
  return {
    goToMistake: actions.goToMistake,
    update(state) {
      why.update(state);
      const inputs = [state.game, state.review, state.reviewing, state.better];
      if (inputs.every((input, index) => input === drawn[index])) return;
      drawn = inputs;
      replaceIn(cards, ...contents(state, actions));
    },
  };
}

/** @param {Store} store @param {Session} session @param {{start: () => void, stop: () => void}} reviews */
function createActions(store, session, reviews) {
  return {
    start: reviews.start,
    stop: reviews.stop,
    /** Show the position before a move, and the better move in it. @param {Judged} judged */
    showBetter: (judged) => store.set({ game: withGame(store.get().game, judged.ply - 1), better: judged.better, preview: null }),
    /** Play that position again. @param {Judged} judged */
    tryAgain: (judged) => {
      session.tryAgain(judged.ply);
      byId("headline").focus();  // where the board is, also on a phone
    },
    goTo: session.goToGame,
    /** Go to the next mistake or the one before, round and round. @param {1 | -1} direction */
    goToMistake: (direction) => {
      const state = store.get();
      const review = reviewOf(state);
      const plies = review ? mistakesOf(review).map(({ ply }) => ply) : [];
      if (plies.length === 0) {
        store.set({ notice: review ? unchangedWords(review) : "There is no review of this game yet." });
        return;
      }
      const at = gamePly(state.game);
      const ordered = direction > 0 ? plies : [...plies].reverse();
      session.goToGame(ordered.find((ply) => direction * (ply - at) > 0) ?? ordered[0]);
    },
  };
}

/** @param {State} state @param {Actions} actions */
function contents(state, actions) {
  const review = reviewOf(state);
  if (mainOf(state.game).moves.length === 0) {
    return [make("div", { class: "card" }, make("p", { text: "Play a game, or open one from a link; then every move of it can be judged here." }))];
  }
  if (state.reviewing) {
    return [make("div", { class: "card call" }, make("p", { text: "Judging every move, from the last to the first …" }),
      make("button", { type: "button", text: "Stop", click: () => actions.stop() }))];
  }
  if (!review) {
    return [make("div", { class: "card call" },
      make("p", { text: `Every move${isOnLine(state.game) ? " of the game, not of the line," : ""} is compared with perfect play: best, slower, or a result given away.` }),
      make("button", { type: "button", class: "primary", id: "start-review", text: "Review this game", click: actions.start }))];
  }
  return [summary(state, review, actions), current(state, review, actions)].filter((part) => part !== null);
}

/** @param {State} state @param {Review} review @param {Actions} actions */
function summary(state, review, actions) {
  const { variant } = state.game.start;
  const turning = review.plies.find((judged) => judged.ply === review.turningPoint) ?? null;
  return make("div", { class: "card stack", id: "review-summary" },
    make("h2", { text: turningTitle(review) }),
    make("p", { id: "turning-words", text: turning ? judgedSentence(state, turning) : unchangedWords(review) }),
    unjudged(review),
    turning ? make("div", { class: "row" },
      make("button", { type: "button", class: "primary", id: "show-better", text: "Show the better move", click: () => actions.showBetter(turning) })) : null,
    make("dl", { class: "tally" }, ...tally(review, "x", nameOf(1, variant)), ...tally(review, "o", nameOf(2, variant))),
    mistakes(state, review, actions));
}

/** Which moves are not judged, and what that means for the turning point; null where all are. @param {Review} review */
function unjudged(review) {
  const plies = unjudgedOf(review);
  if (plies.length === 0) return null;
  const words = [`Not judged within the server’s limit: ${moveList(plies)}.`];
  const { turningPoint } = review;
  const isLast = turningPoint === review.plies.length;
  if (turningPoint !== null && plies.some((ply) => ply > turningPoint)) words.push(`One of them after move ${turningPoint} may have changed the result again.`);
  else if (turningPoint !== null && !isLast) words.push(`No move after move ${turningPoint} changed the result.`);
  return make("p", { class: "note", id: "not-judged", text: words.join(" ") });
}

/** The way from mistake to mistake, and what was overlooked each time; null where there is none. @param {State} state @param {Review} review @param {Actions} actions */
function mistakes(state, review, actions) {
  const found = mistakesOf(review);
  if (found.length === 0) return null;
  const index = found.findIndex(({ ply }) => ply === lookedAt(state));
  const soFar = unjudgedOf(review).length ? " so far" : "";
  const place = index < 0 ? counted(found.length, "mistake") : `Mistake ${index + 1} of ${found.length}`;
  return make("div", { class: "stack", role: "group", "aria-label": "Mistakes" },
    make("div", { class: "row" },
      make("button", { type: "button", id: "previous-mistake", text: "Previous mistake", click: () => actions.goToMistake(-1) }),
      make("button", { type: "button", id: "next-mistake", text: "Next mistake", click: () => actions.goToMistake(1) }),
      make("span", { class: "note", text: `${place}${soFar}` })),
    make("ol", { class: "sentences", id: "mistakes" }, ...found.map((judged, number) => make("li", {},
      make("button", { type: "button", class: "sentence", id: `mistake-${judged.ply}`, "aria-current": number === index ? "step" : null, click: () => actions.goTo(judged.ply) },
        make("b", { text: `Move ${judged.ply}` }), make("span", { text: missedWords(judged) }))))));
}

/** What was overlooked, or that a result was given away where nothing simple is known of it. @param {Judged} judged */
function missedWords({ overlooked, words }) {
  return overlooked?.text ?? `${words?.[0].toUpperCase()}${words?.slice(1)}.`;
}

/** @param {Review} review @param {"x" | "o"} side @param {string} name */
function tally(review, side, name) {
  return [make("dt", { text: name }), make("dd", { text: tallyWords(review, side) })];
}

/** How well a side played, as far as that is judged. @param {Review} review @param {"x" | "o"} side */
function tallyWords(review, side) {
  const accuracy = review.accuracy[side];
  const own = review.plies.filter(({ player }) => player === side);
  const judged = own.filter(({ judgement }) => judgement !== null);
  if (own.length === 0) return "no move yet";
  if (accuracy === null) return "no move judged";
  const share = `${Math.round(100 * accuracy)} %`;
  const count = review.mistakes[side];
  const mistakes = count === 0 ? "no mistake" : counted(count, "mistake");
  if (judged.length === own.length) return `${share} of the moves were best, ${mistakes}`;
  return `${counted(judged.length, "move")} judged, ${share} best, ${mistakes} so far`;
}

/** The judgement of the move that is looked at. @param {State} state @param {Review} review @param {Actions} actions */
function current(state, review, actions) {
  const judged = review.plies[lookedAt(state) - 1];
  if (!judged) return null;
  if (!judged.judgement) return make("div", { class: "card", id: "judgement" }, make("p", { text: `Move ${judged.ply} is not judged.` }));
  const mark = MARKS[judged.judgement];
  return make("div", { class: `card stack judgement ${mark.tone}`, id: "judgement" },
    make("h2", {}, make("span", { class: "judged", text: mark.sign }), ` Move ${judged.ply}: ${judged.words}`),
    make("p", { text: judgedSentence(state, judged) }),
    judged.better === null ? null : make("div", { class: "row" },
      make("button", { type: "button", id: "show-this-better", text: "Show the better move", click: () => actions.showBetter(judged) }),
      make("button", { type: "button", id: "try-again", text: "Try again from here", click: () => actions.tryAgain(judged) })));
}

/** A judgement as a sentence. @param {State} state @param {Judged} judged */
function judgedSentence(state, judged) {
  const before = mainOf(state.game).positions[judged.ply - 1];
  const name = nameOf(before.player, before.variant);
  const played = `${name} played column ${judged.column}`;
  if (!judged.before || !judged.after) return `${played}.`;
  if (judged.better === null) return `${played}: ${judged.after.words}. Nothing was better.`;
  return `${played}: ${judged.after.words}. Column ${judged.better + 1} was a ${judged.before.words}.`;
}
