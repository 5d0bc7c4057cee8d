/**
 * The buttons below the board.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 */
import { shownPosition } from "../game/game.js";
import { isOver } from "../game/rules.js";
import { isOnVariation } from "../game/variation.js";
import { threatCounts } from "../game/words.js";
import { modeOf } from "../state/mode.js";
import { isMistakeHeld } from "../state/retry.js";
import { displayedPosition, isGameShown } from "../state/selectors.js";
import { byId, setAttribute, setText } from "./dom.js";

const AIDS = /** @type {const} */ (["hint", "values", "threats"]);

/** @returns {View} */
export function createControls() {
  return {
    update(state) {
      updateNavigation(state);
      updateEndOfGame(state);
      updateRetryChoice(state);
      updateAids(state);
      updatePace(state);
      updateVariant(state);
      setText(byId("notice"), state.notice);
    },
  };
}

/** @param {string} id @param {boolean} isDisabled */
function setDisabled(id, isDisabled) {
  setAttribute(byId(id), "aria-disabled", isDisabled ? "true" : null);  // unlike "disabled", this keeps the focus
}

/** First, undo, redo and last. @param {State} state */
function updateNavigation({ game, preview, edit }) {
  const shown = preview ? preview.count : game.ply;
  const length = preview ? preview.columns.length : game.moves.length;
  for (const id of ["first", "undo"]) setDisabled(id, shown === 0 || edit !== null);
  for (const id of ["redo", "last"]) setDisabled(id, shown === length || edit !== null);
}

/** Review and new game. @param {State} state */
function updateEndOfGame(state) {
  const { game } = state;
  const hasMoves = isGameShown(state) && game.moves.length > 0;
  const isFinished = hasMoves && state.tab === "play" && isOver(shownPosition(game));
  byId("after-game").hidden = !hasMoves;
  byId("review-game").hidden = !isFinished;
  setText(byId("review-game"), isOnVariation(game) ? "Review the game" : "Review");
  const hadFocus = byId("aids").contains(document.activeElement);
  byId("after-game").parentElement?.classList.toggle("done", isFinished);
  const isHidden = byId("aids").offsetParent === null;
  if (hadFocus && isHidden) byId("review-game").focus();
}

/** Take a mistake back or play on; they are in the place of the other buttons. @param {State} state */
function updateRetryChoice(state) {
  const isHeld = isMistakeHeld(state);
  const hadFocus = byId("aids").contains(document.activeElement) || byId("after-game").contains(document.activeElement);
  byId("retry-choice").hidden = !isHeld;
  byId("retry-choice").parentElement?.classList.toggle("held", isHeld);
  if (isHeld && hadFocus) byId("take-back").focus();
}

/** Hint, values and threats. @param {State} state */
function updateAids(state) {
  for (const name of AIDS) byId(name).setAttribute("aria-pressed", String(state[name]));
  byId("threat-words").hidden = !state.threats || state.edit !== null;
  setText(byId("threat-words"), `Threats: ${threatCounts(displayedPosition(state))}`);
}

/**
 * The buttons that pause and continue a game of the computer against itself.
 *
 * @param {State} state
 */
function updatePace(state) {
  const isWatching = modeOf(state).kind === "watch";
  const isRunning = state.pace === "running";
  const isEnded = isOver(shownPosition(state.game));
  byId("hint").hidden = isWatching;
  byId("pace").hidden = !isWatching;
  byId("step").hidden = !isWatching;
  setDisabled("pace", isEnded);
  setDisabled("step", isEnded || isRunning);
  byId("pace").querySelector("use")?.setAttribute("href", isRunning ? "#i-pause" : "#i-go");
  const label = /** @type {Element} */ (byId("pace").querySelector(".label"));
  setText(label, isRunning ? "Pause" : "Continue");
}

/** @param {State} state */
function updateVariant({ game }) {
  const { variant } = game.start;
  document.documentElement.dataset.variant = variant;
  byId("variant-four").setAttribute("aria-pressed", String(variant === "four"));
  byId("variant-max").setAttribute("aria-pressed", String(variant === "max"));
}
