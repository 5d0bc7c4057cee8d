/**
 * The browser's history: the address follows the game, and the back button leads to what was there before.
 *
 * A disc at the end, and looking at another position, change the address in place. Another view is a step of its own,
 * and so is whatever puts moves in the place of others: a new game, a line, the way back from it. What a link does
 * not say, who plays whom, stays with the step: it is there after a reload and not in a shared link.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./state.js").State} State
 * @typedef {Partial<Pick<State, (typeof KEPT)[number]>>} KeptState
 * @typedef {KeptState & {isAnswered?: boolean}} Kept what stays with a step of history
 */
import { parseAddress, writeAddress } from "../game/address.js";
import { FormatError } from "../game/formats.js";
import { newGame, withShown } from "../game/game.js";
import { load, save } from "./preferences.js";
import { hasLeft, isSame } from "../game/variation.js";
import { emptyPosition } from "../game/rules.js";
import { TABS, newState } from "./state.js";

const KEPT = /** @type {const} */ (["level", "depth", "own", "ownDepth", "human", "starter", "hint", "values", "threats"]);

/** The state that the address and the step of history ask for. @returns {State} */
export function stateFromAddress() {
  /** @type {Kept} */
  const { isAnswered = false, ...kept } = window.history.state ?? {};
  try {
    const { game, tab } = parseAddress(window.location.search, TABS);
    const isShared = game.moves.length > 0 || game.start.cells.some(Boolean);
    // Somebody who opens a link wants to see the position, not an answer to it.
    const level = isShared ? "person" : load("level") ?? "club";
    const beside = game.beside && { ...game.beside, isAnswered };
    return { ...newState({ ...game, beside }, tab), level, ...kept };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...newState(newGame(emptyPosition("four")), "play"), ...kept, notice: `The address names no position. ${error.message}` };
  }
}

/** Keep address and state together. @param {Store} store */
export function bindHistory(store) {
  let written = "";
  const write = (/** @type {State} */ state, /** @type {boolean} */ isStep) => {
    const address = writeAddress(state.game, state.tab) || window.location.pathname;
    const kept = { ...Object.fromEntries(KEPT.map((name) => [name, state[name]])), isAnswered: state.game.beside?.isAnswered ?? false };
    const now = `${address} ${JSON.stringify(kept)}`;
    if (now === written) return;
    written = now;
    window.history[isStep ? "pushState" : "replaceState"](kept, "", address);
  };
  let isBack = false;
  store.subscribe((state, before) => {
    if (state.level !== before.level && state.level !== "person") save("level", state.level);
    const isOther = state.game.start !== before.game.start || hasLeft(state.game, before.game);
    write(state, !isBack && (isOther || state.tab !== before.tab));
  });
  window.addEventListener("popstate", () => {
    isBack = true;
    const now = store.get();
    const then = stateFromAddress();
    const { analyses, players, review, tree } = now;
    // Another view of the same game: what was found out about it stays. A review knows its game by itself.
    const same = isSame(now.game, then.game) ? { game: withShown(now.game, then.game.at), tree } : {};
    store.set({ ...then, analyses, players, review, ...same });
    isBack = false;
  });
  write(store.get(), false);
}
