/**
 * The card of a line beside the game while it is on the board: what it is, the way back, and making it the game.
 *
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../state/session.js").Session} Session
 */
import { byId, make, setText } from "./dom.js";
import { isOnLine, lineOf } from "../game/variation.js";
import { triedWords } from "../state/retry.js";

/** @param {HTMLElement} place @param {Session} session @returns {View} */
export function createLineCard(place, session) {
  const title = make("h2");
  const words = make("p", { id: "line-words" });
  /** @param {string} id @param {string} text @param {string} kind @param {() => void} action */
  const button = (id, text, kind, action) => make("button", { type: "button", id, text, class: kind, click: () => {
    action();
    byId("headline").focus();  // the button itself is gone
  } });
  const promote = button("make-game", "Make this the game", "", session.makeGame);
  place.append(title, words, make("div", { class: "row" },
    button("back-to-game", "Back to the game", "primary", session.backToGame), promote,
    button("remove-line", "Remove the line", "quiet", session.removeLine)));
  return {
    update(state) {
      const line = lineOf(state.game);
      place.hidden = !isOnLine(state.game) || state.edit !== null || state.tab === "tree";
      if (!line) return;
      const where = line.from === 0 ? "from the start" : `after move ${line.from}`;
      setText(title, state.game.beside?.isAnswered ? `Move ${line.from + 1} again` : `A line beside the game, ${where}`);
      setText(words, triedWords(state));
      words.hidden = words.textContent === "";
      promote.hidden = line.moves.length === line.from;
    },
  };
}
