/**
 * The kept games to look at: open, rename, delete, save and read them.
 *
 * @typedef {import("../state/saved_games.js").Kept} Kept
 * @typedef {import("../state/saved_games.js").Games} Games
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {import("../state/state.js").Store} Store
 */
import { boardPicture } from "./board_shapes.js";
import { make, setText } from "./dom.js";
import { download } from "./download.js";
import { MOST, MOST_NAME, lastOf } from "../state/saved_games.js";
import { movesOnly, writeJsonLines, writeMovesLines } from "../state/games_file.js";
import { createImport } from "./games_import.js";
import { gameSvg } from "./picture.js";
import { TITLES, counted, resultWords } from "../game/words.js";

/** @param {Games} games @param {Store} store @param {(game: Game) => void} onOpen */
export function createGamesDialog(games, store, onOpen) {
  const list = make("ol", { class: "kept", id: "kept-games" });
  const words = make("p", { id: "games-words", role: "status" });
  const restore = make("button", { type: "button", id: "restore-game", text: "Bring it back", hidden: true });
  const heading = make("h2", { id: "games-title", tabindex: "-1", text: "Kept games" });
  const saveMoves = make("button", { type: "button", id: "export-moves", text: "Save as moves", click: () => {
    const { variant } = store.get().game.start;
    download(`claimeven-${variant}-games.txt`, writeMovesLines(games.list(), variant));
    const left = games.list().length - movesOnly(games.list(), variant).length;
    say(left ? `Only the games of ${TITLES[variant]} from the empty board; JSON lines have all.` : "");
  } });
  const saveLines = make("button", { type: "button", id: "export-jsonl", text: "Save as JSON lines",
    click: () => download("claimeven-games.jsonl", writeJsonLines(games.list()), "application/x-ndjson") });
  const importing = createImport(games, store, (text) => say(text), () => show());
  /** What is in the dialog needs no room and no time while it is closed. */
  const onClose = () => {
    importing.stop();
    list.replaceChildren();
  };
  const dialog = make("dialog", { id: "games", class: "wide", "aria-labelledby": "games-title", close: onClose },
    heading,
    make("p", { class: "note", text: `The last ${MOST} games with moves, finished or left for another one. They stay in this browser.` }),
    list,
    make("div", { class: "row" }, words, restore),
    importing.question,
    make("div", { class: "row" }, saveMoves, saveLines, ...importing.controls),
    make("form", { method: "dialog" }, make("button", { class: "primary", text: "Close" })));
  document.body.append(dialog);

  /** @param {string} text */
  const say = (text) => {
    setText(words, text);
    restore.hidden = true;
  };
  const show = () => {
    const kept = games.list();
    list.replaceChildren(...kept.map(entry));
    for (const button of [saveMoves, saveLines]) button.toggleAttribute("disabled", kept.length === 0);
    if (kept.length === 0 && !words.textContent) setText(words, "No game has been kept yet.");
  };
  /** @param {Kept} kept @param {string} name */
  const rename = ({ id }, name) => {
    if (name) games.put(games.list().map((other) => (other.id === id ? { ...other, name } : other)));
    show();
  };
  /** @param {Kept} kept @param {number} index */
  const remove = (kept, index) => {
    games.put(games.list().filter(({ id }) => id !== kept.id));
    say(`“${kept.name}” is deleted.`);
    restore.hidden = false;
    restore.onclick = () => {
      const now = games.list();
      games.put([...now.slice(0, index), kept, ...now.slice(index)].slice(0, MOST));
      say(`“${kept.name}” is back.`);
      show();
      heading.focus();
    };
    show();
    restore.focus();
  };
  /** @param {Kept} kept */
  const open = (kept) => {
    dialog.close();
    games.noteOpened(kept);
    onOpen(kept.game);
  };

  /** @param {Kept} kept @param {number} index */
  function entry(kept, index) {
    const { name, date, game } = kept;
    const result = resultWords(lastOf(game));
    /** @param {string} action @param {string} text @param {() => void} click */
    const button = (action, text, click) =>
      make("button", { type: "button", "data-action": action, "aria-label": `${text} game ${index + 1}, ${name}`, text, click });
    const field = make("input", { "aria-label": `Name of game ${index + 1}`, maxlength: MOST_NAME, change: () => rename(kept, field.value.trim()) });
    field.value = name;
    return make("li", {}, boardPicture(lastOf(game), `Last position, ${result}`),
      make("div", { class: "stack" }, field,
        make("p", { class: "note", text: `${when(date)} · ${TITLES[game.start.variant]} · ${counted(game.moves.length, "move")}${game.beside ? " and a line" : ""} · ${result}` }),
        make("div", { class: "row" }, button("open", "Open", () => open(kept)),
          button("picture", "Picture", () => download(`claimeven-game-${index + 1}.svg`, gameSvg(game, `${name}: ${result}`), "image/svg+xml")),
          button("delete", "Delete", () => remove(kept, index)))));
  }

  return {
    open() {
      say("");
      show();
      dialog.showModal();
      heading.focus();
    },
  };
}

/** A date as people read it. @param {string} date */
function when(date) {
  return new Date(date).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
