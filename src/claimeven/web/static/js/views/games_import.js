/**
 * Importing a file into the saved games. It asks before a saved game would be dropped.
 *
 * @typedef {import("../state/games_file.js").GamesFile} GamesFile
 * @typedef {import("../state/saved_games.js").SavedGames} SavedGames
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
 * @param {SavedGames} games
 * @param {Store} store
 * @param {(message: string) => void} showMessage
 * @param {() => void} onAdded called when the list has changed
 */
export function createImport(games, store, showMessage, onAdded) {
  const fileInput = make("input", {
    type: "file",
    id: "games-file",
    accept: ".txt,.jsonl,.json",
    hidden: true,
    tabindex: "-1",
    "aria-label": "File of games",
    change: () => importChosenFile(),
  });
  const importButton = make("button", {
    type: "button", id: "import-games", text: "Import a file", click: () => fileInput.click(),
  });
  const stopButton = make("button", {
    type: "button", id: "stop-import", text: "Stop reading", hidden: true, click: () => stop("Nothing was imported."),
  });
  const questionText = make("p", { id: "import-words" });
  const answers = make("div", { class: "row" });
  const question = make("div", {
    class: "card stack ask", id: "import-question", role: "group", "aria-labelledby": "import-words", hidden: true,
  }, questionText, answers);
  let reading = new AbortController();

  /** Stop reading, or withdraw the question. @param {string} message */
  const stop = (message) => {
    const hadFocus = question.contains(document.activeElement) || document.activeElement === stopButton;
    reading.abort();
    stopButton.hidden = true;
    question.hidden = true;
    showMessage(message);
    if (hadFocus) importButton.focus();
  };

  /** Add games, which may drop the oldest ones. @param {GamesFile} file @param {number} room the free places when this was decided */
  const add = (file, room) => {
    const saved = games.list();
    const hasListChanged = MAX_GAMES - saved.length !== room;  // by another page
    if (hasListChanged) {
      offer(file);
      return;
    }
    const added = file.newGames.map((game) => asSavedGame(game, newId()));
    const dropped = Math.max(0, added.length - room);
    games.put([...added, ...saved].slice(0, MAX_GAMES));
    stop(addedMessage(file, added.length, dropped));
    onAdded();
  };

  /** Add the new games, or ask if there is not enough room for all of them. @param {GamesFile} file */
  const offer = (file) => {
    const savedCount = games.list().length;
    const room = MAX_GAMES - savedCount;
    if (file.newCount <= room) {
      add(file, room);
      return;
    }
    setText(questionText, questionWords(file, savedCount));
    /** @param {string} id @param {string} text @param {() => void} click */
    const answer = (id, text, click) => make("button", { type: "button", id, text, click });
    const buttons = [
      answer("import-drop", dropWords(file, savedCount), () => add(file, room)),
      answer("import-none", "Add none", () => stop("Nothing was added.")),
    ];
    if (room > 0) {
      const firstGames = { ...file, newGames: file.newGames.slice(0, room) };
      buttons.unshift(answer("import-some", `Add the first ${room}`, () => add(firstGames, room)));
    }
    answers.replaceChildren(...buttons);
    question.hidden = false;
    buttons[0].focus();
    question.scrollIntoView({ block: "nearest" });
  };

  /** Return a function that shows the progress from time to time. */
  const createProgress = () => {
    let lastMessageAt = performance.now();
    return (/** @type {number} */ line) => {
      if (performance.now() < lastMessageAt + PROGRESS_INTERVAL) return;
      lastMessageAt = performance.now();
      stopButton.hidden = false;
      showMessage(`Reading line ${line} …`);
    };
  };

  /** @param {File} chosen */
  const importFile = async (chosen) => {
    stop("");
    reading = new AbortController();
    const { signal } = reading;
    const onPiece = createProgress();
    try {
      const text = await readText(chosen);
      const { variant } = store.get().game.start;
      const file = await readGames(text, variant, createSavedTest(games.list()), signal, onPiece);
      if (!file) return;
      stop("");
      offer(file);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      if (!signal.aborted) stop(`Nothing was imported. ${error.message}`);
    }
  };
  const importChosenFile = async () => {
    const chosen = fileInput.files?.[0];
    if (!chosen) return;
    try {
      await importFile(chosen);
    } finally {
      fileInput.value = "";
    }
  };
  return { controls: [importButton, fileInput, stopButton], question, stop: () => stop("") };
}

/** Return the text of a file; throws FormatError if it is too large or cannot be read. @param {File} file */
async function readText(file) {
  if (file.size > MAX_BYTES) {
    const megabytes = (file.size / 1e6).toFixed(1);
    throw new FormatError(`The file has ${megabytes} MB; a file of games may have ${MAX_BYTES / 1e6} MB.`);
  }
  try {
    return await file.text();
  } catch {
    throw new FormatError("The file cannot be opened.");
  }
}

/** @param {GamesFile} file @param {number} added @param {number} dropped */
function addedMessage({ count, newCount }, added, dropped) {
  if (count === 0) return "The file has no games.";
  const sentences = [`${counted(count, "game")} read.`];
  const known = count - newCount;
  if (known === count) sentences.push("All were saved already.");
  else if (known > 0) sentences.push(`${known} of them ${known === 1 ? "was" : "were"} saved already.`);
  if (added < newCount) sentences.push(added === 1 ? "The first one was added." : `The first ${added} were added.`);
  if (dropped > 0) sentences.push(`${counted(dropped, "saved game")} ${dropped === 1 ? "was" : "were"} dropped.`);
  return sentences.join(" ");
}

/** @param {GamesFile} file @param {number} savedCount */
function questionWords({ newCount }, savedCount) {
  const room = MAX_GAMES - savedCount;
  const games = counted(newCount, "game");
  const verb = newCount === 1 ? "is" : "are";
  const place = room === 0 ? "there is no room" : `there is room for ${room}`;
  return `The file has ${games} that ${verb} not saved yet, but ${place}: `
    + `${MAX_GAMES} games can be saved, and there are ${savedCount}.`;
}

/** Return what happens when all games that fit are added. @param {GamesFile} file @param {number} savedCount */
function dropWords(file, savedCount) {
  const dropped = file.newGames.length + savedCount - MAX_GAMES;
  if (dropped === savedCount) return `${addWords(file)}, drop all ${savedCount} saved ones`;
  if (dropped === 1) return `${addWords(file)}, drop the oldest saved one`;
  return `${addWords(file)}, drop the oldest ${dropped} saved ones`;
}

/** @param {GamesFile} file */
function addWords({ newCount, newGames }) {
  if (newGames.length < newCount) return `Add the first ${newGames.length}`;
  return newCount === 1 ? "Add it" : `Add all ${newCount}`;
}
