/**
 * The opponents to choose from: the levels of the server by their names, other players of it, and a person.
 *
 * Which players there are, at which levels and how far they may look ahead, the server says. One that nothing here
 * names is an opponent under its own name.
 *
 * @typedef {import("../game/rules.js").Variant} Variant
 */

/**
 * An opponent to choose.
 *
 * @typedef {object} Level
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {string | null} player of the server, null for a person at the same screen
 * @property {number | null} level how well it plays, where it has levels
 */

/**
 * What the server offers.
 *
 * @typedef {{least: number, most: number, default: number}} Span how far a player may look ahead
 * @typedef {{number: number, name: string, title: string, about: string}} Offer a level of a player
 * @typedef {{name: string, about: string, depth: Span | null, levels: Offer[]}} Offered
 * @typedef {Record<Variant, Offered[]>} Players
 */

/** @type {Level} */
const PERSON = { id: "person", title: "A person beside you", about: "Two people at one screen.", player: null, level: null };

/** Players that have a name for people here; they look as far ahead as the person says. @type {Partial<Record<string, Omit<Level, "player" | "level">>>} */
const NAMED = {
  minimax: { id: "custom", title: "Your own depth", about: "Minimax, looking as far ahead as you say." },
  lookahead: { id: "custom", title: "Your own depth", about: "Looks as far ahead as you say." },
  random: { id: "random", title: "Pure chance", about: "Drops its discs anywhere." },
  strategy: { id: "strategy", title: "Reasons first", about: "Follows forced lines and the nine rules, and searches only where no reason holds." },
};

/** The opponent until the server has said who its players are. @param {string} id @returns {Level} */
const unknown = (id) => ({ id, title: "Opponent", about: "", player: "level", level: null });

/** The opponents of a variant; only a person while the players are not known. @param {Variant} variant @param {Players | null} players @returns {Level[]} */
export function levelsOf(variant, players) {
  const offered = players?.[variant] ?? [];
  const levels = offered.flatMap(({ name, levels }) =>
    levels.map(({ number, name: id, title, about }) => ({ id, title, about, player: name, level: number })));
  const others = offered.filter(({ name, levels: own }) => own.length === 0 && levels.every(({ id }) => id !== name))
    .map(({ name, about }) => ({ ...(NAMED[name] ?? { id: name, title: name, about }), player: name, level: null }));
  return [...levels, ...others, PERSON];
}

/** The level with an id, in a variant. @param {Variant} variant @param {string} id @param {Players | null} players @returns {Level} */
export function levelOf(variant, id, players) {
  const levels = levelsOf(variant, players);
  const chosen = levels.find((level) => level.id === id);
  return chosen ?? (players ? levels.find((level) => level.id === "club") ?? levels[0] : unknown(id));
}

/** How far the person may let an opponent look ahead, null where there is nothing to choose. @param {Variant} variant @param {Level} level @param {Players | null} players @returns {Span | null} */
export function spanOf(variant, level, players) {
  return players?.[variant].find(({ name }) => name === level.player)?.depth ?? null;
}
