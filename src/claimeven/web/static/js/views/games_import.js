/**
 * Importing a file into the saved games. It asks before a saved game would be dropped.
 *
 * @typedef {import("../state/saved_games.js").SavedGames} SavedGames
 * @typedef {import("../state/games_file.js").GamesFile} GamesFile
 * @typedef {import("../state/state.js").Store} Store
 */
import { FormatError } from "../game/formats.js";
import { counted } from "../game/words.js";
import { MAX_BYTES, createSavedTest, readGames } from "../state/games_file.js";
import { MAX_GAMES, asSavedGame, newId } from "../state/saved_games.js";
import { make, setText } from "./dom.js";

/** Milliseconds between two progress messages. */
const PROGRESS_INTERVAL = 500;

/**
 * Create the import button and the question that it may ask.
 *
 * @param {SavedGames} games @param {Store} store
 * @param {(message: string) => void} showMessage
 * @param {() => void} onAdded called when the list has changed
 */
export function createImport(games, store, showMessage, onAdded) {
  const file = make("input", { type: "file", id: "games-file", accept: ".txt,.jsonl,.json", hidden: true, tabindex: "-1", "aria-label": "File of games" });
  const button = make("button", { type: "button", id: "import-games", text: "Import a file", click: () => file.click() });
  const stopButton = make("button", { type: "button", id: "stop-import", text: "Stop reading", hidden: true, click: () => stop("Nothing was imported.") });
  const question = make("p", { id: "import-words" });
  const answers = make("div", { class: "row" });
  const ask = make("div", { class: "card stack ask", id: "import-question", role: "group", "aria-labelledby": "import-words", hidden: true }, question, answers);
  let reading = new AbortController();

  /** Stop reading, or withdraw the question. @param {string} message */
  const stop = (message) => {
    const hadFocus = ask.contains(document.activeElement) || document.activeElement === stopButton;
    reading.abort();
    stopButton.hidden = true;
    ask.hidden = true;
    showMessage(message);
    if (hadFocus) button.focus();
  };

  /** @param {GamesFile} found @param {number} room how many games could be saved before this one was confirmed */
  const add = (found, room) => {
    const saved = games.list();
    if (MAX_GAMES - saved.length !== room) {  // another page has changed the list in the meantime
      offer(found);
      return;
    }
    const added = found.newGames.map((game) => asSavedGame(game, newId()));
    const dropped = Math.max(0, added.length - room);
    games.put([...added, ...saved].slice(0, MAX_GAMES));
    stop(addedMessage(found, added.length, dropped));
    onAdded();
  };

  /** Add the new games, or ask if there is no room for all of them. @param {GamesFile} found */
  const offer = (found) => {
    const saved = games.list();
    const room = MAX_GAMES - saved.length;
    if (found.newCount <= room) {
      add(found, room);
      return;
    }
    const first = found.newGames.slice(0, room);
    setText(question, questionText(found, saved.length));
    /** @param {string} id @param {string} text @param {() => void} click */
    const answer = (id, text, click) => make("button", { type: "button", id, text, click });
    answers.replaceChildren(
      ...(room > 0 ? [answer("import-some", `Add the first ${room}`, () => add({ ...found, newGames: first }, room))] : []),
      answer("import-drop", dropButtonText(found, saved.length), () => add(found, room)),
      answer("import-none", "Add none", () => stop("Nothing was added.")));
    ask.hidden = false;
    answers.querySelector("button")?.focus();
    ask.scrollIntoView({ block: "nearest" });
  };

  /** @param {File} chosen */
  const read = async (chosen) => {
    stop("");
    reading = new AbortController();
    const { signal } = reading;
    let lastMessageAt = performance.now();
    try {
      const text = await textOf(chosen);
      const found = await readGames(text, store.get().game.start.variant, createSavedTest(games.list()), signal, (line) => {
        if (performance.now() < lastMessageAt + PROGRESS_INTERVAL) return;
        lastMessageAt = performance.now();
        stopButton.hidden = false;
        showMessage(`Reading line ${line} …`);
      });
      if (!found) return;
      stop("");
      offer(found);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      if (!signal.aborted) stop(`Nothing was imported. ${error.message}`);
    }
  };
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) read(chosen).finally(() => { file.value = ""; });
  });
  return { controls: [button, file, stopButton], question: ask, stop: () => stop("") };
}

/** The text of a file; throws FormatError where it is too large or cannot be read. @param {File} file */
async function textOf(file) {
  if (file.size > MAX_BYTES) {
    throw new FormatError(`The file has ${(file.size / 1e6).toFixed(1)} MB; a file of games may have ${MAX_BYTES / 1e6} MB.`);
  }
  try {
    return await file.text();
  } catch {
    throw new FormatError("The file cannot be opened.");
  }
}

/** @param {GamesFile} found @param {number} added @param {number} dropped */
function addedMessage({ count, newCount }, added, dropped) {
  if (count === 0) return "The file has no games.";
  const sentences = [`${counted(count, "game")} read.`];
  const known = count - newCount;
  if (known === count) sentences.push("All were saved already.");
  else if (known > 0) sentences.push(`${known} of them ${known === 1 ? "was" : "were"} saved already.`);
  if (added < newCount) sentences.push(`The first ${added === 1 ? "one is" : `${added} are`} added.`);
  if (dropped > 0) sentences.push(`${counted(dropped, "saved game")} ${dropped === 1 ? "was" : "were"} dropped.`);
  return sentences.join(" ");
}

/** @param {GamesFile} found @param {number} saved */
function questionText({ newCount }, saved) {
  const room = MAX_GAMES - saved;
  const place = room === 0 ? "there is no room" : `there is room for ${room}`;
  return `The file has ${counted(newCount, "game")} that ${newCount === 1 ? "is" : "are"} not saved yet, but ${place}: `
    + `${MAX_GAMES} games can be saved, and there are ${saved}.`;
}

/** Return what adding all games that fit drops. @param {GamesFile} found @param {number} saved */
function dropButtonText({ newCount, newGames }, saved) {
  const added = newCount === newGames.length ? `Add ${newCount === 1 ? "it" : `all ${newCount}`}` : `Add the first ${newGames.length}`;
  const dropped = newGames.length + saved - MAX_GAMES;
  if (dropped === saved) return `${added}, drop all ${saved} saved ones`;
  return `${added}, drop the oldest${dropped === 1 ? "" : ` ${dropped}`} saved`;
}
