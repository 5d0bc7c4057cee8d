/**
 * Numbers in words: scores, margins, players and moves as a person reads them.
 *
 * @typedef {import("./rules.js").Variant} Variant
 * @typedef {import("./rules.js").Player} Player
 * @typedef {import("./rules.js").Position} Position
 */
import { CELLS, columnOf, discsOn, isOver, linesOn, points, rowOf, threatsOf, winner } from "./rules.js";

export const TITLES = { four: "Connect Four", max: "Max-Connect4" };
/** The signs on discs, which stand beside their colours. */
export const SIGNS = { 1: "✕", 2: "○" };
const COLOURS = { four: { 1: "Red", 2: "Yellow" }, max: { 1: "Red", 2: "Green" } };
/** What courses and state files call the players of Max-Connect4. */
export const COURSE_NAMES = { 1: "player A (1)", 2: "player B (2)" };

/** What a player's discs are called: "Red", "Yellow", in Max-Connect4 "Green". @param {Player} player @param {Variant} variant */
export function nameOf(player, variant) {
  return COLOURS[variant][player];
}

/** All names of a player: "Red", in Max-Connect4 "Red, player A (1)". @param {Player} player @param {Variant} variant */
export function fullNameOf(player, variant) {
  return variant === "max" ? `${nameOf(player, variant)}, ${COURSE_NAMES[player]}` : nameOf(player, variant);
}

/** A number with its sign, with a true minus. @param {number} number */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** "1 disc", "2 discs". @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** How many discs are dropped until the end, if both sides play best. @param {number} score @param {number} left @param {Variant} variant */
export function pliesToEnd(score, left, variant) {
  if (variant === "max" || score === 0) return left;
  return score > 0 ? 2 * (Math.floor((left + 1) / 2) - score) + 1 : 2 * (Math.floor(left / 2) + score + 1);
}

/** "win", "draw" or "loss" for whom the score is. @param {number} score @returns {"win" | "draw" | "loss"} */
export function verdictOf(score) {
  return score > 0 ? "win" : score < 0 ? "loss" : "draw";
}

/** A score in two or three words: "win in 9", "draw", "loss by 2". @param {number} score @param {number} left @param {Variant} variant */
export function shortWords(score, left, variant) {
  const verdict = verdictOf(score);
  if (verdict === "draw") return "draw";
  return variant === "max" ? `${verdict} by ${Math.abs(score)}` : `${verdict} in ${pliesToEnd(score, left, variant)}`;
}

/** A score as a sentence about a player. @param {number} score @param {number} left @param {Variant} variant @param {string} name */
export function scoreSentence(score, left, variant, name) {
  if (score === 0) return "A draw, if both play their best.";
  const verb = score > 0 ? "wins" : "loses";
  if (variant === "max") return `${name} ${verb} by ${counted(Math.abs(score), "line")}, if both play their best.`;
  return `${name} ${verb} in ${counted(pliesToEnd(score, left, variant), "ply").replace("plys", "plies")}, if both play their best.`;
}

/** The number of empty cells. @param {Position} position */
export function cellsLeft(position) {
  return CELLS - discsOn(position);
}

/** A score for the side to move as a score for the first player. @param {number} score @param {Player} player */
export function forFirst(score, player) {
  return player === 1 ? score : -score;
}

/** A move as a screen reader says it. @param {Position} before @param {number} cell */
export function moveSentence(before, cell) {
  return `${nameOf(before.player, before.variant)} in column ${columnOf(cell) + 1}, row ${rowOf(cell) + 1}.`;
}

/** "odd" or "even", as the row of a cell counts from 1. @param {number} cell */
export function parityOf(cell) {
  return rowOf(cell) % 2 ? "even" : "odd";
}

/** Where one disc completes four in a row, side by side: "Red: column 3 row 3, odd. Yellow: none." @param {Position} position */
export function threatWords(position) {
  const sides = /** @type {const} */ ([1, 2]).map((player) => {
    const cells = [...threatsOf(position, player)].sort(([one], [two]) => one - two).map(([cell, lines]) =>
      `column ${columnOf(cell) + 1} row ${rowOf(cell) + 1}, ${parityOf(cell)}${lines > 1 && position.variant === "max" ? `, ${lines} lines` : ""}`);
    return `${nameOf(player, position.variant)}: ${cells.join("; ") || "none"}.`;
  });
  return `Threats. ${sides.join(" ")}`;
}

/** How many threats of which parity each side has: "✕ Red 1 odd, 2 even · ○ Yellow none". @param {Position} position */
export function threatCounts(position) {
  return /** @type {const} */ ([1, 2]).map((player) => {
    const parities = [...threatsOf(position, player).keys()].map(parityOf);
    const counts = ["odd", "even"].map((parity) => [parities.filter((one) => one === parity).length, parity]).filter(([count]) => count);
    return `${SIGNS[player]} ${nameOf(player, position.variant)} ${counts.map((count) => count.join(" ")).join(", ") || "none"}`;
  }).join(" · ");
}

/** How a finished game ended, null while it goes on. @param {Position} position */
export function endSentence(position) {
  if (!isOver(position)) return null;
  const won = winner(position);
  if (position.variant === "max") {
    const count = points(position);
    const score = `${Math.max(count[1], count[2])} to ${Math.min(count[1], count[2])}`;
    return won ? `${nameOf(won, position.variant)} wins, ${score} lines.` : `A tie: ${counted(count[1], "line")} each.`;
  }
  if (!won) return "A draw: the board is full.";
  const lines = linesOn(position).length;
  return `${nameOf(won, position.variant)} wins with ${lines > 1 ? `${lines} lines` : "four in a row"}.`;
}

/** How a game stands, in two or three words: "Red wins", "not finished". @param {Position} position its last */
export function resultWords(position) {
  if (!isOver(position)) return "not finished";
  const won = winner(position);
  return won ? `${nameOf(won, position.variant)} wins` : position.variant === "max" ? "tie" : "draw";
}

/** Columns as people list them: "column 4", "columns 3, 4 or 5". @param {readonly number[]} columns 0-based */
export function columnList(columns) {
  const names = [...columns].sort((one, two) => one - two).map((column) => String(column + 1));
  if (names.length === 1) return `column ${names[0]}`;
  return `columns ${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
}

/** Numbers of moves as people list them: "move 3", "moves 1, 5 to 7 and 9". @param {readonly number[]} plies in their order, at least one */
export function moveList(plies) {
  const parts = runsOf(plies).map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
  const end = parts.pop();
  const list = parts.length ? `${parts.join(", ")} and ${end}` : end;
  return `${plies.length === 1 ? "move" : "moves"} ${list}`;
}

/** The first and the last of every run of whole numbers that follow each other. @param {readonly number[]} numbers in their order @returns {[number, number][]} */
export function runsOf(numbers) {
  /** @type {[number, number][]} */
  const runs = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
