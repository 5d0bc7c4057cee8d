/**
 * The seven buttons above the board: they drop discs and show the exact score of each column.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {{classes: string[], number: string, words: string}} ColumnScore how a column's score looks
 */
import { shownPosition } from "../game/game.js";
import { ALL_COLUMNS, playableColumns } from "../game/rules.js";
import { countEmpty, nameOf, shortWords, signed, verdictOf } from "../game/words.js";
import { analysisAt, isGameShown, openColumns } from "../state/selectors.js";
import { make, setAttribute, setText } from "./dom.js";

/** @type {ColumnScore} */
const NO_SCORE = { classes: [], number: "", words: "" };

/**
 * @param {HTMLElement} place
 * @param {(column: number) => void} onColumn
 * @param {(column: number | null) => void} onHover
 */
export function createColumns(place, onColumn, onHover) {
  const columns = ALL_COLUMNS.map((column) => createColumn(column, onColumn, onHover));
  place.append(...columns.map(({ button }) => button));
  return {
    /** @param {State} state @param {number | null} hovered */
    update(state, hovered) {
      const open = openColumns(state);
      const playable = playableColumns(shownPosition(state.game));
      place.classList.toggle("roomy", state.values);
      columns.forEach(({ button, number, words, name }, column) => {
        const isPlayable = playable.includes(column);
        const score = isPlayable ? scoreOf(state, column) : NO_SCORE;
        button.className = ["column", ...score.classes, column === hovered ? "hovered" : ""].join(" ").trim();
        setText(number, score.number);
        if (words.textContent !== score.words) words.replaceChildren(...inTwoParts(score.words));
        setText(name, String(column + 1));
        setAttribute(button, "aria-disabled", open.includes(column) ? null : "true");
        setAttribute(button, "aria-label", labelOf(state, column, score, isPlayable));
      });
    },
  };
}

/**
 * @param {number} column
 * @param {(column: number) => void} onColumn
 * @param {(column: number | null) => void} onHover
 */
function createColumn(column, onColumn, onHover) {
  const number = make("span", { class: "number" });
  const words = make("span", { class: "words" });
  const name = make("span", { class: "name" });
  const button = make("button", {
    type: "button",
    "data-column": column + 1,
    click: () => onColumn(column),
    focus: () => onHover(column),
    blur: () => onHover(null),
    pointerenter: (/** @type {PointerEvent} */ event) => onHover(event.pointerType === "touch" ? null : column),
    pointerleave: () => onHover(null),
  }, number, words, name);
  return { button, number, words, name };
}

/**
 * Split "win in 9" into two parts, which a narrow page shows one above the other.
 *
 * @param {string} words
 */
function inTwoParts(words) {
  const [verdict, ...rest] = words.split(" ");
  if (rest.length === 0) return [words];
  return [make("span", { text: verdict }), " ", make("span", { text: rest.join(" ") })];
}

/** @param {State} state @param {number} column @returns {ColumnScore} */
function scoreOf(state, column) {
  if (!state.values || !isGameShown(state)) return NO_SCORE;
  const analysis = analysisAt(state);
  const score = analysis?.scores[column] ?? null;
  if (score === null) return { ...NO_SCORE, classes: state.errors.analysis ? [] : ["valued", "waiting"] };
  const classes = ["valued", verdictOf(score)];
  if (analysis?.best.includes(column)) classes.push("best");
  const position = shownPosition(state.game);
  return { classes, number: signed(score), words: shortWords(score, countEmpty(position), position.variant) };
}

/**
 * @param {State} state
 * @param {number} column
 * @param {ColumnScore} score
 * @param {boolean} isPlayable
 */
function labelOf(state, column, score, isPlayable) {
  const parts = [state.edit ? `Set up column ${column + 1}` : `Column ${column + 1}`];
  if (!state.edit && !isPlayable) parts.push("closed");
  if (score.words) {
    const { player, variant } = shownPosition(state.game);
    parts.push(`${score.words} for ${nameOf(player, variant)}`);
  }
  if (score.classes.includes("best")) parts.push("best");
  return parts.join(", ");
}
