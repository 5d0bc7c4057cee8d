/**
 * The computer's turn: requests a column from the server and drops the disc.
 *
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("./mode.js").SidePlayer} SidePlayer
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 */
import { positionQuery } from "../game/address.js";
import { shownPosition } from "../game/game.js";
import { positionKey } from "../game/rules.js";
import { getMove, getPlayers } from "../server/api.js";
import { createLatestRequest } from "../server/latest_request.js";
import { createLevels } from "./levels.js";
import { modeOf } from "./mode.js";
import { prefersReducedMotion } from "./preferences.js";
import { isReplyHeld } from "./retry.js";
import { isComputersTurn } from "./selectors.js";
import { errorReporter } from "./state.js";

/** The shortest time before a reply, in milliseconds: an earlier one would land while the last disc still falls. */
const MIN_THINKING_TIME = { animated: 600, still: 120, watched: 1200 };

/** Request the list of the server's players, once. @param {Store} store */
export function bindPlayers(store) {
  const request = createLatestRequest(errorReporter(store, "players"));
  store.subscribe((state) => {
    if (state.levels) return;
    request.start("players", async (options) => {
      const players = await getPlayers(options);
      store.set({ levels: createLevels(players) });
    });
  });
  return request;
}

/**
 * Request a move whenever it is the computer's turn.
 *
 * @param {Store} store
 * @param {Session} session
 */
export function bindComputer(store, session) {
  const report = errorReporter(store, "move");
  const request = createLatestRequest((message, code) => {
    report(code === "limit" ? `${message} Or choose another opponent.` : message, code);
  });

  store.subscribe((state) => {
    if (!isComputersTurn(state) || isReplyHeld(state)) {
      request.stop();
      return;
    }
    const position = shownPosition(state.game);
    const query = moveQuery(state.game, modeOf(state).sides[position.player]);
    request.start(`${positionKey(position)} ${query}`, async (options) => {
      const thinking = delay(thinkingTime(state));
      const { column } = await getMove(query, options);
      await thinking;
      if (!options.signal.aborted) session.playForComputer(column - 1);
    });
  });
  return request;
}

/** @param {Game} game @param {SidePlayer} side */
function moveQuery(game, { level, depth }) {
  const query = positionQuery(game);
  query.set("player", level.player ?? "");
  if (depth !== null) query.set("depth", String(depth));
  if (level.level !== null) query.set("level", String(level.level));
  return query;
}

/** @param {State} state */
function thinkingTime(state) {
  if (modeOf(state).kind === "watch") return MIN_THINKING_TIME.watched;
  return prefersReducedMotion() ? MIN_THINKING_TIME.still : MIN_THINKING_TIME.animated;
}

/** @param {number} milliseconds */
function delay(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
