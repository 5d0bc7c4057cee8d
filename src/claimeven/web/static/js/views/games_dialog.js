/**
 * The saved games: open, rename, delete, export and import them.
 *
 * @typedef {import("../state/saved_games.js").SavedGame} SavedGame
 * @typedef {import("../state/saved_games.js").SavedGames} SavedGames
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../state/state.js").Store} Store
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

/** @param {SavedGames} games @param {Store} store @param {(game: Game) => void} onOpen */
export function createGamesDialog(games, store, onOpen) {
  const list = make("ol", { class: "saved-games", id: "saved-games" });
  const words = make("p", { id: "games-words", role: "status" });
  const restore = make("button", { type: "button", id: "restore-game", text: "Restore it", hidden: true });
  const heading = make("h2", { id: "games-title", tabindex: "-1", text: "Saved games" });
  const exportMoves = make("button", { type: "button", id: "export-moves", text: "Export as moves", click: () => {
    const { variant } = store.get().game.start;
    download(`claimeven-${variant}-games.txt`, writeMovesLines(games.list(), variant));
    const omitted = games.list().length - gamesAsMoves(games.list(), variant).length;
    showMessage(omitted > 0 ? `Only the games of ${TITLES[variant]} from the empty board; JSON lines contain all games.` : "");
  } });
  const exportLines = make("button", { type: "button", id: "export-jsonl", text: "Export as JSON lines",
    click: () => download("claimeven-games.jsonl", writeJsonLines(games.list()), "application/x-ndjson") });
  const importing = createImport(games, store, (text) => showMessage(text), () => show());
  /** A closed dialog holds no pictures and reads no file. */
  const onClose = () => {
    importing.stop();
    list.replaceChildren();
  };
  const dialog = make("dialog", { id: "games", class: "wide", "aria-labelledby": "games-title", close: onClose },
    heading,
    make("p", { class: "note", text: `The last ${MAX_GAMES} games that were finished or replaced by another one. They stay in this browser.` }),
    list,
    make("div", { class: "row" }, words, restore),
    importing.question,
    make("div", { class: "row" }, exportMoves, exportLines, ...importing.controls),
    make("form", { method: "dialog" }, make("button", { class: "primary", text: "Close" })));
  document.body.append(dialog);

  /** @param {string} text */
  const showMessage = (text) => {
    setText(words, text);
    restore.hidden = true;
  };
  const show = () => {
    const saved = games.list();
    list.replaceChildren(...saved.map(createEntry));
    for (const button of [exportMoves, exportLines]) button.toggleAttribute("disabled", saved.length === 0);
    if (saved.length === 0 && !words.textContent) setText(words, "No games have been saved yet.");
  };
  /** @param {SavedGame} saved @param {string} name */
  const rename = ({ id }, name) => {
    if (name) games.put(games.list().map((other) => (other.id === id ? { ...other, name } : other)));
    show();
  };
  /** @param {SavedGame} saved @param {number} index */
  const remove = (saved, index) => {
    games.put(games.list().filter(({ id }) => id !== saved.id));
    showMessage(`“${saved.name}” was deleted.`);
    restore.hidden = false;
    restore.onclick = () => {
      const now = games.list();
      games.put([...now.slice(0, index), saved, ...now.slice(index)].slice(0, MAX_GAMES));
      showMessage(`“${saved.name}” was restored.`);
      show();
      heading.focus();
    };
    show();
    restore.focus();
  };
  /** @param {SavedGame} saved */
  const open = (saved) => {
    dialog.close();
    games.noteOpened(saved);
    onOpen(saved.game);
  };

  /** @param {SavedGame} saved @param {number} index */
  function createEntry(saved, index) {
    const { name, date, game } = saved;
    const result = resultWords(lastPosition(game));
    /** @param {string} action @param {string} text @param {() => void} click */
    const button = (action, text, click) =>
      make("button", { type: "button", "data-action": action, "aria-label": `${text} game ${index + 1}, ${name}`, text, click });
    const field = make("input", { "aria-label": `Name of game ${index + 1}`, maxlength: MAX_NAME_LENGTH, change: () => rename(saved, field.value.trim()) });
    field.value = name;
    return make("li", {}, boardPicture(lastPosition(game), `Last position, ${result}`),
      make("div", { class: "stack" }, field,
        make("p", { class: "note", text: `${dateText(date)} · ${TITLES[game.start.variant]} · ${counted(game.moves.length, "move")}${game.variation ? " and a variation" : ""} · ${result}` }),
        make("div", { class: "row" }, button("open", "Open", () => open(saved)),
          button("picture", "Picture", () => download(`claimeven-game-${index + 1}.svg`, gameSvg(game, `${name}: ${result}`), "image/svg+xml")),
          button("delete", "Delete", () => remove(saved, index)))));
  }

  return {
    open() {
      showMessage("");
      show();
      dialog.showModal();
      heading.focus();
    },
  };
}

/** Return a date for people. @param {string} date */
function dateText(date) {
  return new Date(date).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
