/**
 * The Analysis panel: the position's result in a sentence, the best line to step through, why, and a table of all columns.
 *
 * @typedef {import("../state/analysis.js").Analysis} Analysis
 * @typedef {import("../state/preview.js").PreviewController} PreviewController
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").View} View
 */
import { shownPosition } from "../game/game.js";
import { ALL_COLUMNS, isOver, playableColumns } from "../game/rules.js";
import {
  countEmpty, counted, endSentence, nameOf, scoreSentence, shortWords, signed, verdictOf,
} from "../game/words.js";
import { BEST_LINE } from "../state/preview.js";
import { analysisAt } from "../state/selectors.js";
import { make, setText } from "./dom.js";
import { createSteps } from "./steps.js";
import { createWhyCard } from "./why_card.js";

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {PreviewController} preview
 * @param {(column: number) => void} onColumn
 * @returns {View}
 */
export function createAnalysisPanel(place, store, preview, onColumn) {
  const verdict = make("p", { class: "verdict", id: "verdict" });
  const rows = make("tbody");
  const headings = ["Column", "Score", "Result"].map((text) => make("th", { scope: "col", text }));
  const table = make("table", { class: "values", id: "value-table" }, make("thead", {}, make("tr", {}, ...headings)), rows);
  const line = createSteps(preview, "best-line", "Best line", BEST_LINE);
  const off = make("div", { class: "card call", id: "values-off" }, make("p", { text: "Values are turned off." }),
    make("button", { type: "button", class: "primary", text: "Show values", click: () => store.set({ values: true }) }));
  const card = make("div", { class: "card stack" }, verdict, line.element);
  const tableCard = make("div", { class: "card" }, table);
  const why = createWhyCard(store, preview, "why");
  place.append(off, card, why.element, tableCard);

  return {
    update(state) {
      const isEnded = isOver(shownPosition(state.game));
      const analysis = analysisAt(state);
      off.hidden = state.values;
      card.hidden = !state.values;
      setText(verdict, verdictSentence(state, analysis));
      tableCard.hidden = isEnded || !state.values;
      line.element.hidden = isEnded;
      rows.replaceChildren(...ALL_COLUMNS.map((column) => createRow(state, analysis, column, onColumn)));
      why.update(state);
      line.update(state, analysis?.line ?? null, state.errors.analysis ? "Not known." : "Looking for it …");
    },
  };
}

/** @param {State} state @param {Analysis | null} analysis */
function verdictSentence(state, analysis) {
  const position = shownPosition(state.game);
  const end = endSentence(position);
  if (end) return end;
  const score = analysis?.score ?? null;
  if (score !== null) {
    return scoreSentence(score, countEmpty(position), position.variant, nameOf(position.player, position.variant));
  }
  if (state.errors.analysis) return "Not known.";
  if (!analysis?.progress) return "Solving …";
  const { column, nodes, seconds } = analysis.progress;
  const time = counted(Math.ceil(seconds), "second");
  return `Solving for ${time}, now column ${column}: ${nodes.toLocaleString("en")} positions so far.`;
}

/**
 * @param {State} state
 * @param {Analysis | null} analysis
 * @param {number} column
 * @param {(column: number) => void} onColumn
 */
function createRow(state, analysis, column, onColumn) {
  const position = shownPosition(state.game);
  const isPlayable = playableColumns(position).includes(column);
  const score = isPlayable ? analysis?.scores[column] ?? null : null;
  const isBest = score !== null && analysis?.best.includes(column);
  const tone = score === null ? "none" : verdictOf(score);
  const words = score === null ? "…" : shortWords(score, countEmpty(position), position.variant);
  return make("tr", {
    class: isBest ? `${tone} best` : tone,
    "data-column": column + 1,
    click: isPlayable ? () => onColumn(column) : null,
  },
  make("th", { scope: "row", text: String(column + 1) }),
  make("td", { class: "number", text: score === null ? "" : signed(score) }),
  make("td", {},
    make("span", { class: "words", text: isPlayable ? words : "full" }),
    isBest ? make("span", { class: "tag", text: "best" }) : null));
}
