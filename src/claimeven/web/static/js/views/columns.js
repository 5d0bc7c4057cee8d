/**
 * The seven buttons above the board: they drop discs and carry the exact value of each column.
 *
 * @typedef {import("../state/state.js").State} State
 */
import { make, setAttribute, setText } from "./dom.js";
import { shown } from "../game/game.js";
import { COLUMNS, playable } from "../game/rules.js";
import { analysisAt, isPersonsTurn, showsGame } from "../state/state.js";
import { cellsLeft, nameOf, shortWords, signed, verdictOf } from "../game/words.js";

/** @param {HTMLElement} place @param {(column: number) => void} onColumn @param {(column: number | null) => void} onHover */
export function createColumns(place, onColumn, onHover) {
  const buttons = Array.from({ length: COLUMNS }, (_, column) => {
    const parts = ["number", "words", "name"].map((name) => make("span", { class: name }));
    const button = make("button", {
      type: "button", "data-column": column + 1,
      click: () => onColumn(column),
      focus: () => onHover(column),
      blur: () => onHover(null),
      pointerenter: (/** @type {PointerEvent} */ event) => onHover(event.pointerType === "touch" ? null : column),
      pointerleave: () => onHover(null),
    }, ...parts);
    place.append(button);
    return { button, number: parts[0], words: parts[1], name: parts[2] };
  });

  return {
    /** @param {State} state @param {number | null} hovered */
    update(state, hovered) {
      const open = openColumns(state);
      place.classList.toggle("roomy", state.values);
      buttons.forEach(({ button, number, words, name }, column) => {
        const value = valueOf(state, column);
        button.className = ["column", ...value.classes, column === hovered ? "hovered" : ""].join(" ").trim();
        setText(number, value.number);
        if (words.textContent !== value.words) words.replaceChildren(...twoLines(value.words));
        setText(name, String(column + 1));
        setAttribute(button, "aria-disabled", open.includes(column) ? null : "true");
        setAttribute(button, "aria-label", label(state, column, value, open.includes(column)));
      });
    },
  };
}

/** "win in 9" in two parts, which stand below each other where it is narrow. @param {string} words */
function twoLines(words) {
  const [verdict, ...rest] = words.split(" ");
  return rest.length ? [make("span", { text: verdict }), " ", make("span", { text: rest.join(" ") })] : [words];
}

/** The columns in which the person may put a disc now. @param {State} state @returns {number[]} */
export function openColumns(state) {
  if (state.edit) return [...Array(COLUMNS).keys()];
  const position = shown(state.game);
  return showsGame(state) && isPersonsTurn(state, position) ? playable(position) : [];
}

/** @param {State} state @param {number} column */
function valueOf(state, column) {
  const position = shown(state.game);
  const nothing = { classes: /** @type {string[]} */ ([]), number: "", words: "" };
  if (!state.values || !showsGame(state) || !playable(position).includes(column)) return nothing;
  const analysis = analysisAt(state);
  const score = analysis?.scores[column] ?? null;
  if (score === null) return { ...nothing, classes: state.trouble.analysis ? [] : ["valued", "waiting"] };
  const classes = ["valued", verdictOf(score)];
  if (analysis?.best.includes(column)) classes.push("best");
  return { classes, number: signed(score), words: shortWords(score, cellsLeft(position), position.variant) };
}

/** @param {State} state @param {number} column @param {{words: string, classes: string[]}} value @param {boolean} isOpen */
function label(state, column, value, isOpen) {
  const what = state.edit ? `Set up column ${column + 1}` : `Column ${column + 1}`;
  const full = !state.edit && !isOpen && !playable(shown(state.game)).includes(column) ? ", closed" : "";
  const best = value.classes.includes("best") ? ", best" : "";
  const { player, variant } = shown(state.game);
  const exact = value.words ? `, ${value.words} for ${nameOf(player, variant)}${best}` : "";
  return `${what}${full}${exact}`;
}
