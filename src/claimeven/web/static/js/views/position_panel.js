/**
 * The panel Position: set up a board by clicking or pasting, share it, save it.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../server/api.js").ParseAnswer} ParseAnswer
 * @typedef {import("../game/rules.js").Disc} Disc
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Variant} Variant
 */
import { parseAddress } from "../game/address.js";
import { parseText } from "../server/api.js";
import { make, setAttribute, setText } from "./dom.js";
import { newGame } from "../game/game.js";
import { FormatError, byTurns, isWonTwice, parseBoard, parseMoves } from "../game/formats.js";
import { NO_CELLS, emptyPosition, isOver } from "../game/rules.js";
import { createSavePart } from "./save_card.js";
import { TABS } from "../state/state.js";
import { ApiError } from "../server/http.js";
import { SIGNS, nameOf } from "../game/words.js";

const BRUSHES = /** @type {const} */ ([1, 2, 0]);

/** @param {HTMLElement} place @param {Store} store @param {Session} session @returns {View} */
export function createPositionPanel(place, store, session) {
  const setUp = createSetUp(store, session);
  const paste = createPaste(store, session);
  const save = createSavePart(store);
  place.append(setUp.element, paste, save.element);
  return {
    update(state) {
      setUp.update(state);
      save.update(state);
    },
  };
}

/** @param {Store} store @param {Session} session */
function createSetUp(store, session) {
  const start = make("button", { type: "button", class: "primary", id: "edit", text: "Set up by clicking", click: () => session.startEdit() });
  const brushes = BRUSHES.map((brush) => make("button", {
    type: "button", "data-brush": brush,
    click: () => {
      const { edit } = store.get();
      if (edit) store.set({ edit: { ...edit, brush } });
    },
  }));
  const words = make("p", { id: "edit-words", "aria-live": "polite" });
  const use = make("button", {
    type: "button", class: "primary", id: "edit-use", text: "Use this position",
    click: () => {
      const { edit, game } = store.get();
      const position = edit && byTurns(game.start.variant, edit.cells);
      if (position && !isWonTwice(position)) session.load(newGame(position));
    },
  });
  const tools = make("div", { class: "stack" },
    make("div", { class: "segmented", role: "group", "aria-label": "What a click does" }, ...brushes), words,
    make("div", { class: "row" }, use,
      make("button", { type: "button", id: "edit-clear", text: "Empty board", click: () => {
        const { edit } = store.get();
        if (edit) store.set({ edit: { ...edit, cells: NO_CELLS } });
      } }),
      make("button", { type: "button", text: "Cancel", click: () => store.set({ edit: null }) })));
  return {
    element: make("div", { class: "card stack" }, make("h2", { text: "Set up a position" }), start, tools),
    /** @param {State} state */
    update(state) {
      const { edit } = state;
      const isTurned = start.hidden !== (edit !== null) && [start, tools].some((part) => part.contains(document.activeElement));
      start.hidden = edit !== null;
      tools.hidden = edit === null;
      if (isTurned) (edit ? brushes[BRUSHES.indexOf(edit.brush)] : start).focus();
      if (!edit) return;
      const { variant } = state.game.start;
      BRUSHES.forEach((brush, index) => {
        setText(brushes[index], brush ? `${nameOf(brush, variant)} ${SIGNS[brush]}` : "Take off");
        setAttribute(brushes[index], "aria-pressed", String(brush === edit.brush));
      });
      const position = byTurns(variant, edit.cells);
      setAttribute(use, "disabled", position === null || isWonTwice(position));
      setText(words, editWords(edit.cells, variant, position));
    },
  };
}

/** @param {readonly Disc[]} cells @param {Variant} variant @param {Position | null} position */
function editWords(cells, variant, position) {
  const [first, second] = [1, 2].map((player) => cells.filter((disc) => disc === player).length);
  const count = `${first} ${nameOf(1, variant).toLowerCase()}, ${second} ${nameOf(2, variant).toLowerCase()}.`;
  if (!position) return `${count} Red begins: there must be as many of both, or one more red.`;
  if (isWonTwice(position)) return `${count} Both have four in a row: the first of the two ended the game.`;
  if (isOver(position)) return `${count} The game is over here.`;
  return `${count} ${nameOf(position.player, variant)} ${SIGNS[position.player]} is to move.`;
}

/** @param {Store} store @param {Session} session */
function createPaste(store, session) {
  const text = make("textarea", { id: "paste", rows: 4, spellcheck: "false", placeholder: "4453", "aria-describedby": "paste-help" });
  const words = make("p", { id: "paste-words", role: "status" });
  let controller = new AbortController();
  const read = async () => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const variant = store.get().game.start.variant;
    if (!text.value.trim()) {
      setText(words, "There is nothing to read yet: paste a position above.");
      return;
    }
    try {
      const query = linkQuery(text.value);
      if (query !== null) {
        const { game } = parseAddress(query, TABS);
        const isEmpty = game.moves.length === 0 && !game.start.cells.some(Boolean);
        if (!isEmpty) session.load(game);
        setText(words, isEmpty ? "The link names no position." : "Read as a link.");
        return;
      }
      const found = await parseText(text.value, variant, { signal, onWait: (wait) => setText(words, wait ?? "") });
      session.load(readGame(found.position));
      setText(words, [`Read as ${KINDS[found.kind]}.`, ...found.notes].join(" "));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError || error instanceof FormatError)) throw error;
      setText(words, error.message);
    }
  };
  return make("div", { class: "card stack" },
    make("h2", {}, make("label", { for: "paste", text: "Paste a position" })), text,
    make("p", { class: "note", id: "paste-help", text: "Moves such as 4453, a link to this page, a drawn board, a Max-Connect4 state file, or Alice and Bill’s columns." }),
    make("div", { class: "row" }, make("button", { type: "button", class: "primary", id: "paste-use", text: "Read it", click: read })), words);
}

/** What stands behind the question mark of a pasted link, null if the text is none. @param {string} text */
function linkQuery(text) {
  const [, query] = /^\S*\?([^\s#]*)(#\S*)?$/.exec(text.trim()) ?? [];
  return query ?? null;
}

/** @type {Record<ParseAnswer["kind"], string>} */
const KINDS = { moves: "moves", drawing: "a drawn board", board: "a board", state: "a Max-Connect4 state file", columns: "Alice and Bill’s columns" };

/** The game that the server read; a board is where one begins, nobody knows how it came about. @param {ParseAnswer["position"]} found */
function readGame({ variant, start, moves }) {
  const position = start === null ? emptyPosition(variant) : parseBoard(start, variant);
  return newGame(position, parseMoves(moves, position));
}
