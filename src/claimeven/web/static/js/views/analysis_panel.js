/**
 * The panel Analysis: the value of the position in a sentence, the best line to step through, and every column in words.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/analysis.js").Analysis} Analysis
 */
import { make, setText } from "./dom.js";
import { shown } from "../game/game.js";
import { COLUMNS, isOver, playable } from "../game/rules.js";
import { BEST_LINE } from "../state/preview.js";
import { analysisAt } from "../state/state.js";
import { createSteps } from "./steps.js";
import { createWhyCard } from "./why_card.js";
import { cellsLeft, counted, endSentence, nameOf, scoreSentence, shortWords, signed, verdictOf } from "../game/words.js";

/** @param {HTMLElement} place @param {Store} store @param {import("../state/preview.js").PreviewDesk} preview @param {(column: number) => void} onColumn @returns {View} */
export function createAnalysisPanel(place, store, preview, onColumn) {
  const sentence = make("p", { class: "verdict", id: "verdict" });
  const rows = make("tbody");
  const table = make("table", { class: "values", id: "value-table" },
    make("thead", {}, make("tr", {}, ...["Column", "Score", "Result"].map((text) => make("th", { scope: "col", text })))), rows);
  const line = createSteps(preview, "best-line", "Best line", BEST_LINE);
  const off = make("div", { class: "card call", id: "values-off" }, make("p", { text: "The values are switched off." }),
    make("button", { type: "button", class: "primary", text: "Show values", click: () => store.set({ values: true }) }));
  const card = make("div", { class: "card stack" }, sentence, line.element, table);
  const why = createWhyCard(store, preview, "why");
  place.append(off, card, why.element);

  return {
    update(state) {
      const position = shown(state.game);
      off.hidden = state.values;
      card.hidden = !state.values;
      const analysis = analysisAt(state);
      setText(sentence, verdictWords(state, analysis));
      table.hidden = isOver(position);
      line.element.hidden = isOver(position);
      rows.replaceChildren(...[...Array(COLUMNS).keys()].map((column) => row(state, analysis, column, onColumn)));
      why.update(state);
      line.update(state, analysis?.line ?? null, state.trouble.analysis ? "Not known." : "Looking for it …");
    },
  };
}

/** @param {State} state @param {Analysis | null} analysis */
function verdictWords(state, analysis) {
  const position = shown(state.game);
  const end = endSentence(position);
  if (end) return end;
  if (analysis?.score !== null && analysis?.score !== undefined) {
    return scoreSentence(analysis.score, cellsLeft(position), position.variant, nameOf(position.player, position.variant));
  }
  if (state.trouble.analysis) return "Not known.";
  if (!analysis?.progress) return "Solving …";
  const { column, nodes, seconds } = analysis.progress;
  return `Solving for ${counted(Math.ceil(seconds), "second")}, now column ${column}: ${nodes.toLocaleString("en")} positions so far.`;
}

/** @param {State} state @param {Analysis | null} analysis @param {number} column @param {(column: number) => void} onColumn */
function row(state, analysis, column, onColumn) {
  const position = shown(state.game);
  const score = analysis?.scores[column] ?? null;
  const isOpen = playable(position).includes(column);
  const known = score !== null && isOpen;
  const best = known && analysis?.best.includes(column);
  const words = !isOpen ? "full" : !known ? "…" : shortWords(score, cellsLeft(position), position.variant);
  const tone = known ? verdictOf(score) : "none";
  return make("tr", { class: `${tone}${best ? " best" : ""}`, "data-column": column + 1, click: isOpen ? () => onColumn(column) : null },
    make("th", { scope: "row", text: String(column + 1) }),
    make("td", { class: "number", text: known ? signed(score) : "" }),
    make("td", {}, make("span", { class: "words", text: words }), best ? make("span", { class: "tag", text: "best" }) : null));
}
