/**
 * Scores, players, moves and results in words.
 *
 * @typedef {import("./rules.js").Variant} Variant
 * @typedef {import("./rules.js").Player} Player
 * @typedef {import("./rules.js").Position} Position
 * @typedef {"win" | "draw" | "loss"} Verdict
 */
import {
  CELLS, PLAYERS, columnOf, countDiscs, countLines, isOver, linesOn, rowOf, threatsOf, winner,
} from "./rules.js";

export const TITLES = { four: "Connect Four", max: "Max-Connect4" };
/** The signs on the discs, for people who cannot tell the colours apart. */
export const SIGNS = { 1: "✕", 2: "○" };
const COLOURS = { four: { 1: "Red", 2: "Yellow" }, max: { 1: "Red", 2: "Green" } };
/** The players' names in courses and state files of Max-Connect4. */
export const COURSE_NAMES = { 1: "player A (1)", 2: "player B (2)" };

/**
 * Return a player's colour: "Red", "Yellow", or "Green" in Max-Connect4.
 *
 * @param {Player} player
 * @param {Variant} variant
 */
export function nameOf(player, variant) {
  return COLOURS[variant][player];
}

/**
 * Return all of a player's names: "Red", or "Red, player A (1)" in Max-Connect4.
 *
 * @param {Player} player
 * @param {Variant} variant
 */
export function fullNameOf(player, variant) {
  const name = nameOf(player, variant);
  return variant === "max" ? `${name}, ${COURSE_NAMES[player]}` : name;
}

/** Return a number with its sign; the minus is a true minus sign. @param {number} number */
export function signed(number) {
  if (number === 0) return "0";
  return number > 0 ? `+${number}` : `−${-number}`;
}

/**
 * Return a count with its noun: "1 disc", "2 discs".
 *
 * @param {number} count
 * @param {string} noun
 * @param {string} [plural]
 */
