/**
 * A move as a button: its number, its disc and its column.
 *
 * @typedef {import("../game/rules.js").Position} Position
 */
import { signPath } from "./board_shapes.js";
import { draw, make } from "./dom.js";
import { dropCell } from "../game/rules.js";
import { moveSentence } from "../game/words.js";

/**
 * @typedef {object} Move
 * @property {string} id
 * @property {string} name such as "Move 3", for who hears it
 * @property {number} count
 * @property {Position} before the position in which it is made
 * @property {number} column
 * @property {boolean} isShown whether the board shows the position after it
 * @property {{sign: string, tone: string, words: string | null} | null} mark its judgement
 * @property {() => void} onClick
 */

/** The button in an item of a list. @param {Move} move */
export function moveItem({ id, name, count, before, column, isShown, mark, onClick }) {
  const sentence = moveSentence(before, dropCell(before, column));
  return make("li", {},
    make("button", {
      type: "button", id, class: `move p${before.player}${mark ? ` ${mark.tone}` : ""}`,
      "aria-current": isShown ? "step" : null,
      "aria-label": `${name}: ${sentence}${mark?.words ? ` ${mark.words}.` : ""}`,
      title: mark?.words ?? null,
      click: onClick,
    },
    make("span", { class: "count", text: String(count) }),
    draw("svg", { viewBox: "-46 -46 92 92", class: `disc p${before.player}`, "aria-hidden": "true" },
      draw("circle", { class: "base", r: 43 }), draw("path", { class: "sign", d: signPath(before.player) })),
    make("b", { text: String(column + 1) }),
    mark ? make("span", { class: "judged", text: mark.sign }) : null));
}

/** Bring the move that is on the board into the middle of its list. @param {HTMLElement} list */
export function scrollToShown(list) {
  const current = list.querySelector("[aria-current]");
  if (current instanceof HTMLElement) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
}
