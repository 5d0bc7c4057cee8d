/**
 * The rules of both games in three sentences and a picture each. Max-Connect4 is introduced once.
 *
 * @typedef {import("../game/rules.js").Variant} Variant
 */
import { parseMoves } from "../game/formats.js";
import { emptyPosition, play } from "../game/rules.js";
import { TITLES } from "../game/words.js";
import { loadPreference, savePreference } from "../state/preferences.js";
import { boardPicture } from "./board_shapes.js";
import { make } from "./dom.js";

/**
 * Three sentences, an example game, and its description.
 *
 * @type {Record<Variant, {sentences: string[], moves: string, label: string}>}
 */
const RULES = {
  four: {
    sentences: [
      "Red ✕ and Yellow ○ take turns, Red first: a disc dropped in a column falls to the lowest free cell.",
      "The first to get four discs in a row, vertically, horizontally or diagonally, wins at once.",
      "If the board fills up first, the game is a draw.",
    ],
    moves: "12233434464",
    label: "A Connect Four board: Red has won with four discs on a diagonal.",
  },
  max: {
    sentences: [
      "Red ✕, player A, and Green ○, player B, take turns as in Connect Four, but four in a row does not end the game: "
        + "play continues until the board is full.",
      "Every line of four scores a point, vertically, horizontally or diagonally; five in a row are two lines, six are three.",
      "The player with more lines on the full board wins; equal numbers are a tie.",
    ],
    moves: "112233445",
    label: "A Max-Connect4 board: Red has five discs in a row, which are two lines; Green has four above them, which are one.",
  },
};

/** Create the dialog with the rules. */
export function createRulesDialog() {
  const title = make("h2", { id: "rules-title", tabindex: "-1" });
  const games = make("div", { class: "rules" });
  const close = make("button", { class: "primary" });
  const dialog = make("dialog", { id: "rules", "aria-labelledby": "rules-title", close: () => games.replaceChildren() },
    title, games, make("form", { method: "dialog" }, close));
  document.body.append(dialog);
  let isIntroduced = loadPreference("met-max") !== null;

  /** @param {string} heading @param {string} closeText @param {Variant[]} variants */
  const open = (heading, closeText, variants) => {
    title.textContent = heading;
    close.textContent = closeText;
    games.replaceChildren(...variants.map((variant) => createSection(variant, variants.length > 1)));
    dialog.showModal();
    title.focus();
  };
  return {
    /** Show both games, the current one first. @param {Variant} variant */
    show: (variant) => open("Rules", "Close", variant === "max" ? ["max", "four"] : ["four", "max"]),
    /** Show Max-Connect4 alone, the first time that it is chosen in this browser. */
    introduce() {
      if (isIntroduced) return;
      isIntroduced = true;
      savePreference("met-max", "yes");
      open("New to you: Max-Connect4", "Play", ["max"]);
    },
  };
}

/** @param {Variant} variant @param {boolean} hasHeading */
function createSection(variant, hasHeading) {
  const { sentences, moves, label } = RULES[variant];
  const start = emptyPosition(variant);
  const position = parseMoves(moves, start).reduce(play, start);
  return make("section", { "data-variant": variant }, boardPicture(position, label),
    make("div", { class: "stack" }, hasHeading ? make("h3", { text: TITLES[variant] }) : null,
      ...sentences.map((text) => make("p", { text }))));
}
