/**
 * The opponents by names that a beginner understands, and the player of the server behind each.
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

/** @type {Record<Variant, Level[]>} */
export const LEVELS = {
  four: [
    { id: "beginner", title: "Beginner", about: "Drops its discs anywhere.", player: "random", depth: null },
    { id: "learner", title: "Learner", about: "Looks 2 moves ahead.", player: "minimax", depth: 2 },
    { id: "club", title: "Club player", about: "Looks 5 moves ahead.", player: "minimax", depth: 5 },
    { id: "expert", title: "Expert", about: "Looks 6 moves ahead.", player: "minimax", depth: 6 },
    { id: "perfect", title: "Perfect", about: "Never makes a mistake. You can win only if you start.", player: "perfect", depth: null },
    { id: "custom", title: "Your own depth", about: "Minimax, looking as far ahead as you say.", player: "minimax", depth: 4 },
    { id: "person", title: "A person beside you", about: "Two people at one screen.", player: null, depth: null },
  ],
  max: [
    { id: "beginner", title: "Beginner", about: "Drops its discs anywhere.", player: "random", depth: null },
    { id: "learner", title: "Learner", about: "Looks 2 moves ahead.", player: "lookahead", depth: 2 },
    { id: "club", title: "Club player", about: "Looks 5 moves ahead.", player: "lookahead", depth: 5 },
    { id: "expert", title: "Expert", about: "Looks 8 moves ahead.", player: "lookahead", depth: 8 },
    { id: "perfect", title: "Perfect", about: "Never makes a mistake. Its first moves may take long.", player: "perfect", depth: null },
    { id: "custom", title: "Your own depth", about: "Looks as far ahead as you say.", player: "lookahead", depth: 4 },
    { id: "person", title: "A person beside you", about: "Two people at one screen.", player: null, depth: null },
  ],
};

/** How far each kind of player may look ahead. */
export const DEEPEST = { four: 6, max: 10 };

/** The level with an id, in a variant. @param {Variant} variant @param {string} id @returns {Level} */
export function levelOf(variant, id) {
  return LEVELS[variant].find((level) => level.id === id) ?? LEVELS[variant][2];
}
