/**
 * Why the shown position is worth what it is: asked for while the card Why can be seen, and kept by position.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./state.js").State} State
 * @typedef {Omit<Sentence, "about">} Told a sentence, and what it speaks of on the board
 */

/**
 * A move of the line, and why it is played.
 *
 * @typedef {object} Step
 * @property {number} column
 * @property {"x" | "o"} side
 * @property {string} why
 */

/**
 * A rule of answering.
 *
 * @typedef {object} Rule
 * @property {string} name
 * @property {string[]} cells
 * @property {string[][]} pairs cells that answer each other
 * @property {string[][]} lines those of the other side that it stops
 * @property {string} text
 */

/**
 * One of the few lines that a side needs.
 *
 * @typedef {object} NeededLine
 * @property {string[]} cells
 * @property {string[]} lacks those that are not its own yet
 * @property {boolean | null} essential whether the side fails without it, null where that is not known
 */

/**
 * Why a side wins or does not lose.
 *
 * @typedef {object} Reason
 * @property {"four" | "answer" | "double-threat" | "forced" | "zugzwang" | "mutual-zugzwang" | "cover" | "no-line" | "lines" | "search"} kind
 * @property {"x" | "o"} side
 * @property {number} plies of the line after which it holds
 * @property {string[]} cells
 * @property {Rule[]} rules
 * @property {NeededLine[]} lines those that the side needs, if its kind is lines
 * @property {string} text
 */

/**
 * An empty cell where a side completes four.
 *
 * @typedef {object} Threat
 * @property {"x" | "o"} side
 * @property {string} cell
 * @property {number} plies of the line after which it is there
 * @property {"decides" | "holds-draw" | "not-needed" | "not-enough" | "playable" | "waiting"} label
 * @property {string} text
 */

/**
 * What a disc in a column leads to.
 *
 * @typedef {object} ColumnWhy
 * @property {number} column
 * @property {"win" | "draw" | "loss"} verdict
 * @property {string} text
 */

/**
 * The column that was asked for.
 *
 * @typedef {object} Played
 * @property {number} column
 * @property {"win" | "draw" | "loss"} verdict
 * @property {number} score
 * @property {string} text
 */

/**
 * A sentence, and what it speaks of on the board.
 *
 * @typedef {object} Sentence
 * @property {"verdict" | "line" | "reason" | "rule" | "answers" | "threats" | "advice" | "columns" | "limits"} about
 * @property {string} text
 * @property {"x" | "o" | null} side whose cells and lines they are, null where it speaks of none
 * @property {number} plies of the line that are played when it holds
 * @property {string[]} cells
 * @property {string[][]} pairs cells that answer each other
 * @property {string[][]} lines those that the side completes
 * @property {string[][]} stops lines of the other side that the pairs stop
 */

/**
 * What a move that was not best overlooked.
 *
 * @typedef {object} Overlooked
 * @property {"four-missed" | "four-unanswered" | "under-a-threat" | "forced-win-missed" | "forced-win-given" | "zugzwang" | "own-threat" | "answering" | "better-move" | "open-lines"} kind
 * @property {string[]} cells
 * @property {string} text
 */

/**
 * Why a position is worth what it is: a line, then a reason, in a draw one for each side. Cells are named as e4.
 *
 * @typedef {object} Explanation
 * @property {string} moves
 * @property {"win" | "draw" | "loss"} verdict for the side to move
 * @property {number} score
 * @property {Step[]} line
 * @property {number | null} faster a column that wins faster than the last move of the line before the reason
 * @property {Reason} reason
 * @property {Reason | null} also
 * @property {Threat[]} threats
 * @property {(ColumnWhy | null)[]} columns null where no disc fits
 * @property {Sentence[]} sentences
 * @property {string} text
 * @property {Played | null} played
 */
import { getExplanation } from "../server/api.js";
import { positionQuery } from "../game/address.js";
import { createDesk } from "../server/latest_request.js";
import { shown } from "../game/game.js";
import { isOnLine } from "../game/variation.js";
import { lookedAt } from "./review.js";
import { isOver, keyOf } from "../game/rules.js";
import { analysisAt, reviewOf, troubleOf } from "./state.js";

/** What is known of why the shown position is what it is, null if nothing. @param {State} state @returns {Explanation | null} */
export function explanationIn(state) {
  return state.explanations.get(keyOf(shown(state.game))) ?? null;
}

/** The move that is looked at in a review, if it overlooked something that can be told. @param {State} state */
export function missedIn(state) {
  if (state.tab !== "review" || isOnLine(state.game)) return null;
  const judged = reviewOf(state)?.plies[lookedAt(state) - 1];
  return judged?.overlooked ? { ply: judged.ply, ...judged.overlooked } : null;
}

/** True when a card Why can be seen: in Analysis with the values, in Review with the judgements. @param {State} state */
export function showsWhy(state) {
  if (state.edit || isOver(shown(state.game))) return false;
  return state.tab === "analysis" ? state.values : state.tab === "review" && reviewOf(state) !== null;
}

/** Keep the explanation of the shown position coming while somebody sees it. @param {Store} store */
export function bindWhy(store) {
  const desk = createDesk(troubleOf(store, "why"));
  store.subscribe((state) => {
    const key = keyOf(shown(state.game));
    const isKnown = state.explanations.has(key);
    const isEarly = state.tab === "analysis" && !analysisAt(state)?.done;  // the values are half of the work
    if (isKnown ? desk.wanted() !== key : !showsWhy(state) || isEarly) desk.stop();
    if (isKnown || !showsWhy(state) || isEarly) return;
    desk.want(key, async (call) => {
      const found = await getExplanation(positionQuery(state.game, state.game.at), call);
      store.set({ explanations: new Map(store.get().explanations).set(key, found) });
    });
  });
  // A tap beside the sentences takes the focus from none that did not have it.
  document.addEventListener("pointerdown", ({ target }) => {
    if (store.get().pointed && target instanceof Element && !target.closest(".sentence")) store.set({ pointed: null });
  });
  return desk;
}
