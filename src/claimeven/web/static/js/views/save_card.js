/**
 * Sharing and saving the shown position: a link, moves, files and pictures.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 */
import { fileName, writeColumns, writeMoves, writeState } from "../game/formats.js";
import { lastPosition, shownPosition, startsEmpty } from "../game/game.js";
import { resultWords } from "../game/words.js";
import { lastCell } from "../state/selectors.js";
import { make } from "./dom.js";
import { copy, download } from "./download.js";
import { boardPng, boardSvg, gameSvg } from "./picture.js";

const SVG = "image/svg+xml";

/** Copy the address to the clipboard. @param {Store} store */
export async function copyLink(store) {
  const isCopied = await copy(window.location.href);
  store.set({ notice: isCopied ? "Link copied." : "The browser did not allow it; the link is in the address bar." });
}

/** @param {Store} store */
export function createSaveCard(store) {
  const moves = make("input", { id: "moves-text", readonly: "", class: "mono" });
  const movesField = make("div", { class: "field" }, make("label", { for: "moves-text", text: "Moves" }), moves);
  /**
   * @param {string} id
   * @param {string} text
   * @param {(state: State) => void | Promise<void>} save
   */
  const button = (id, text, save) => make("button", { type: "button", id, text, click: () => save(store.get()) });
  const movesButton = button("save-moves", "Moves", saveMoves);
  const gameButton = button("save-game", "Numbered SVG", saveGame);
  const buttons = make("div", { class: "row", role: "group", "aria-label": "Save" },
    button("share-link", "Copy link", () => copyLink(store)),
    movesButton,
    button("save-state", "State file", saveStateFile),
    button("save-columns", "Columns", saveColumns),
    button("save-png", "PNG", savePng),
    button("save-svg", "SVG", saveSvg),
    gameButton);
  return {
    element: make("div", { class: "card stack" }, make("h2", { text: "Share and save" }), movesField, buttons),
    /** @param {State} state */
    update({ game }) {
      movesField.hidden = !startsEmpty(game);
      movesButton.hidden = !startsEmpty(game);
      gameButton.hidden = game.moves.length === 0;
      moves.value = writeMoves(game.moves.slice(0, game.ply));
    },
  };
}

/** @param {State} state */
function saveMoves({ game }) {
  const name = `${fileName(shownPosition(game))}.moves.txt`;
  download(name, `${writeMoves(game.moves.slice(0, game.ply))}\n`);
}

/** @param {State} state */
function saveStateFile({ game }) {
  const position = shownPosition(game);
  download(`${fileName(position)}.txt`, writeState(position));
}

/** @param {State} state */
function saveColumns({ game }) {
  const position = shownPosition(game);
  download(`${fileName(position)}.columns.txt`, writeColumns(position));
}

/** @param {State} state */
async function savePng(state) {
  const position = shownPosition(state.game);
  download(`${fileName(position)}.png`, await boardPng(position, lastCell(state)));
}

/** @param {State} state */
function saveSvg(state) {
  const position = shownPosition(state.game);
  download(`${fileName(position)}.svg`, boardSvg(position, lastCell(state)), SVG);
}

/** @param {State} state */
function saveGame({ game }) {
  const position = lastPosition(game);
  download(`${fileName(position)}.game.svg`, gameSvg(game, resultWords(position)), SVG);
}
