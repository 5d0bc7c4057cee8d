/**
 * The computer's turn: asks the server for a column, drops it, and stops asking when nobody waits any more.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./session.js").Session} Session
 */
import { getMove } from "./api.js";
import { positionQuery } from "./address.js";
import { createDesk } from "./desk.js";
import { shown } from "./game.js";
import { movesLess } from "./motion.js";
import { keyOf } from "./rules.js";
import { isComputersTurn, levelIn, troubleOf } from "./state.js";

/** Until this has passed the last disc is still falling; an answer that comes sooner would hide it. */
const SHORTEST_THOUGHT = { falling: 600, still: 120 };

/** @param {Store} store @param {Session} session */
export function bindOpponent(store, session) {
  const desk = createDesk((words, code) => {
    troubleOf(store, "move")(code === "limit" ? `${words} Or choose another opponent.` : words, code);
  });

  store.subscribe((state) => {
    const { id, player, depth } = levelIn(state);
    if (player === null || !isComputersTurn(state)) {
      desk.stop();
      return;
    }
    const query = positionQuery(state.game);
    query.set("player", player);
    if (depth !== null) query.set("depth", String(id === "custom" ? state.depth : depth));
    const key = `${keyOf(shown(state.game))} ${query}`;
    desk.want(key, async (call) => {
      const rest = new Promise((resolve) => setTimeout(resolve, SHORTEST_THOUGHT[movesLess() ? "still" : "falling"]));
      const { column } = await getMove(query, call);
      await rest;
      if (!call.signal.aborted) session.answer(column - 1);
    });
  });
  return desk;
}
