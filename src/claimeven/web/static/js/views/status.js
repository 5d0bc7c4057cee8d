/**
 * The words above the board, errors, and the two sides.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("../game/rules.js").Variant} Variant
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../state/state.js").View} View
 */
import { PLAYERS, countLines, isOver } from "../game/rules.js";
import { COURSE_NAMES, SIGNS, fullNameOf, nameOf } from "../game/words.js";
import { modeOf, sideName, strengthWords } from "../state/mode.js";
import { isMistakeHeld } from "../state/retry.js";
import { displayedPosition } from "../state/selectors.js";
import { signPath } from "./board_shapes.js";
import { byId, draw, make, setText } from "./dom.js";
import { headline, subline } from "./status_words.js";

/** @param {() => void} onRetry @returns {View} */
export function createStatus(onRetry) {
  const errors = createErrors(onRetry);
  return {
    update(state) {
      const title = headline(state);
      setText(byId("headline"), title);
      setText(byId("subline"), subline(state));
      byId("headline").parentElement?.classList.toggle("warned", isMistakeHeld(state));
      errors.update(state);
      document.title = `${title} – Claimeven`;
      byId("sides").replaceChildren(...PLAYERS.map((player) => createSide(state, player)));
    },
  };
}

/** The banner with the first error. @param {() => void} onRetry @returns {View} */
function createErrors(onRetry) {
  const banner = byId("error");
  /** The message that the person has hidden. @type {string | null} */
  let hiddenMessage = null;
  byId("retry").addEventListener("click", onRetry);
  byId("dismiss").addEventListener("click", () => {
    hiddenMessage = byId("error-message").textContent;
    banner.hidden = true;
    byId("headline").focus();
  });
  return {
    update(state) {
      const error = Object.values(state.errors).find(Boolean);
      if (!error) hiddenMessage = null;
      banner.hidden = !error || error.message === hiddenMessage;
      setText(byId("error-message"), error?.message ?? "");
      byId("retry").hidden = error?.code === "busy";
    },
  };
}

/**
 * One side: its disc, its name, who plays it, and its points in Max-Connect4.
 *
 * @param {State} state
 * @param {Player} player
 */
function createSide(state, player) {
  const position = displayedPosition(state);
  const isActive = !isOver(position) && position.player === player;
  const { name, about } = sideWords(state, player);
  return make("div", { class: `side p${player}${isActive ? " active" : ""}`, "data-player": player },
    draw("svg", { viewBox: "-46 -46 92 92", "aria-hidden": "true", class: `disc p${player}` },
      draw("circle", { class: "base", r: 43 }), draw("path", { class: "sign", d: signPath(player) })),
    make("div", { class: "who" }, make("b", { text: name }), make("span", { text: `${SIGNS[player]} ${about}` })),
    position.variant === "max" ? pointsElement(countLines(position)[player]) : null);
}

/** @param {State} state @param {Player} player */
function sideWords(state, player) {
  const { variant } = state.game.start;
  const { kind, isRetry, human, sides } = modeOf(state);
  if (kind === "two-players" && !isRetry) return { name: nameOf(player, variant), about: orderWords(player, variant) };
  const isYou = player === human && kind !== "watch";
  const colour = fullNameOf(player, variant);
  if (isYou) return { name: "You", about: colour };
  const about = [colour, strengthWords(sides[player])].filter(Boolean).join(" · ");
  return { name: sideName(sides[player]), about };
}

/** @param {Player} player @param {Variant} variant */
function orderWords(player, variant) {
  if (variant === "max") return COURSE_NAMES[player];
  return player === 1 ? "first" : "second";
}

/** @param {number} count */
function pointsElement(count) {
  return make("div", { class: "points" }, String(count), make("small", { text: count === 1 ? "line" : "lines" }));
}
