/**
 * The rules of both games in three sentences and a picture each, one click away; Max-Connect4 is introduced once.
 *
 * @typedef {import("../game/rules.js").Variant} Variant
 */
import { boardPicture } from "./board_shapes.js";
import { make } from "./dom.js";
import { parseMoves } from "../game/formats.js";
import { load, save } from "../state/preferences.js";
import { emptyPosition, play } from "../game/rules.js";
import { TITLES } from "../game/words.js";

/** Three sentences, a game to look at, and what it shows. @type {Record<Variant, {sentences: string[], moves: string, label: string}>} */
const RULES = {
  four: {
    sentences: [
      "Red ✕ and Yellow ○ take turns, Red first: a disc dropped in a column falls to the lowest free cell.",
      "Whoever first has four discs in a row, upright, across or diagonally, wins at once.",
      "If the board is full and nobody has, the game is a draw.",
    ],
    moves: "12233434464",
    label: "A board of Connect Four: Red has won with four discs in a diagonal.",
  },
  max: {
    sentences: [
      "Red ✕, player A, and Green ○, player B, take turns as in Connect Four, but a four in a row does not end the game: the whole board is filled.",
      "Every line of four counts one point, upright, across or diagonally; five in a row are two lines, six are three.",
      "Whoever has more lines on the full board wins, and as many of both is a tie.",
    ],
    moves: "112233445",
    label: "A board of Max-Connect4: Red has five discs in a row, which are two lines, Green has four above them, which are one.",
  },
};

/** A dialog with the rules. */
export function createRules() {
  const title = make("h2", { id: "rules-title", tabindex: "-1" });
  const games = make("div", { class: "rules" });
  const close = make("button", { class: "primary" });
  const dialog = make("dialog", { id: "rules", "aria-labelledby": "rules-title", close: () => games.replaceChildren() },
    title, games, make("form", { method: "dialog" }, close));
  document.body.append(dialog);
  let hasMet = load("met-max") !== null;

  /** @param {string} heading @param {string} done @param {Variant[]} variants */
  const open = (heading, done, variants) => {
    title.textContent = heading;
    close.textContent = done;
    games.replaceChildren(...variants.map((variant) => section(variant, variants.length > 1)));
    dialog.showModal();
    title.focus();
  };
  return {
    /** Both games, the one that is played first. @param {Variant} variant */
    show: (variant) => open("Rules", "Close", variant === "max" ? ["max", "four"] : ["four", "max"]),
    /** Max-Connect4 alone, the first time that somebody chooses it in this browser. */
    introduce() {
      if (hasMet) return;
      hasMet = true;
      save("met-max", "yes");
      open("New to you: Max-Connect4", "Play", ["max"]);
    },
  };
}

/** @param {Variant} variant @param {boolean} hasHeading */
function section(variant, hasHeading) {
  const { sentences, moves, label } = RULES[variant];
  const start = emptyPosition(variant);
  return make("section", { "data-variant": variant }, boardPicture(parseMoves(moves, start).reduce(play, start), label),
    make("div", { class: "stack" }, hasHeading ? make("h3", { text: TITLES[variant] }) : null,
      ...sentences.map((text) => make("p", { text }))));
}
