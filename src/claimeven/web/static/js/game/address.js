/**
 * The game in the address bar, e.g. `/?moves=4453&variant=max`, so that a link shares what is shown.
 *
 * A variation is `line`, its own moves, after the first `from` moves of the game. It is on the board unless `on=game`
 * is given. `at` counts the moves made in the shown position, if that is not the last one. A puzzle is only its number:
 * `/?puzzle=17`.
 *
 * @typedef {import("./game.js").Game} Game
 */
import { addMove, newGame, showPly, startsEmpty } from "./game.js";
import { FormatError, parseBoard, parseMoves, writeBoard, writeMoves } from "./formats.js";
import { emptyPosition } from "./rules.js";
import { mainline, showMainline, startVariation, variationMoves } from "./variation.js";

const DEFAULT_VIEW = "play";

/**
 * Return the query of a game's address; "" for a new game of Connect Four.
 *
 * @param {Game} game
 * @param {string} view
 * @param {number | null} [puzzle] the number of the puzzle that is shown in the place of the game
 */
export function writeAddress(game, view, puzzle = null) {
  if (puzzle !== null) return `?puzzle=${puzzle}`;
  const query = new URLSearchParams();
  if (game.start.variant !== "four") query.set("variant", game.start.variant);
  if (!startsEmpty(game)) query.set("board", writeBoard(game.start));
  const { moves } = mainline(game);
  if (moves.length > 0) query.set("moves", writeMoves(moves));
  const variation = variationMoves(game);
  if (variation) {
    query.set("line", writeMoves(variation.moves.slice(variation.from)));
    query.set("from", String(variation.from));
    if (!game.variation?.isOnBoard) query.set("on", "game");
  }
  if (game.ply < game.moves.length) query.set("at", String(game.ply));
  if (view !== DEFAULT_VIEW) query.set("view", view);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/**
 * Return the game and the view of an address; throws FormatError.
 *
 * @template {string} View
 * @param {string} search
 * @param {readonly View[]} views the names that `view` may have
 * @returns {{game: Game, view: View | null}} null for a view without such a name
 */
export function parseAddress(search, views) {
  const query = new URLSearchParams(search);
  const variant = query.get("variant") ?? "four";
  if (variant !== "four" && variant !== "max") {
    throw new FormatError(`“${variant}” is not a variant; choose four or max.`);
  }
  const board = query.get("board");
  const start = board ? parseBoard(board, variant) : emptyPosition(variant);
  const moves = parseMoves(query.get("moves") ?? query.get("pos") ?? "", start);
  const game = parseVariation(query, newGame(start, moves));
  const ply = Number(query.get("at") ?? game.moves.length);
  const view = views.find((name) => name === query.get("view")) ?? null;
  return { game: Number.isInteger(ply) ? showPly(game, ply) : game, view };
}

/**
 * Add the variation of an address to a game, if there is one.
 *
 * @param {URLSearchParams} query
 * @param {Game} game
 * @returns {Game}
 */
function parseVariation(query, game) {
  const line = query.get("line");
  if (line === null) return game;
  const from = Number(query.get("from") ?? game.moves.length);
  if (!Number.isInteger(from) || from < 0 || from > game.moves.length) {
    throw new FormatError(`“from=${query.get("from")}” is out of range; the game has ${game.moves.length} moves.`);
  }
  let withVariation = startVariation(game, from, false);
  for (const column of parseMoves(line, game.positions[from])) withVariation = addMove(withVariation, column);
  return query.get("on") === "game" ? showMainline(withVariation, game.moves.length) : withVariation;
}

/**
 * Return the number of the puzzle that an address names, or null; throws FormatError.
 *
 * @param {string} search
 */
export function parsePuzzleAddress(search) {
  const text = new URLSearchParams(search).get("puzzle");
  if (text === null) return null;
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new FormatError(`“puzzle=${text}” is not the number of a puzzle.`);
  return Number(text);
}

/**
 * Return the parameters that name a position in every request of the API.
 *
 * @param {Game} game
 * @param {number} [ply]
 */
export function positionQuery(game, ply = game.ply) {
  const moves = writeMoves(game.moves.slice(0, ply));
  const query = new URLSearchParams({ variant: game.start.variant, moves });
  if (!startsEmpty(game)) query.set("board", writeBoard(game.start));
  return query;
}
