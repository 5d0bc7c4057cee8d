/**
 * The game in the address bar: ``/?moves=4453&variant=max``, so that a link shares what is shown.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./state.js").Tab} Tab
 */
import { fromEmpty, newGame } from "./game.js";
import { FormatError, parseBoard, parseMoves, writeBoard, writeMoves } from "./formats.js";
import { emptyPosition } from "./rules.js";

/** The query of the address of a game, "" for an untouched one. @param {Game} game @param {Tab} tab */
export function writeAddress(game, tab) {
  const query = new URLSearchParams();
  if (game.start.variant !== "four") query.set("variant", game.start.variant);
  if (!fromEmpty(game)) query.set("board", writeBoard(game.start));
  if (game.moves.length) query.set("moves", writeMoves(game.moves));
  if (game.at < game.moves.length) query.set("at", String(game.at));
  if (tab !== "play") query.set("view", tab);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/**
 * The game and the view that an address names; throws FormatError where it names none.
 *
 * @param {string} search
 * @param {readonly Tab[]} tabs
 * @returns {{game: Game, tab: Tab}}
 */
export function parseAddress(search, tabs) {
  const query = new URLSearchParams(search);
  const variant = query.get("variant") ?? "four";
  if (variant !== "four" && variant !== "max") throw new FormatError(`There is no variant “${variant}”; there are four and max.`);
  const board = query.get("board");
  const start = board ? parseBoard(board, variant) : emptyPosition(variant);
  const moves = parseMoves(query.get("moves") ?? query.get("pos") ?? "", start);
  const at = Number(query.get("at") ?? moves.length);
  const tab = tabs.find((name) => name === query.get("view")) ?? "play";
  return { game: newGame(start, moves, Number.isInteger(at) ? at : moves.length), tab };
}

/** What every request of the API names: the variant and the position. @param {Game} game @param {number} [at] */
export function positionQuery(game, at = game.at) {
  const query = new URLSearchParams({ variant: game.start.variant, moves: writeMoves(game.moves.slice(0, at)) });
  if (!fromEmpty(game)) query.set("board", writeBoard(game.start));
  return query;
}
