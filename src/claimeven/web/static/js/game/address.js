/**
 * The game in the address bar: ``/?moves=4453&variant=max``, so that a link shares what is shown.
 *
 * A line beside the game is ``line``, its own moves, after the first ``from`` moves of the game; it is on the board
 * unless ``on=game`` says otherwise. ``at`` counts the discs dropped on the board, where not all of them are.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("../state/state.js").Tab} Tab
 */
import { fromEmpty, newGame, withMove, withShown } from "./game.js";
import { FormatError, parseBoard, parseMoves, writeBoard, writeMoves } from "./formats.js";
import { beginLine, lineOf, mainOf, withGame } from "./variation.js";
import { emptyPosition } from "./rules.js";

/** The query of the address of a game, "" for an untouched one. @param {Game} game @param {Tab} tab */
export function writeAddress(game, tab) {
  const query = new URLSearchParams();
  if (game.start.variant !== "four") query.set("variant", game.start.variant);
  if (!fromEmpty(game)) query.set("board", writeBoard(game.start));
  const { moves } = mainOf(game);
  if (moves.length) query.set("moves", writeMoves(moves));
  const line = lineOf(game);
  if (line) {
    query.set("line", writeMoves(line.moves.slice(line.from)));
    query.set("from", String(line.from));
    if (!game.beside?.isLine) query.set("on", "game");
  }
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
  const game = parseLine(query, newGame(start, parseMoves(query.get("moves") ?? query.get("pos") ?? "", start)));
  const at = Number(query.get("at") ?? game.moves.length);
  const tab = tabs.find((name) => name === query.get("view")) ?? "play";
  return { game: Number.isInteger(at) ? withShown(game, at) : game, tab };
}

/** The game with the line that an address has beside it, if any. @param {URLSearchParams} query @param {Game} game @returns {Game} */
function parseLine(query, game) {
  const line = query.get("line");
  if (line === null) return game;
  const from = Number(query.get("from") ?? game.moves.length);
  if (!Number.isInteger(from) || from < 0 || from > game.moves.length) {
    throw new FormatError(`The line leaves the game after “${query.get("from")}” moves; it has ${game.moves.length}.`);
  }
  const both = parseMoves(line, game.positions[from]).reduce(withMove, beginLine(game, from, false));
  return query.get("on") === "game" ? withGame(both, game.moves.length) : both;
}

/** What every request of the API names: the variant and the position. @param {Game} game @param {number} [at] */
export function positionQuery(game, at = game.at) {
  const query = new URLSearchParams({ variant: game.start.variant, moves: writeMoves(game.moves.slice(0, at)) });
  if (!fromEmpty(game)) query.set("board", writeBoard(game.start));
  return query;
}
