/**
 * The saved games: open, rename, delete, export and import them.
 *
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../state/saved_games.js").SavedGame} SavedGame
 * @typedef {import("../state/saved_games.js").SavedGames} SavedGames
 * @typedef {import("../state/state.js").Store} Store
 */

/**
 * What the buttons of a game do.
 *
 * @typedef {object} EntryActions
 * @property {(saved: SavedGame) => void} open
 * @property {(saved: SavedGame, name: string) => void} rename
 * @property {(saved: SavedGame, index: number) => void} remove
 */
import { lastPosition } from "../game/game.js";
import { TITLES, counted, resultWords } from "../game/words.js";
import { gamesAsMoves, writeJsonLines, writeMovesLines } from "../state/games_file.js";
import { MAX_GAMES, MAX_NAME_LENGTH } from "../state/saved_games.js";
import { boardPicture } from "./board_shapes.js";
import { make, setText } from "./dom.js";
import { download } from "./download.js";
import { createImport } from "./games_import.js";
import { gameSvg } from "./picture.js";

const ABOUT = `The last ${MAX_GAMES} games that were finished or replaced by another one. They stay in this browser.`;

/**
 * @param {SavedGames} games
 * @param {Store} store
 * @param {(game: Game) => void} onOpen
 */
export function createGamesDialog(games, store, onOpen) {
  const list = make("ol", { class: "saved-games", id: "saved-games" });
  const message = make("p", { id: "games-words", role: "status" });
  const restore = make("button", { type: "button", id: "restore-game", text: "Restore it", hidden: true });
  const heading = make("h2", { id: "games-title", tabindex: "-1", text: "Saved games" });

  /** @param {string} text */
  const showMessage = (text) => {
    setText(message, text);
    restore.hidden = true;
  };
  const exportMoves = make("button", { type: "button", id: "export-moves", text: "Export as moves", click: () => {
    const { variant } = store.get().game.start;
    const all = games.list();
    download(`claimeven-${variant}-games.txt`, writeMovesLines(all, variant));
    const isComplete = gamesAsMoves(all, variant).length === all.length;
    showMessage(isComplete ? "" : `Only the games of ${TITLES[variant]} from the empty board; JSON lines contain all games.`);
  } });
  const exportLines = make("button", { type: "button", id: "export-jsonl", text: "Export as JSON lines", click: () => {
    download("claimeven-games.jsonl", writeJsonLines(games.list()), "application/x-ndjson");
  } });
  const importing = createImport(games, store, showMessage, () => showList());

  const showList = () => {
    const saved = games.list();
    const isEmpty = saved.length === 0;
    list.replaceChildren(...saved.map((game, index) => createEntry(game, index, actions)));
    exportMoves.toggleAttribute("disabled", isEmpty);
    exportLines.toggleAttribute("disabled", isEmpty);
    if (isEmpty && !message.textContent) setText(message, "No games have been saved yet.");
  };

  /** Offer to restore a deleted game. @param {SavedGame} saved @param {number} index its place in the list */
  const offerRestore = (saved, index) => {
    restore.hidden = false;
    restore.onclick = () => {
      const others = games.list();
      games.put([...others.slice(0, index), saved, ...others.slice(index)].slice(0, MAX_GAMES));
      showMessage(`“${saved.name}” was restored.`);
      showList();
      heading.focus();
    };
  };

  /** @type {EntryActions} */
  const actions = {
    open(saved) {
      dialog.close();
      games.noteOpened(saved);
      onOpen(saved.game);
    },
    rename({ id }, name) {
      if (name) games.put(games.list().map((other) => (other.id === id ? { ...other, name } : other)));
      showList();
    },
    remove(saved, index) {
      games.put(games.list().filter(({ id }) => id !== saved.id));
      showMessage(`“${saved.name}” was deleted.`);
      offerRestore(saved, index);
      showList();
      restore.focus();
    },
  };

  /** A closed dialog holds no pictures and reads no file. */
  const onClose = () => {
    importing.stop();
    list.replaceChildren();
  };
  const dialog = make("dialog", { id: "games", class: "wide", "aria-labelledby": "games-title", close: onClose },
    heading,
    make("p", { class: "note", text: ABOUT }),
    list,
    make("div", { class: "row" }, message, restore),
    importing.question,
    make("div", { class: "row" }, exportMoves, exportLines, ...importing.controls),
    make("form", { method: "dialog" }, make("button", { class: "primary", text: "Close" })));
  document.body.append(dialog);

  return {
    open() {
      showMessage("");
      showList();
      dialog.showModal();
      heading.focus();
    },
  };
}

/**
 * One game of the list.
 *
 * @param {SavedGame} saved
 * @param {number} index
 * @param {EntryActions} actions
 */
function createEntry(saved, index, actions) {
  const { name, game } = saved;
  const result = resultWords(lastPosition(game));
  const field = make("input", {
    "aria-label": `Name of game ${index + 1}`,
    maxlength: MAX_NAME_LENGTH,
    change: () => actions.rename(saved, field.value.trim()),
  });
  field.value = name;
  const savePicture = () => {
    download(`claimeven-game-${index + 1}.svg`, gameSvg(game, `${name}: ${result}`), "image/svg+xml");
  };
  /** @param {string} action @param {string} text @param {() => void} click */
  const button = (action, text, click) =>
    make("button", { type: "button", "data-action": action, "aria-label": `${text} game ${index + 1}, ${name}`, text, click });
  const buttons = make("div", { class: "row" },
    button("open", "Open", () => actions.open(saved)),
    button("picture", "Picture", savePicture),
    button("delete", "Delete", () => actions.remove(saved, index)));
  return make("li", {},
    boardPicture(lastPosition(game), `Last position, ${result}`),
    make("div", { class: "stack" }, field, make("p", { class: "note", text: describe(saved) }), buttons));
}

/** Return a game's date, variant, length and result. @param {SavedGame} saved */
function describe({ date, game }) {
  const dateText = new Date(date).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const moves = counted(game.moves.length, "move");
  const length = game.variation ? `${moves} and a variation` : moves;
  return [dateText, TITLES[game.start.variant], length, resultWords(lastPosition(game))].join(" · ");
}