export function counted(count, noun, plural = `${noun}s`) {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Return a text with a capital first letter and a full stop. @param {string} text */
export function capitalized(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * Return how many discs are dropped until the game ends with best play.
 *
 * @param {number} score
 * @param {number} emptyCells
 * @param {Variant} variant
 */
export function pliesToEnd(score, emptyCells, variant) {
  if (variant === "max" || score === 0) return emptyCells;
  if (score > 0) {
    const ownDiscs = Math.floor((emptyCells + 1) / 2);
    return 2 * (ownDiscs - score) + 1;
  }
  const opponentDiscs = Math.floor(emptyCells / 2);
  return 2 * (opponentDiscs + score + 1);
}

/**
 * Return what a score means for the side it is given for.
 *
 * @param {number} score
 * @returns {Verdict}
 */
export function verdictOf(score) {
  if (score === 0) return "draw";
  return score > 0 ? "win" : "loss";
}

/**
 * Return a score in a few words: "win in 9", "draw", "loss by 2".
 *
 * @param {number} score
 * @param {number} emptyCells
 * @param {Variant} variant
 */
export function shortWords(score, emptyCells, variant) {
  const verdict = verdictOf(score);
  if (verdict === "draw") return "draw";
  if (variant === "max") return `${verdict} by ${Math.abs(score)}`;
  return `${verdict} in ${pliesToEnd(score, emptyCells, variant)}`;
}

/**
 * Return a score as a sentence about a player.
 *
 * @param {number} score
 * @param {number} emptyCells
 * @param {Variant} variant
 * @param {string} name
 */
export function scoreSentence(score, emptyCells, variant, name) {
  if (score === 0) return "With best play the game is a draw.";
  const verb = score > 0 ? "wins" : "loses";
  if (variant === "max") return `With best play ${name} ${verb} by ${counted(Math.abs(score), "line")}.`;
  const plies = counted(pliesToEnd(score, emptyCells, variant), "ply", "plies");
  return `With best play ${name} ${verb} in ${plies}.`;
}

/** Return the number of empty cells. @param {Position} position */
export function countEmpty(position) {
  return CELLS - countDiscs(position);
}

/**
 * Turn a score for a player into a score for the first player, or the other way round.
 *
 * @param {number} score
 * @param {Player} player
 */
export function forFirst(score, player) {
  return player === 1 ? score : -score;
}

/**
 * Return a move as a sentence.
 *
 * @param {Position} before the position in which it is made
 * @param {number} cell
 */
export function moveSentence(before, cell) {
  return `${nameOf(before.player, before.variant)} in column ${columnOf(cell) + 1}, row ${rowOf(cell) + 1}.`;
}

/** Return "odd" or "even" for the row of a cell, counted from 1. @param {number} cell */
export function parityOf(cell) {
  const row = rowOf(cell) + 1;
  return row % 2 === 0 ? "even" : "odd";
}

/**
 * Return the threats of both sides as sentences: "Threats. Red: column 3 row 3, odd. Yellow: none."
 *
 * @param {Position} position
 */
export function threatSentences(position) {
  const sentences = PLAYERS.map((player) => {
    const threats = [...threatsOf(position, player)].sort(([oneCell], [otherCell]) => oneCell - otherCell);
    const cells = threats.map(([cell, lines]) => threatWords(cell, lines, position.variant));
    return `${nameOf(player, position.variant)}: ${cells.join("; ") || "none"}.`;
  });
  return `Threats. ${sentences.join(" ")}`;
}

/**
 * @param {number} cell
 * @param {number} lines that a disc there completes
 * @param {Variant} variant
 */
function threatWords(cell, lines, variant) {
  const words = `column ${columnOf(cell) + 1} row ${rowOf(cell) + 1}, ${parityOf(cell)}`;
  return lines > 1 && variant === "max" ? `${words}, ${lines} lines` : words;
}

/**
 * Return how many odd and even threats each side has: "✕ Red 1 odd, 2 even · ○ Yellow none".
 *
 * @param {Position} position
 */
export function threatCounts(position) {
  const sides = PLAYERS.map((player) => {
    const parities = [...threatsOf(position, player).keys()].map(parityOf);
    const counts = [];
    for (const parity of ["odd", "even"]) {
      const count = parities.filter((other) => other === parity).length;
      if (count > 0) counts.push(`${count} ${parity}`);
    }
    return `${SIGNS[player]} ${nameOf(player, position.variant)} ${counts.join(", ") || "none"}`;
  });
  return sides.join(" · ");
}

/**
 * Return how a finished game ended as a sentence, or null before the end.
 *
 * @param {Position} position
 */
export function endSentence(position) {
  if (!isOver(position)) return null;
  return position.variant === "max" ? maxEndSentence(position) : fourEndSentence(position);
}

/** @param {Position} position */
function maxEndSentence(position) {
  const count = countLines(position);
  const won = winner(position);
  if (!won) return `A tie: ${counted(count[1], "line")} each.`;
  const most = Math.max(count[1], count[2]);
  const fewest = Math.min(count[1], count[2]);
  return `${nameOf(won, position.variant)} wins, ${most} to ${fewest} lines.`;
}

/** @param {Position} position */
function fourEndSentence(position) {
  const won = winner(position);
  if (!won) return "A draw: the board is full.";
  const lines = linesOn(position).length;
  const how = lines > 1 ? `${lines} lines` : "four in a row";
  return `${nameOf(won, position.variant)} wins with ${how}.`;
}

/**
 * Return a game's result in a few words: "Red wins", "not finished".
 *
 * @param {Position} position its last
 */
export function resultWords(position) {
  if (!isOver(position)) return "not finished";
  const won = winner(position);
  if (won) return `${nameOf(won, position.variant)} wins`;
  return position.variant === "max" ? "tie" : "draw";
}

/**
 * Return columns as a list: "column 4", "columns 3, 4 or 5".
 *
 * @param {readonly number[]} columns 0-based
 */
export function columnList(columns) {
  const names = [...columns].sort((one, other) => one - other).map((column) => String(column + 1));
  if (names.length === 1) return `column ${names[0]}`;
  return `columns ${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
}

/**
 * Return move numbers as a list: "move 3", "moves 1, 5 to 7 and 9".
 *
 * @param {readonly number[]} plies ascending, at least one
 */
export function moveList(plies) {
  const ranges = consecutiveRuns(plies).map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
  const noun = plies.length === 1 ? "move" : "moves";
  if (ranges.length === 1) return `${noun} ${ranges[0]}`;
  return `${noun} ${ranges.slice(0, -1).join(", ")} and ${ranges[ranges.length - 1]}`;
}

/**
 * Return the first and the last number of every run of consecutive integers.
 *
 * @param {readonly number[]} numbers ascending
 * @returns {[number, number][]}
 */
export function consecutiveRuns(numbers) {
  /** @type {[number, number][]} */
  const runs = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
