/**
 * The mode: who moves which side on the board. It is derived from the state here, and nowhere else.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("./levels.js").Level} Level
 * @typedef {import("./state.js").State} State
 */

/**
 * Who plays one side.
 *
 * @typedef {object} SidePlayer
 * @property {Level} level
 * @property {number | null} depth how far it looks ahead, if that can be chosen
 * @typedef {Record<Player, SidePlayer>} Sides
 */

/**
 * @typedef {object} Mode
 * @property {"computer" | "two-players" | "watch"} kind against the computer, two people, or the computer against itself
 * @property {boolean} isRetry whether the board shows a variation in which the perfect player replies
 * @property {boolean} movesBothSides whether the person drops the discs of both sides
 * @property {Player} human whose discs the person plays on the board
 * @property {Sides} sides who plays either side on the board
 */
import { isAtEnd } from "../game/game.js";
import { isOnVariation, isRetry } from "../game/variation.js";
import { counted } from "../game/words.js";
import { CUSTOM_LEVEL, PERSON, findLevel } from "./levels.js";
import { createSelector } from "./selector.js";

/** The fields of the state that say who plays the game. */
const PLAYER_FIELDS = /** @type {const} */ (["game", "human", "levels", "opponent", "opponentDepth", "yourSide", "yourDepth"]);
const MODE_FIELDS = /** @type {const} */ ([...PLAYER_FIELDS, "tab"]);

/** The level that replies when a position is tried again. */
const RETRY_LEVEL = "perfect";

/** Return who plays either side of the game; in a variation others may play. */
export const gameSides = createSelector(PLAYER_FIELDS, (state) => {
  const { levels, human } = state;
  const { variant } = state.game.start;
  const opponentLevel = findLevel(levels, variant, state.opponent);
  const isTwoPlayers = opponentLevel === PERSON;
  const yourLevel = isTwoPlayers ? PERSON : findLevel(levels, variant, state.yourSide);
  return arrangeSides(human, sidePlayer(yourLevel, state.yourDepth), sidePlayer(opponentLevel, state.opponentDepth));
});

/** Return the mode. */
export const modeOf = createSelector(MODE_FIELDS, (state) => {
  const { game } = state;
  const kind = kindOf(state);
  if (isRetry(game)) return retryMode(state, kind);
  const isLookingBack = state.tab !== "play" && !isAtEnd(game);
  /** @type {Mode} */
  const mode = {
    kind,
    isRetry: false,
    movesBothSides: kind === "two-players" || isOnVariation(game) || isLookingBack,
    human: state.human,
    sides: gameSides(state),
  };
  return mode;
});

/** @param {Pick<State, typeof PLAYER_FIELDS[number]>} state @returns {Mode["kind"]} */
function kindOf(state) {
  const sides = gameSides(state);
  if (isPerson(sides[1]) && isPerson(sides[2])) return "two-players";
  const isComputerOnly = !isPerson(sides[1]) && !isPerson(sides[2]);
  // In a variation of such a game the person moves.
  return isComputerOnly && !isOnVariation(state.game) ? "watch" : "computer";
}

/** @param {Pick<State, "game" | "levels">} state @param {Mode["kind"]} kind @returns {Mode} */
function retryMode({ game, levels }, kind) {
  const from = game.variation?.from ?? 0;
  const human = game.positions[from].player;
  const computer = sidePlayer(findLevel(levels, game.start.variant, RETRY_LEVEL), null);
  const person = sidePlayer(PERSON, null);
  return { kind, isRetry: true, movesBothSides: false, human, sides: arrangeSides(human, person, computer) };
}

/** @param {Player} human @param {SidePlayer} own @param {SidePlayer} other @returns {Sides} */
function arrangeSides(human, own, other) {
  return human === 1 ? { 1: own, 2: other } : { 1: other, 2: own };
}

/**
 * @param {Level} level
 * @param {number | null} depth as the person chose it
 * @returns {SidePlayer}
 */
function sidePlayer(level, depth) {
  if (!level.depth) return { level, depth: null };
  const { minimum, maximum } = level.depth;
  return { level, depth: Math.max(minimum, Math.min(depth ?? level.depth.default, maximum)) };
}

/** True when a person plays a side. @param {SidePlayer} side */
function isPerson(side) {
  return side.level.player === null;
}

/**
 * True when the person may drop a disc for a player.
 *
 * @param {Mode} mode
 * @param {Player} player whose turn it is
 */
export function mayPersonMove(mode, player) {
  return mode.movesBothSides || isPerson(mode.sides[player]);
}

/**
 * Return how strong the computer on a side is: "level 5", "4 moves ahead"; "" if that has no number.
 *
 * @param {SidePlayer} side
 */
export function strengthWords({ level, depth }) {
  if (level.level !== null) return `level ${level.level}`;
  if (depth === null) return "";
  return `${counted(depth, "move")} ahead`;
}

/** Return the name of who plays a side. @param {SidePlayer} side */
export function sideName({ level }) {
  return level.id === CUSTOM_LEVEL ? "Computer" : level.title;
}
