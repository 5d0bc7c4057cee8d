/**
 * Reading a file of games into the list of kept ones: it adds, and asks before a game would be dropped.
 *
 * @typedef {import("../state/saved_games.js").Games} Games
 * @typedef {import("../state/games_file.js").FileGames} FileGames
 * @typedef {import("../state/state.js").Store} Store
 */
import { make, setText } from "./dom.js";
import { FormatError } from "../game/formats.js";
import { MOST, asKept, newId } from "../state/saved_games.js";
import { MOST_BYTES, keptAmong, readGames } from "../state/games_file.js";
import { counted } from "../game/words.js";

/** Milliseconds after which a file that is still being read says how far it is, again and again. */
const PROGRESS = 500;

/**
 * The button that reads a file, and what it asks.
 *
 * @param {Games} games @param {Store} store
 * @param {(words: string) => void} say
 * @param {() => void} onAdded the list has changed
 */
export function createImport(games, store, say, onAdded) {
  const file = make("input", { type: "file", id: "games-file", accept: ".txt,.jsonl,.json", hidden: true, tabindex: "-1", "aria-label": "File of games" });
  const button = make("button", { type: "button", id: "import-games", text: "Read a file", click: () => file.click() });
  const stopButton = make("button", { type: "button", id: "stop-import", text: "Stop reading", hidden: true, click: () => stop("Nothing was read.") });
  const question = make("p", { id: "import-words" });
  const answers = make("div", { class: "row" });
  const ask = make("div", { class: "card stack ask", id: "import-question", role: "group", "aria-labelledby": "import-words", hidden: true }, question, answers);
  let reading = new AbortController();

  /** End what is going on: reading, or a question. @param {string} words */
  const stop = (words) => {
    const hadFocus = ask.contains(document.activeElement) || document.activeElement === stopButton;
    reading.abort();
    stopButton.hidden = true;
    ask.hidden = true;
    say(words);
    if (hadFocus) button.focus();
  };

  /** @param {FileGames} found @param {number} room for how many games there is place before they are added */
  const add = (found, room) => {
    const kept = games.list();
    if (MOST - kept.length !== room) {  // another page has changed the list meanwhile
      offer(found);
      return;
    }
    const added = found.newGames.map((game) => asKept(game, newId()));
    const dropped = Math.max(0, added.length - room);
    games.put([...added, ...kept].slice(0, MOST));
    stop(addedWords(found, added.length, dropped));
    onAdded();
  };

  /** Add the new games, or ask if there is no room for all of them. @param {FileGames} found */
  const offer = (found) => {
    const kept = games.list();
    const room = MOST - kept.length;
    if (found.newCount <= room) {
      add(found, room);
      return;
    }
    const first = found.newGames.slice(0, room);
    setText(question, questionWords(found, kept.length));
    /** @param {string} id @param {string} text @param {() => void} click */
    const answer = (id, text, click) => make("button", { type: "button", id, text, click });
    answers.replaceChildren(
      ...(room > 0 ? [answer("import-some", `Add the first ${room}`, () => add({ ...found, newGames: first }, room))] : []),
      answer("import-drop", dropWords(found, kept.length), () => add(found, room)),
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
    let said = performance.now();
    try {
      const text = await textOf(chosen);
      const found = await readGames(text, store.get().game.start.variant, keptAmong(games.list()), signal, (line) => {
        if (performance.now() < said + PROGRESS) return;
        said = performance.now();
        stopButton.hidden = false;
        say(`Reading line ${line} …`);
      });
      if (!found) return;
      stop("");
      offer(found);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      if (!signal.aborted) stop(`Nothing was read. ${error.message}`);
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
  if (file.size > MOST_BYTES) {
    throw new FormatError(`The file has ${(file.size / 1e6).toFixed(1)} MB; a file of games may have ${MOST_BYTES / 1e6} MB.`);
  }
  try {
    return await file.text();
  } catch {
    throw new FormatError("The file cannot be opened.");
  }
}

/** @param {FileGames} found @param {number} added @param {number} dropped */
function addedWords({ count, newCount }, added, dropped) {
  if (count === 0) return "The file has no games.";
  const words = [`${counted(count, "game")} read.`];
  const known = count - newCount;
  if (known === count) words.push("All were kept already.");
  else if (known > 0) words.push(`${known} of them ${known === 1 ? "was" : "were"} kept already.`);
  if (added < newCount) words.push(`The first ${added === 1 ? "one is" : `${added} are`} added.`);
  if (dropped > 0) words.push(`${counted(dropped, "kept game")} ${dropped === 1 ? "was" : "were"} dropped.`);
  return words.join(" ");
}

/** @param {FileGames} found @param {number} kept */
function questionWords({ newCount }, kept) {
  const room = MOST - kept;
  const place = room === 0 ? "there is no room" : `there is room for ${room}`;
  return `The file has ${counted(newCount, "game")} that ${newCount === 1 ? "is" : "are"} not kept yet, but ${place}: `
    + `${MOST} games can be kept, and there are ${kept}.`;
}

/** What adding all that can be kept would drop. @param {FileGames} found @param {number} kept */
function dropWords({ newCount, newGames }, kept) {
  const added = newCount === newGames.length ? `Add ${newCount === 1 ? "it" : `all ${newCount}`}` : `Add the first ${newGames.length}`;
  const dropped = newGames.length + kept - MOST;
  if (dropped === kept) return `${added}, drop all ${kept} kept ones`;
  return `${added}, drop the oldest${dropped === 1 ? "" : ` ${dropped}`} kept`;
}
