/**
 * The opponents to choose from: the levels of the server's players, its other players, and a person.
 *
 * The server says which players there are, at which levels, and how far they may look ahead. The list is made once, when
 * its answer arrives.
 *
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("../server/api.js").PlayersAnswer} PlayersAnswer
 * @typedef {PlayersAnswer[Variant][number]} PlayerAnswer
 * @typedef {NonNullable<PlayerAnswer["depth"]>} DepthRange
 * @typedef {Record<Variant, readonly Level[]>} Levels
 */

/**
 * An opponent to choose.
 *
 * @typedef {object} Level
 * @property {string} id
 * @property {string} title
 * @property {string} about a sentence that describes it
 * @property {string | null} player the server's name for it, null for a person at the same screen
 * @property {number | null} level how well it plays, if it has levels
 * @property {DepthRange | null} depth how far it may look ahead, if that can be chosen
 */

/** @type {Level} */
export const PERSON = {
  id: "person", title: "A person beside you", about: "Two people at one screen.", player: null, level: null, depth: null,
};

/** The level of a new page, and the one that replaces an unknown level. */
export const DEFAULT_LEVEL = "club";

/** The id of a player that looks as far ahead as the person chooses. */
export const CUSTOM_LEVEL = "custom";

/**
 * What the page calls players that have no levels; any other one keeps the server's name.
 *
 * @type {Partial<Record<string, Pick<Level, "id" | "title" | "about">>>}
 */
const DESCRIPTIONS = {
  minimax: { id: CUSTOM_LEVEL, title: "Your own depth", about: "Minimax that looks as many moves ahead as you choose." },
  lookahead: { id: CUSTOM_LEVEL, title: "Your own depth", about: "Looks as many moves ahead as you choose." },
  random: { id: "random", title: "Pure chance", about: "Drops its discs anywhere." },
  strategy: {
    id: "strategy",
    title: "Reasons first",
    about: "Follows forced moves and the nine rules, and searches only where no reason applies.",
  },
};

/** Return the opponents of both variants. @param {PlayersAnswer} players @returns {Levels} */
export function createLevels(players) {
  return { four: levelsOf(players.four), max: levelsOf(players.max) };
}

/** @param {readonly PlayerAnswer[]} players @returns {Level[]} */
function levelsOf(players) {
  const levels = players.flatMap(namedLevels);
  const ids = levels.map(({ id }) => id);
  const others = players.filter(({ name, levels: own }) => own.length === 0 && !ids.includes(name));
  return [...levels, ...others.map(withoutLevels), PERSON];
}

/** The levels of a player that has some. @param {PlayerAnswer} player @returns {Level[]} */
function namedLevels({ name: player, depth, levels }) {
  return levels.map(({ number, name, title, about }) => ({ id: name, title, about, player, level: number, depth }));
}

/** A player that has no levels. @param {PlayerAnswer} player @returns {Level} */
function withoutLevels({ name, about, depth }) {
  const description = DESCRIPTIONS[name] ?? { id: name, title: name, about };
  return { ...description, player: name, level: null, depth };
}

/**
 * Return the level with an id, or the default level if there is none.
 *
 * @param {Levels | null} levels null until the server has answered
 * @param {Variant} variant
 * @param {string} id
 * @returns {Level}
 */
export function findLevel(levels, variant, id) {
  if (id === PERSON.id) return PERSON;
  if (!levels) return { id, title: "Computer", about: "", player: "level", level: null, depth: null };
  const offered = levels[variant];
  const wanted = offered.find((level) => level.id === id);
  return wanted ?? offered.find((level) => level.id === DEFAULT_LEVEL) ?? offered[0];
}
