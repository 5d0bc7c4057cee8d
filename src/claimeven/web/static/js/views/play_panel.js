/**
 * The Play panel: who plays either side, who starts, a new game, swapping sides.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").Store} Store
 * @typedef {import("../state/state.js").View} View
 */
import { opponentOf } from "../game/rules.js";
import { PERSON } from "../state/levels.js";
import { gameSides, modeOf } from "../state/mode.js";
import { make, setText } from "./dom.js";

const STARTERS = /** @type {const} */ ([["you", "You"], ["computer", "Computer"], ["random", "Random"]]);
const WATCH_WORDS = "The computer plays against itself: use “Continue”, “Pause” and “Step” below the board.";

/**
 * @param {HTMLElement} place
 * @param {Store} store
 * @param {Session} session
 * @param {() => void} onGames opens the saved games
 * @returns {View}
 */
export function createPlayPanel(place, store, session, onGames) {
  const opponent = createLevelField(store, {
    id: "level",
    aboutId: "level-about",
    depthId: "depth",
    title: "Opponent",
    personTitle: PERSON.title,
    playerOf: (state) => opponentOf(state.human),
    onLevel: session.chooseOpponent,
    onDepth: (opponentDepth) => store.set({ opponentDepth }),
  });
  const yourSide = createLevelField(store, {
    id: "your-side",
    aboutId: null,
    depthId: "your-depth",
    title: "Your side",
    personTitle: "You",
    playerOf: (state) => state.human,
    onLevel: session.chooseYourSide,
    onDepth: (yourDepth) => store.set({ yourDepth }),
  });
  const about = make("p", { class: "note", id: "level-about" });
  const starter = createStarterField(store);
  /**
   * @param {string} id
   * @param {string} text
   * @param {() => void} click
   * @param {string | null} [style]
   */
  const button = (id, text, click, style = null) => make("button", { type: "button", id, text, click, class: style });
  const swap = button("swap", "Swap sides", session.swapSides);
  const buttons = make("div", { class: "row" },
    button("new-game", "New game", session.restart, "primary"), swap, button("show-games", "Saved games", onGames));
  const levels = make("div", { class: "field" }, make("div", { class: "row fields" }, opponent.element, yourSide.element), about);
  place.append(make("div", { class: "card form" }, levels, starter.element, buttons));

  return {
    update(state) {
      opponent.update(state);
      yourSide.update(state);
      starter.update(state);
      const { kind } = modeOf(state);
      const { level } = gameSides(state)[opponentOf(state.human)];
      setText(about, kind === "watch" ? WATCH_WORDS : level.about);
      for (const part of [yourSide.element, starter.element, swap]) part.hidden = kind === "two-players";
    },
  };
}

/** @param {Store} store */
function createStarterField(store) {
  const buttons = STARTERS.map(([id, title]) =>
    make("button", { type: "button", text: title, "data-starter": id, click: () => store.set({ starter: id }) }));
  const element = make("div", { class: "field" },
    make("span", { class: "legend", id: "starter-label", text: "Who starts the next game" }),
    make("div", { class: "segmented", role: "group", "aria-labelledby": "starter-label" }, ...buttons));
  return {
    element,
    /** @param {State} state */
    update(state) {
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.starter === state.starter));
    },
  };
}

/**
 * A list of the levels that may play a side, and how far the chosen one looks ahead.
 *
 * @param {Store} store
 * @param {object} options
 * @param {string} options.id of the list
 * @param {string | null} options.aboutId of the text that describes the chosen level
 * @param {string} options.depthId
 * @param {string} options.title
 * @param {string} options.personTitle what a person is called in the list
 * @param {(state: State) => Player} options.playerOf the side
 * @param {(level: string) => void} options.onLevel
 * @param {(depth: number) => void} options.onDepth
 */
function createLevelField(store, { id, aboutId, depthId, title, personTitle, playerOf, onLevel, onDepth }) {
  /** @param {State} state */
  const sideOf = (state) => gameSides(state)[playerOf(state)];
  const select = make("select", { id, "aria-describedby": aboutId, change: () => onLevel(select.value) });
  const depthInput = make("input", { type: "number", id: depthId, change: () => {
    onDepth(Math.round(Number(depthInput.value)) || 1);
    depthInput.value = String(sideOf(store.get()).depth);
  } });
  const depthField = make("div", { class: "field" }, make("label", { for: depthId, text: "Moves to look ahead" }), depthInput);

  /** @param {State} state */
  const updateOptions = (state) => {
    const levels = state.levels?.[state.game.start.variant] ?? [PERSON];
    const listed = [...select.options].map(({ value }) => value).join();
    if (levels.map((level) => level.id).join() === listed) return;
    select.replaceChildren(...levels.map((level) =>
      make("option", { value: level.id, text: level === PERSON ? personTitle : level.title })));
  };

  return {
    element: make("div", { class: "field" }, make("label", { for: id, text: title }), select, depthField),
    /** @param {State} state */
    update(state) {
      updateOptions(state);
      const { level, depth } = sideOf(state);
      select.value = level.id;
      depthField.hidden = level.depth === null;
      depthInput.min = String(level.depth?.minimum ?? 1);
      depthInput.max = String(level.depth?.maximum ?? 1);
      if (document.activeElement !== depthInput) depthInput.value = String(depth ?? "");
    },
  };
}
