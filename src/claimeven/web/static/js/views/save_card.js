/**
 * Sharing and saving the shown position: a link, moves, files and pictures.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 */
import { make } from "./dom.js";
import { copy, download } from "./download.js";
import { fileName, writeColumns, writeMoves, writeState } from "../game/formats.js";
import { fromEmpty, shown } from "../game/game.js";
import { lastOf } from "../state/saved_games.js";
import { boardPng, boardSvg, gameSvg } from "./picture.js";
import { lastCell } from "./status.js";
import { resultWords } from "../game/words.js";

/** Copy the address, and say so. @param {Store} store */
export async function copyLink(store) {
  const done = await copy(window.location.href);
  store.set({ notice: done ? "Link copied." : "The browser did not allow it; the link is in the address bar." });
}

/** @param {Store} store */
export function createSavePart(store) {
  const moves = make("input", { id: "moves-text", readonly: "", class: "mono" });
  const movesField = make("div", { class: "field" }, make("label", { for: "moves-text", text: "Moves" }), moves);
  /** @param {string} id @param {string} text @param {(state: State) => void | Promise<void>} save */
  const button = (id, text, save) => make("button", { type: "button", id, text, click: () => save(store.get()) });
  const saveMoves = button("save-moves", "Moves", ({ game }) =>
    download(`${fileName(shown(game))}.moves.txt`, `${writeMoves(game.moves.slice(0, game.at))}\n`));
  const saveGame = button("save-game", "Numbered SVG", ({ game }) =>
    download(`${fileName(lastOf(game))}.game.svg`, gameSvg(game, resultWords(lastOf(game))), "image/svg+xml"));
  const element = make("div", { class: "card stack" },
    make("h2", { text: "Share and save" }), movesField,
    make("div", { class: "row", role: "group", "aria-label": "Save" },
      button("share-link", "Copy link", () => copyLink(store)),
      saveMoves,
      button("save-state", "State file", ({ game }) => download(`${fileName(shown(game))}.txt`, writeState(shown(game)))),
      button("save-columns", "Columns", ({ game }) => download(`${fileName(shown(game))}.columns.txt`, writeColumns(shown(game)))),
      button("save-png", "PNG", async (state) =>
        download(`${fileName(shown(state.game))}.png`, await boardPng(shown(state.game), lastCell(state)))),
      button("save-svg", "SVG", (state) =>
        download(`${fileName(shown(state.game))}.svg`, boardSvg(shown(state.game), lastCell(state)), "image/svg+xml")),
      saveGame));
  return {
    element,
    /** @param {State} state */
    update({ game }) {
      movesField.hidden = !fromEmpty(game);
      saveMoves.hidden = !fromEmpty(game);
      saveGame.hidden = game.moves.length === 0;
      moves.value = writeMoves(game.moves.slice(0, game.at));
    },
  };
}
