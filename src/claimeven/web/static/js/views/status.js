/**
 * The words above the board: whose turn it is, what happened, what went wrong, and the two sides.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../game/rules.js").Player} Player
 */
import { byId, draw, make, setText } from "./dom.js";
import { isAtEnd, lastMove, shown } from "../game/game.js";
import { isAnswered, isOnLine } from "../game/variation.js";
import { dropCell, isOver, points, winner } from "../game/rules.js";
import { signPath } from "./board_shapes.js";
import { triedWords } from "../state/retry.js";
import { analysisAt, displayed, humanIn, isForTwo, isPersonsTurn, isWatched, opponentIn, playsBoth } from "../state/state.js";
import { COURSE_NAMES, SIGNS, columnList, counted, endSentence, fullNameOf, moveSentence, nameOf } from "../game/words.js";

const IS_TOUCHED = window.matchMedia("(pointer: coarse)").matches;
/** How a disc is dropped. */
const HOW = IS_TOUCHED ? "Tap a column to drop a disc." : "Click a column, or press 1 to 7.";
/** How a line that is stepped through is left. */
const LEAVE = IS_TOUCHED ? "A tap on the board leads back." : "Esc leads back.";

/** The large words. @param {State} state */
export function headline(state) {
  if (state.edit) return "Set up a position";
  if (state.tab === "tree") return "How alpha-beta thinks";
  if (state.preview) return state.preview.title;
  const position = shown(state.game);
  if (isOver(position)) return ending(state);
  const isHeld = isWatched(state) && state.pace === "paused";
  if (playsBoth(state) || isHeld) return `${nameOf(position.player, position.variant)} to move`;
  if (isPersonsTurn(state, position)) return "Your turn";
  const name = isWatched(state) ? nameOf(position.player, position.variant) : opponentIn(state);
  if (!isAtEnd(state.game)) return `${name} to move`;
  const isLate = state.trouble.move && state.trouble.move.code !== "busy";
  return isLate ? `No answer from ${name}` : `${name} is thinking …`;
}

/** @param {State} state */
function ending(state) {
  const position = shown(state.game);
  const won = winner(position);
  if (!won) return position.variant === "max" ? "A tie" : "A draw";
  if (playsBoth(state) || isWatched(state)) return `${nameOf(won, position.variant)} wins`;
  return won === humanIn(state) ? "You win" : `${opponentIn(state)} wins`;
}

/** The smaller words. @param {State} state */
export function subline(state) {
  if (state.edit) return "Choose a disc, then click columns.";
  if (state.preview) return `${counted(state.preview.shown, "disc")} of ${state.preview.columns.length}. ${LEAVE}`;
  if (state.tab === "tree") return "The board follows the search.";
  const position = shown(state.game);
  const end = endSentence(position);
  if (end) return end;
  const hint = hintWords(state) || triedWords(state);
  if (!isAtEnd(state.game)) return `${whereWords(state)} ${hint || lookingBack(state)}`;
  if (hint) return hint;
  if (isWatched(state) && state.pace === "paused") return `Paused. ${lastWords(state)}`;
  if (isOnLine(state.game)) return `In a line. ${lastWords(state)}`;
  return state.game.at === 0 && isPersonsTurn(state, position) ? HOW : lastWords(state);
}

/** @param {State} state */
function whereWords({ game }) {
  return `${isOnLine(game) ? "Line, move" : "Move"} ${game.at} of ${game.moves.length}.`;
}

/** What a disc does in an earlier position. @param {State} state */
function lookingBack(state) {
  if (playsBoth(state)) return isOnLine(state.game) ? "Another move changes it." : "Another move begins a line.";
  if (isWatched(state)) return "“Go on” leads back to the end.";
  return isPersonsTurn(state, shown(state.game)) ? "A disc replaces what followed." : "“Play on from here” lets it move.";
}

/** The best columns in words, "" where no hint is wanted. @param {State} state */
export function hintWords(state) {
  if (!state.hint || !isPersonsTurn(state, shown(state.game))) return "";
  const analysis = analysisAt(state);
  if (!analysis?.best.length) return state.trouble.analysis ? "" : "Looking for the best column …";
  return `Hint: ${columnList(analysis.best)} ${analysis.best.length > 1 ? "are" : "is"} best.`;
}

/** What happened last. @param {State} state */
export function lastWords(state) {
  const { game } = state;
  const column = lastMove(game);
  if (column === null) return isForTwo(state) || isWatched(state) ? "Red begins." : `You play ${fullNameOf(humanIn(state), game.start.variant)}, ${SIGNS[humanIn(state)]}.`;
  const before = game.positions[game.at - 1];
  return moveSentence(before, dropCell(before, column));
}

/** @param {() => void} onRetry @returns {View} */
export function createStatus(onRetry) {
  const [head, sub, trouble, sides] = ["headline", "subline", "trouble", "sides"].map(byId);
  /** The trouble that somebody has read and hidden. @type {string | null} */
  let hidden = null;
  byId("retry").addEventListener("click", onRetry);
  byId("dismiss").addEventListener("click", () => {
    hidden = byId("trouble-words").textContent;
    trouble.hidden = true;
    head.focus();
  });
  return {
    update(state) {
      setText(head, headline(state));
      setText(sub, subline(state));
      const problem = Object.values(state.trouble).find(Boolean);
      if (!problem) hidden = null;
      trouble.hidden = !problem || problem.words === hidden;
      setText(byId("trouble-words"), problem?.words ?? "");
      byId("retry").hidden = problem?.code === "busy";
      document.title = `${headline(state)} – Claimeven`;
      sides.replaceChildren(side(state, 1), side(state, 2));
    },
  };
}

/** One player: disc, name, who it is, and points in Max-Connect4. @param {State} state @param {Player} player */
function side(state, player) {
  const position = displayed(state);
  const { variant } = position;
  const isNamed = isForTwo(state) && !isAnswered(state.game);
  const who = isNamed ? nameOf(player, variant) : player === humanIn(state) && !isWatched(state) ? "You" : opponentIn(state, player);
  const order = variant === "max" ? COURSE_NAMES[player] : player === 1 ? "begins" : "second";
  const what = isNamed ? order : fullNameOf(player, variant);
  const count = points(position)[player];
  const active = !isOver(position) && position.player === player;
  return make("div", { class: `side p${player}${active ? " active" : ""}`, "data-player": player },
    draw("svg", { viewBox: "-46 -46 92 92", "aria-hidden": "true", class: `disc p${player}` },
      draw("circle", { class: "base", r: 43 }), draw("path", { class: "sign", d: signPath(player) })),
    make("div", { class: "who" }, make("b", { text: who }), make("span", { text: `${SIGNS[player]} ${what}` })),
    variant === "max"
      ? make("div", { class: "points" }, String(count), make("small", { text: count === 1 ? "line" : "lines" })) : null);
}

/** The cell of the last disc of the shown position, null at the start. @param {State} state */
export function lastCell(state) {
  const { game } = state;
  const column = lastMove(game);
  return column === null ? null : dropCell(game.positions[game.at - 1], column);
}

