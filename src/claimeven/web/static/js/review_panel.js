/**
 * The panel Review: what the game was worth move by move, its turning point, and the better move.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").View} View
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./review.js").Review} Review
 * @typedef {import("./review.js").Judged} Judged
 */
import { make, replaceIn } from "./dom.js";
import { withShown } from "./game.js";
import { MARKS } from "./review.js";
import { nameOf } from "./words.js";

/** @param {HTMLElement} place @param {Store} store @param {() => void} onStart @param {() => void} onStop @returns {View} */
export function createReviewPanel(place, store, onStart, onStop) {
  /** Show the position before a move, and the better move in it. @param {Judged} judged */
  const showBetter = (judged) => {
    store.set({ game: withShown(store.get().game, judged.ply - 1), better: judged.better, preview: null });
  };
  /** @type {unknown[]} */
  let drawn = [];
  return {
    update(state) {
      const inputs = [state.game.moves, state.game.at, state.review, state.reviewing];
      if (inputs.every((input, index) => input === drawn[index])) return;
      drawn = inputs;
      replaceIn(place, ...contents(state, onStart, onStop, showBetter));
    },
  };
}

/** @param {State} state @param {() => void} onStart @param {() => void} onStop @param {(judged: Judged) => void} showBetter */
function contents(state, onStart, onStop, showBetter) {
  const { game, review } = state;
  if (game.moves.length === 0) {
    return [make("div", { class: "card" }, make("p", { text: "Play a game, or open one from a link; then every move of it can be judged here." }))];
  }
  if (state.reviewing) {
    return [make("div", { class: "card call" }, make("p", { text: "Judging every move, from the last to the first …" }),
      make("button", { type: "button", text: "Stop", click: onStop }))];
  }
  if (!review || review.moves !== game.moves) {
    return [make("div", { class: "card call" },
      make("p", { text: "Every move is compared with perfect play: best, slower, or a result given away." }),
      make("button", { type: "button", class: "primary", id: "start-review", text: "Review this game", click: onStart }))];
  }
  return [summary(state, review, showBetter), current(state, review, showBetter)].filter((part) => part !== null);
}

/** @param {State} state @param {Review} review @param {(judged: Judged) => void} showBetter */
function summary(state, review, showBetter) {
  const { variant } = state.game.start;
  const turning = review.plies.find((judged) => judged.ply === review.turningPoint) ?? null;
  return make("div", { class: "card stack", id: "review-summary" },
    make("h2", { text: turning ? `Turning point: move ${turning.ply}` : "No turning point" }),
    make("p", { id: "turning-words", text: turning ? judgedSentence(state, turning) : "No move changed the result." }),
    turning ? make("div", { class: "row" },
      make("button", { type: "button", class: "primary", id: "show-better", text: "Show the better move", click: () => showBetter(turning) })) : null,
    make("dl", { class: "tally" }, ...tally(review, "x", nameOf(1, variant)), ...tally(review, "o", nameOf(2, variant))),
    review.complete ? null : make("p", { class: "note", text: "Some early moves could not be judged within the server’s limit." }));
}

/** @param {Review} review @param {"x" | "o"} side @param {string} name */
function tally(review, side, name) {
  const accuracy = review.accuracy[side];
  const mistakes = review.mistakes[side];
  const best = accuracy === null ? "no move judged" : `${Math.round(100 * accuracy)} % best moves`;
  return [make("dt", { text: name }),
    make("dd", { text: `${best}, ${mistakes === 0 ? "no mistake" : mistakes === 1 ? "1 mistake" : `${mistakes} mistakes`}` })];
}

/** The judgement of the move that led to the shown position. @param {State} state @param {Review} review @param {(judged: Judged) => void} showBetter */
function current(state, review, showBetter) {
  const judged = review.plies[state.game.at - 1];
  if (!judged?.judgement) return null;
  const mark = MARKS[judged.judgement];
  return make("div", { class: `card stack judgement ${mark.tone}`, id: "judgement" },
    make("h2", {}, make("span", { class: "judged", text: mark.sign }), ` Move ${judged.ply}: ${judged.words}`),
    make("p", { text: judgedSentence(state, judged) }),
    judged.better === null ? null : make("div", { class: "row" },
      make("button", { type: "button", id: "show-this-better", text: "Show the better move", click: () => showBetter(judged) })));
}

/** A judgement as a sentence. @param {State} state @param {Judged} judged */
export function judgedSentence(state, judged) {
  const before = state.game.positions[judged.ply - 1];
  const name = nameOf(before.player, before.variant);
  const played = `${name} played column ${judged.column}`;
  if (!judged.before || !judged.after) return `${played}.`;
  if (judged.better === null) return `${played}: ${judged.after.words}. Nothing was better.`;
  return `${played}: ${judged.after.words}. Column ${judged.better + 1} was a ${judged.before.words}.`;
}
