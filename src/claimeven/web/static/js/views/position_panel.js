/**
 * The Position panel: set up a board by clicking or pasting, share it, save it.
 *
 * @typedef {import("../game/rules.js").Disc} Disc
 * @typedef {import("../game/rules.js").Position} Position
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("../server/api.js").ParseAnswer} ParseAnswer
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").View} View
 */
import { parseAddress } from "../game/address.js";
import { FormatError, isWonTwice, parseBoard, parseMoves, positionFromCells } from "../game/formats.js";
import { newGame } from "../game/game.js";
import { EMPTY_CELLS, emptyPosition, isOver } from "../game/rules.js";
import { SIGNS, nameOf } from "../game/words.js";
import { parseText } from "../server/api.js";
import { ApiError } from "../server/http.js";
import { TABS } from "../state/state.js";
import { make, setAttribute, setText } from "./dom.js";
import { createSaveCard } from "./save_card.js";

const PASTE_HELP = "Moves such as 4453 or d1 d2 e1 c1, a link to this page, a drawn board, a Max-Connect4 state file, "
  + "or Alice and Bill’s columns.";
const BRUSHES = /** @type {const} */ ([1, 2, 0]);
/** What a pasted text was read as. @type {Record<ParseAnswer["kind"], string>} */
const FORMATS = {
  moves: "moves",
  cells: "cells",
  link: "a link",
  drawing: "a drawn board",
  board: "a board",
  state: "a Max-Connect4 state file",
  columns: "Alice and Bill’s columns",
};

/** @param {HTMLElement} place @param {Store} store @param {Session} session @returns {View} */
export function createPositionPanel(place, store, session) {
  const setUp = createSetUp(store, session);
  const paste = createPaste(store, session);
  const save = createSaveCard(store);
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
  /** @param {Partial<import("../state/state.js").Edit>} patch */
  const changeEdit = (patch) => {
    const { edit } = store.get();
    if (edit) store.set({ edit: { ...edit, ...patch } });
  };
  const usePosition = () => {
    const { edit, game } = store.get();
    const position = edit && positionFromCells(game.start.variant, edit.cells);
    if (position && !isWonTwice(position)) session.load(newGame(position));
  };
  /** @param {string} id @param {string} text @param {() => void} click @param {string | null} [style] */
  const button = (id, text, click, style = null) => make("button", { type: "button", class: style, id, text, click });
  const start = button("edit", "Set up by clicking", session.startEdit, "primary");
  const brushes = BRUSHES.map((brush) =>
    make("button", { type: "button", "data-brush": brush, click: () => changeEdit({ brush }) }));
  const words = make("p", { id: "edit-words", "aria-live": "polite" });
  const use = button("edit-use", "Use this position", usePosition, "primary");
  const clear = button("edit-clear", "Empty board", () => changeEdit({ cells: EMPTY_CELLS }));
  const cancel = button("edit-cancel", "Cancel", () => store.set({ edit: null }));
  const tools = make("div", { class: "stack" },
    make("div", { class: "segmented", role: "group", "aria-label": "What a click does" }, ...brushes),
    words,
    make("div", { class: "row" }, use, clear, cancel));

  /** @param {State} state */
  const showParts = ({ edit }) => {
    const isSwitching = start.hidden !== (edit !== null);
    const hadFocus = [start, tools].some((part) => part.contains(document.activeElement));
    start.hidden = edit !== null;
    tools.hidden = edit === null;
    if (!isSwitching || !hadFocus) return;
    const next = edit ? brushes[BRUSHES.indexOf(edit.brush)] : start;
    next.focus();
  };

  return {
    element: make("div", { class: "card stack" }, make("h2", { text: "Set up a position" }), start, tools),
    /** @param {State} state */
    update(state) {
      showParts(state);
      const { edit } = state;
      if (!edit) return;
      const { variant } = state.game.start;
      BRUSHES.forEach((brush, index) => {
        setText(brushes[index], brush ? `${nameOf(brush, variant)} ${SIGNS[brush]}` : "Remove");
        setAttribute(brushes[index], "aria-pressed", String(brush === edit.brush));
      });
      const position = positionFromCells(variant, edit.cells);
      setAttribute(use, "disabled", position === null || isWonTwice(position));
      setText(words, editWords(edit.cells, variant, position));
    },
  };
}

/** @param {readonly Disc[]} cells @param {Variant} variant @param {Position | null} position */
function editWords(cells, variant, position) {
  const firstCount = cells.filter((disc) => disc === 1).length;
  const secondCount = cells.filter((disc) => disc === 2).length;
  const counts = `${firstCount} ${nameOf(1, variant).toLowerCase()}, ${secondCount} ${nameOf(2, variant).toLowerCase()}.`;
  return `${counts} ${editStatus(position)}`;
}

/** @param {Position | null} position */
function editStatus(position) {
  if (!position) return "Red starts, so there must be as many of both, or one more red.";
  if (isWonTwice(position)) return "Both sides have four in a row; the first of them would have ended the game.";
  if (isOver(position)) return "The game is over here.";
  return `${nameOf(position.player, position.variant)} ${SIGNS[position.player]} is to move.`;
}

/** @param {Store} store @param {Session} session */
function createPaste(store, session) {
  const text = make("textarea", {
    id: "paste", rows: 4, spellcheck: "false", placeholder: "4453", "aria-describedby": "paste-help",
  });
  const words = make("p", { id: "paste-words", role: "status" });
  let controller = new AbortController();

  /** Load the position of a text, and return a sentence about it. @param {AbortSignal} signal */
  const loadText = async (signal) => {
    if (!text.value.trim()) return "There is nothing to read yet: paste a position above.";
    const query = linkQuery(text.value);
    if (query !== null) return loadLink(session, query);
    const options = { signal, onWait: (/** @type {string | null} */ message) => setText(words, message ?? "") };
    const answer = await parseText(text.value, store.get().game.start.variant, options);
    session.load(gameFromAnswer(answer.position));
    return [`Read as ${FORMATS[answer.kind]}.`, ...answer.notes].join(" ");
  };
  const read = async () => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    try {
      setText(words, await loadText(signal));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError || error instanceof FormatError)) throw error;
      setText(words, error.message);
    }
  };
  const useButton = make("button", { type: "button", class: "primary", id: "paste-use", text: "Read it", click: read });
  return make("div", { class: "card stack" },
    make("h2", {}, make("label", { for: "paste", text: "Paste a position" })),
    text,
    make("p", { class: "note", id: "paste-help", text: PASTE_HELP }),
    make("div", { class: "row" }, useButton),
    words);
}

/** Return the query of a pasted link, or null if the text is not a link. @param {string} text */
function linkQuery(text) {
  const match = /^\S*\?([^\s#]*)(#\S*)?$/.exec(text.trim());
  return match ? match[1] : null;
}

/**
 * Load the game of a link, and return a sentence about it.
 *
 * @param {Session} session
 * @param {string} query
 */
function loadLink(session, query) {
  const { game } = parseAddress(query, TABS);
  const isEmpty = game.moves.length === 0 && !game.start.cells.some(Boolean);
  if (isEmpty) return "The link does not contain a position.";
  session.load(game);
  return "Read as a link.";
}

/**
 * Return the game of an answer; a board without moves becomes the start of a game.
 *
 * @param {ParseAnswer["position"]} position
 */
function gameFromAnswer({ variant, start, moves }) {
  const first = start === null ? emptyPosition(variant) : parseBoard(start, variant);
  return newGame(first, parseMoves(moves, first));
}
