/**
 * The Puzzles panel: the task, hints, the answer judged, the solution with its reason, and what is solved so far.
 *
 * @typedef {import("../server/api.js").PuzzleEntry} PuzzleEntry
 * @typedef {import("../state/preview.js").PreviewController} PreviewController
 * @typedef {import("../state/puzzles.js").Puzzles} Puzzles
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").View} View
 */
import { capitalized } from "../game/words.js";
import { explanationOf } from "../state/explanation.js";
import { isPuzzleLoading, nextPuzzle, puzzleOnBoard } from "../state/puzzles.js";
import { make, replaceContent, setText } from "./dom.js";
import { createWhyCard } from "./why_card.js";

const ABOUT = "In each of these positions of Connect Four exactly one column is right. Drop a disc there to answer.";
const ALL_KINDS = "all";

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {Puzzles} puzzles
 * @param {PreviewController} preview
 * @returns {View}
 */
export function createPuzzlePanel(place, store, puzzles, preview) {
  const task = createTaskCard(puzzles);
  const choice = createChoiceCard(store, puzzles);
  const why = createWhyCard(store, preview, "puzzle-why");
  place.append(task.element, why.element, choice.element);
  return {
    update(state) {
      if (state.tab !== "puzzles") return;
      task.update(state);
      why.update(state);
      choice.update(state);
    },
  };
}

/** The puzzle on the board. @param {Puzzles} puzzles */
function createTaskCard(puzzles) {
  const title = make("h2", { id: "puzzle-title" });
  const text = make("p", { id: "puzzle-task" });
  const hints = make("ul", { class: "sentences", id: "puzzle-hints" });
  const words = make("p", { class: "verdict", id: "puzzle-words", role: "status" });
  const hint = make("button", { type: "button", id: "puzzle-hint", text: "Hint", click: puzzles.hint });
  const solution = make("button", { type: "button", id: "puzzle-solution", text: "Show the solution", click: puzzles.reveal });
  const buttons = make("div", { class: "row" }, hint, solution);
  const element = make("section", { class: "card stack", id: "puzzle-card", "aria-labelledby": "puzzle-title" },
    title, text, hints, words, buttons);
  return {
    element,
    /** @param {State} state */
    update(state) {
      const shown = puzzleOnBoard(state);
      const isOpen = shown?.progress === "open";
      setText(title, shown ? `Puzzle ${shown.number}: ${shown.puzzle.title}` : "Puzzles");
      setText(text, taskText(state));
      setText(words, answerWords(state));
      words.hidden = !shown;
      const shownHints = shown?.puzzle.hints.slice(0, shown.hintCount) ?? [];
      if (hints.childElementCount !== shownHints.length || !shown) {
        replaceContent(hints, ...shownHints.map((sentence) => make("li", {}, make("p", { text: sentence }))));
      }
      hints.hidden = shownHints.length === 0;
      buttons.hidden = !isOpen;
      hint.hidden = !isOpen || shownHints.length === shown.puzzle.hints.length;
    },
  };
}

/** Return the task, or what the panel is about. @param {State} state */
function taskText(state) {
  const shown = puzzleOnBoard(state);
  if (shown) return shown.puzzle.task;
  if (!isPuzzleLoading(state)) return ABOUT;
  const number = state.puzzle?.number;
  return state.errors.puzzle ? `Puzzle ${number} could not be loaded.` : `Loading puzzle ${number} …`;
}

/** Return what the last answer was worth; "" before the first one. @param {State} state */
function answerWords(state) {
  const shown = puzzleOnBoard(state);
  if (!shown) return "";
  if (shown.progress === "solved") return `Right: column ${shown.puzzle.solution}.`;
  if (shown.progress === "revealed") return `The solution is column ${shown.puzzle.solution}.`;
  if (shown.wrongColumn === null) return "";
  const name = shown.wrongColumn + 1;
  const why = explanationOf(state)?.columns.find((column) => column?.column === name);
  if (why) return `Not that one. ${why.text}`;
  return shown.puzzle.kind === "hold" ? `Not that one: column ${name} loses.` : `Not that one: column ${name} does not win.`;
}

/** Which puzzle comes next, and how many are solved. @param {Store} store @param {Puzzles} puzzles */
function createChoiceCard(store, puzzles) {
  const kind = make("select", { id: "puzzle-kind", change: () => store.set({ puzzleKind: kind.value }) });
  const number = make("input", { type: "number", id: "puzzle-number", min: 1, change: () => {
    const chosen = Math.round(Number(number.value));
    const last = store.get().puzzleList?.length ?? 0;
    if (chosen >= 1 && chosen <= last) puzzles.open(chosen);
    else store.set({ notice: `There is no such puzzle. Choose a number from 1 to ${last}.` });
  } });
  const next = make("button", { type: "button", class: "primary", id: "puzzle-next", click: () => {
    const chosen = nextPuzzle(store.get());
    if (chosen !== null) puzzles.open(chosen);
  } });
  const again = make("button", { type: "button", id: "puzzle-again", text: "Back to the puzzle", click: () => {
    const { puzzle } = store.get();
    if (puzzle) puzzles.open(puzzle.number);
  } });
  const solved = make("p", { class: "note", id: "puzzle-solved" });
  const element = make("section", { class: "card form", "aria-label": "Choose a puzzle" },
    make("div", { class: "row fields" },
      make("div", { class: "field" }, make("label", { for: "puzzle-kind", text: "Kind" }), kind),
      make("div", { class: "field" }, make("label", { for: "puzzle-number", text: "Number" }), number)),
    make("div", { class: "row" }, next, again), solved);
  return {
    element,
    /** @param {State} state */
    update(state) {
      updateKinds(kind, state);
      const shown = puzzleOnBoard(state);
      if (document.activeElement !== number) number.value = String(state.puzzle?.number ?? "");
      setText(next, state.puzzle ? "Next puzzle" : "Start");
      again.hidden = state.puzzle === null || shown !== null || isPuzzleLoading(state);
      setText(solved, solvedWords(state));
    },
  };
}

/** List the kinds once they are known. @param {HTMLSelectElement} select @param {State} state */
function updateKinds(select, { puzzleKind, puzzleList }) {
  if (puzzleList && select.options.length <= 1) {
    const titles = new Map(puzzleList.map(({ kind, title }) => [kind, title]));
    const options = [...titles].map(([kind, title]) => make("option", { value: kind, text: title }));
    select.replaceChildren(make("option", { value: ALL_KINDS, text: "All kinds" }), ...options);
  } else if (select.options.length === 0) {
    select.append(make("option", { value: ALL_KINDS, text: "All kinds" }));
  }
  select.value = puzzleKind;
}

/** Return how many puzzles of the chosen kind are solved, and how hard the current one is. @param {State} state */
function solvedWords(state) {
  const { puzzleKind, puzzleList, solvedPuzzles } = state;
  if (!puzzleList) return state.errors.puzzles ? "The list of puzzles could not be loaded." : "Loading the list of puzzles …";
  const ofKind = puzzleList.filter(({ kind }) => puzzleKind === ALL_KINDS || kind === puzzleKind);
  const count = ofKind.filter(({ number }) => solvedPuzzles.has(number)).length;
  const sentences = [`Solved in this browser: ${count} of ${ofKind.length}.`];
  const shown = puzzleOnBoard(state);
  if (shown) sentences.unshift(capitalized(shown.puzzle.grade));
  return sentences.join(" ");
}
