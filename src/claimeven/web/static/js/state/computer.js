/**
 * The computer's turn: asks the server for a column, drops it, and stops asking when nobody waits any more.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {import("./session.js").Session} Session
 */
import { getMove, getPlayers } from "../server/api.js";
import { positionQuery } from "../game/address.js";
import { createDesk } from "../server/latest_request.js";
import { shown } from "../game/game.js";
import { movesLess } from "../views/motion.js";
import { keyOf } from "../game/rules.js";
import { depthIn, isComputersTurn, isWatched, rivalIn, troubleOf } from "./state.js";

/** Until this has passed the last disc is still falling; an answer that comes sooner would hide it. */
const SHORTEST_THOUGHT = { falling: 600, still: 120, watched: 1200 };

/** Asks once who the players of the server are. @param {Store} store */
export function bindPlayers(store) {
  const desk = createDesk(troubleOf(store, "players"));
  store.subscribe((state) => {
    if (state.players) return;
    desk.want("players", async (call) => store.set({ players: await getPlayers(call) }));
  });
  return desk;
}

/** @param {Store} store @param {Session} session */
export function bindOpponent(store, session) {
  const desk = createDesk((words, code) => {
    troubleOf(store, "move")(code === "limit" ? `${words} Or choose another opponent.` : words, code);
  });

  store.subscribe((state) => {
    const side = shown(state.game).player;
    const rival = rivalIn(state, side);
    const { player, level } = rival;
    if (player === null || !isComputersTurn(state)) {
      desk.stop();
      return;
    }
    const query = positionQuery(state.game);
    query.set("player", player);
    const depth = depthIn(state, side, rival);
    if (depth !== null) query.set("depth", String(depth));
    if (level !== null) query.set("level", String(level));
    const key = `${keyOf(shown(state.game))} ${query}`;
    desk.want(key, async (call) => {
      const rest = new Promise((resolve) => setTimeout(resolve, SHORTEST_THOUGHT[isWatched(state) ? "watched" : movesLess() ? "still" : "falling"]));
      const { column } = await getMove(query, call);
      await rest;
      if (!call.signal.aborted) session.answer(column - 1);
    });
  });
  return desk;
}
