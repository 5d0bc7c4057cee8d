/**
 * The panel Play: who plays either side, who starts, a new game, swapping sides.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../game/rules.js").Player} Player
 */
import { make, setText } from "./dom.js";
import { levelsOf } from "../state/levels.js";
import { opponentOf } from "../game/rules.js";
import { depthIn, isForTwo, isWatched, levelIn, spanIn } from "../state/state.js";

const STARTERS = /** @type {const} */ ([["you", "You"], ["they", "Opponent"], ["chance", "By chance"]]);
const WATCHED = "The computer plays against itself: “Go on”, “Pause” and “Step” are below the board.";

/** @param {HTMLElement} place @param {Store} store @param {Session} session @param {() => void} onGames shows the kept games @returns {View} */
export function createPlayPanel(place, store, session, onGames) {
  const opponent = createChooser({
    id: "level", aboutId: "level-about", depthId: "depth", title: "Opponent", person: "A person beside you", side: (state) => opponentOf(state.human),
    onLevel: (level) => session.chooseOpponent(level),
    onDepth: (depth) => store.set({ depth }),
  }, store);
  const own = createChooser({
    id: "own", aboutId: null, depthId: "own-depth", title: "Your side", person: "You", side: (state) => state.human,
    onLevel: (level) => session.chooseOwn(level),
    onDepth: (ownDepth) => store.set({ ownDepth }),
  }, store);
  const about = make("p", { class: "note", id: "level-about" });
  const starters = STARTERS.map(([id, title]) =>
    make("button", { type: "button", text: title, "data-starter": id, click: () => store.set({ starter: id }) }));
  const starterField = make("div", { class: "field" }, make("span", { class: "legend", id: "starter-label", text: "Who starts the next game" }),
    make("div", { class: "segmented", role: "group", "aria-labelledby": "starter-label" }, ...starters));
  const swap = make("button", { type: "button", id: "swap", text: "Swap sides", click: () => session.swapSides() });
  place.append(
    make("div", { class: "card form" },
      make("div", { class: "field" }, make("div", { class: "row fields" }, opponent.element, own.element), about),
      starterField,
      make("div", { class: "row" },
        make("button", { type: "button", class: "primary", id: "new-game", text: "New game", click: () => session.restart() }), swap,
        make("button", { type: "button", id: "show-games", text: "Kept games", click: onGames }))));

  return {
    update(state) {
      opponent.update(state);
      own.update(state);
      setText(about, isWatched(state) ? WATCHED : levelIn(state).about);
      for (const part of [own.element, starterField, swap]) part.hidden = isForTwo(state);
      for (const button of starters) button.setAttribute("aria-pressed", String(button.dataset.starter === state.starter));
    },
  };
}

/**
 * A list of who may play a side, and how far the chosen one looks ahead.
 *
 * @param {object} what
 * @param {string} what.id of the list
 * @param {string | null} what.aboutId of what describes the chosen one
 * @param {string} what.depthId
 * @param {string} what.title
 * @param {string} what.person what a person is called in it
 * @param {(state: State) => Player} what.side
 * @param {(level: string) => void} what.onLevel
 * @param {(depth: number) => void} what.onDepth
 * @param {Store} store
 */
function createChooser({ id, aboutId, depthId, title, person, side, onLevel, onDepth }, store) {
  const select = make("select", { id, "aria-describedby": aboutId, change: () => onLevel(select.value) });
  const depth = make("input", { type: "number", id: depthId, change: () => {
    onDepth(Math.round(Number(depth.value)) || 1);
    depth.value = String(depthIn(store.get(), side(store.get())));
  } });
  const depthField = make("div", { class: "field" }, make("label", { for: depthId, text: "Moves to look ahead" }), depth);
  return {
    element: make("div", { class: "field" }, make("label", { for: id, text: title }), select, depthField),
    /** @param {State} state */
    update(state) {
      const levels = levelsOf(state.game.start.variant, state.players);
      const span = spanIn(state, side(state));
      if (levels.map((level) => level.id).join() !== [...select.options].map(({ value }) => value).join()) {
        select.replaceChildren(...levels.map((level) => make("option", { value: level.id, text: level.player ? level.title : person })));
      }
      select.value = levelIn(state, side(state)).id;
      depthField.hidden = span === null;
      depth.min = String(span?.least ?? 1);
      depth.max = String(span?.most ?? 1);
      if (document.activeElement !== depth) depth.value = String(depthIn(state, side(state)) ?? "");
    },
  };
}
