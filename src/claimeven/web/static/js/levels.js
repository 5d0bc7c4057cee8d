/**
 * The opponents by names that a beginner understands, and the player of the server behind each.
 *
 * Which players there are and how far they may look ahead, the server says. One that no level names is an opponent
 * under its own name.
 *
 * @typedef {import("./rules.js").Variant} Variant
 */

/**
 * An opponent to choose.
 *
 * @typedef {object} Level
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {string | null} player of the server, null for a person at the same screen
 * @property {number | null} depth how far it looks ahead, where it does
 */

/**
 * What the server offers.
 *
 * @typedef {{least: number, most: number, default: number}} Span how far a player may look ahead
 * @typedef {{name: string, about: string, depth: Span | null}} Offered
 * @typedef {Record<Variant, Offered[]>} Players
 */

/** Those without a depth, though their player has one, look as far ahead as the person says. @type {Record<Variant, Level[]>} */
const LEVELS = {
  four: [
    { id: "beginner", title: "Beginner", about: "Drops its discs anywhere.", player: "random", depth: null },
    { id: "learner", title: "Learner", about: "Looks 2 moves ahead.", player: "minimax", depth: 2 },
    { id: "club", title: "Club player", about: "Looks 5 moves ahead.", player: "minimax", depth: 5 },
    { id: "expert", title: "Expert", about: "Looks 6 moves ahead.", player: "minimax", depth: 6 },
    { id: "perfect", title: "Perfect", about: "Never makes a mistake. You can win only if you start.", player: "perfect", depth: null },
    { id: "custom", title: "Your own depth", about: "Minimax, looking as far ahead as you say.", player: "minimax", depth: null },
    { id: "person", title: "A person beside you", about: "Two people at one screen.", player: null, depth: null },
  ],
  max: [
    { id: "beginner", title: "Beginner", about: "Drops its discs anywhere.", player: "random", depth: null },
    { id: "learner", title: "Learner", about: "Looks 2 moves ahead.", player: "lookahead", depth: 2 },
    { id: "club", title: "Club player", about: "Looks 5 moves ahead.", player: "lookahead", depth: 5 },
    { id: "expert", title: "Expert", about: "Looks 8 moves ahead.", player: "lookahead", depth: 8 },
    { id: "perfect", title: "Perfect", about: "Never makes a mistake. Its first moves may take long.", player: "perfect", depth: null },
    { id: "custom", title: "Your own depth", about: "Looks as far ahead as you say.", player: "lookahead", depth: null },
    { id: "person", title: "A person beside you", about: "Two people at one screen.", player: null, depth: null },
  ],
};

/** The levels of a variant, all that have names while the players are not known. @param {Variant} variant @param {Players | null} players @returns {Level[]} */
export function levelsOf(variant, players) {
  const named = LEVELS[variant];
  if (!players) return named;
  const isOffered = (/** @type {Level} */ { player, depth }) =>
    player === null || players[variant].some(({ name, depth: span }) => name === player && (depth ?? 0) <= (span?.most ?? 0));
  const others = players[variant].filter(({ name }) => named.every(({ player }) => player !== name));
  const levels = named.filter(isOffered);
  levels.splice(-1, 0, ...others.map(({ name, about }) => ({ id: name, title: name, about, player: name, depth: null })));
  return levels;
}

/** The level with an id, in a variant. @param {Variant} variant @param {string} id @param {Players | null} players @returns {Level} */
export function levelOf(variant, id, players) {
  const levels = levelsOf(variant, players);
  return levels.find((level) => level.id === id) ?? levels.find((level) => level.id === "club") ?? levels[0];
}

/** How far the person may let a level look ahead, null where there is nothing to choose. @param {Variant} variant @param {Level} level @param {Players | null} players @returns {Span | null} */
export function spanOf(variant, level, players) {
  if (level.depth !== null) return null;
  return players?.[variant].find(({ name }) => name === level.player)?.depth ?? null;
}
