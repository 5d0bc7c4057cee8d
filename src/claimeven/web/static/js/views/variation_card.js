/**
 * The card of a variation while it is on the board, with buttons to leave it, remove it, or make it the game.
 *
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../state/state.js").View} View
 */
import { isOnVariation, variationMoves } from "../game/variation.js";
import { retryWords } from "../state/retry.js";
import { byId, make, setText } from "./dom.js";
import { variationTitle } from "./move_list.js";

/** @param {HTMLElement} place @param {Session} session @returns {View} */
export function createVariationCard(place, session) {
  const title = make("h2");
  const words = make("p", { id: "variation-words" });
  /** @param {string} id @param {string} text @param {string} style @param {() => void} action */
  const button = (id, text, style, action) => make("button", { type: "button", id, text, class: style, click: () => {
    action();
    byId("headline").focus();  // the button itself has disappeared
  } });
  const promote = button("promote-variation", "Make this the game", "", session.promoteVariation);
  const buttons = make("div", { class: "row" },
    button("back-to-game", "Back to the game", "primary", session.leaveVariation),
    promote,
    button("remove-variation", "Remove the variation", "quiet", session.removeVariation));
  place.append(title, words, buttons);
  return {
    update(state) {
      const variation = variationMoves(state.game);
      place.hidden = !isOnVariation(state.game) || state.edit !== null || state.tab === "tree";
      if (!variation) return;
      const isRetry = state.game.variation?.isRetry ?? false;
      setText(title, isRetry ? `Move ${variation.from + 1} again` : variationTitle(variation.from));
      const result = retryWords(state);
      setText(words, result);
      words.hidden = result === "";
      promote.hidden = variation.moves.length === variation.from;
    },
  };
}
