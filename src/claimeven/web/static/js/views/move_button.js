/**
 * A move as a button: its number, its disc and its column.
 *
 * @typedef {import("../game/rules.js").Position} Position
 */
import { dropCell } from "../game/rules.js";
import { moveSentence } from "../game/words.js";
import { signPath } from "./board_shapes.js";
import { draw, make } from "./dom.js";

/**
 * @typedef {object} MoveItem
 * @property {string} id
 * @property {string} name such as "Move 3", for screen readers
 * @property {number} number
 * @property {Position} before the position in which it is made
 * @property {number} column
 * @property {boolean} isShown whether the board shows the position after it
 * @property {{sign: string, tone: string, words: string | null} | null} mark its judgement
 * @property {() => void} onClick
 */

/** Create a list item with the button. @param {MoveItem} move */
export function createMoveItem({ id, name, number, before, column, isShown, mark, onClick }) {
  const sentences = [moveSentence(before, dropCell(before, column))];
  if (mark?.words) sentences.push(`${mark.words}.`);
  const button = make("button", {
    type: "button",
    id,
    class: ["move", `p${before.player}`, mark?.tone].filter(Boolean).join(" "),
    "aria-current": isShown ? "step" : null,
    "aria-label": `${name}: ${sentences.join(" ")}`,
    title: mark?.words ?? null,
    click: onClick,
  },
  make("span", { class: "count", text: String(number) }),
  draw("svg", { viewBox: "-46 -46 92 92", class: `disc p${before.player}`, "aria-hidden": "true" },
    draw("circle", { class: "base", r: 43 }), draw("path", { class: "sign", d: signPath(before.player) })),
  make("b", { text: String(column + 1) }),
  mark ? make("span", { class: "judged", text: mark.sign }) : null);
  return make("li", {}, button);
}

/** Scroll a list so that the move on the board is in its middle. @param {HTMLElement} list */
export function scrollToShown(list) {
  const current = list.querySelector("[aria-current]");
  if (current instanceof HTMLElement) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
}
