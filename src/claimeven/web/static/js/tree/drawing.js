/**
 * The drawn tree: nodes that open and close, values, alpha and beta on the way that is being searched, cuts in grey.
 *
 * @typedef {import("./trace.js").TreeState} TreeState
 * @typedef {import("./trace.js").Bounds} Bounds
 * @typedef {import("./trace.js").Name} Name
 * @typedef {import("./layout.js").Placed} Placed
 * @typedef {import("../game/rules.js").Player} Player
 */
import { draw } from "../views/dom.js";
import { opponentOf } from "../game/rules.js";
import { ROW, STEP, layTree } from "./layout.js";
import { bound, boundsAt, chooserAt, firstSeen, pathKey, pruneReason, valueText, valueWords } from "./trace.js";
import { SIGNS } from "../game/words.js";

const BOX = { width: 124, height: 28 };

/** @type {WeakMap<readonly object[], Map<string, number>>} */
const seenCache = new WeakMap();

/** The drawing. @param {TreeState} tree @param {Player} player whose turn it is at the root @param {(place: Placed) => void} onNode @returns {SVGElement} */
export function drawTree(tree, player, onNode) {
  const seen = seenCache.get(tree.steps) ?? firstSeen(tree.steps);
  seenCache.set(tree.steps, seen);
  const { placed, rows, depth } = layTree(tree.root, tree.open, (key) => (seen.get(key) ?? Infinity) <= tree.step);
  const atEnd = tree.step === tree.steps.length - 1;
  const way = new Set(tree.steps[tree.step].path.map((_, index) => pathKey(tree.steps[tree.step].path.slice(0, index + 1))));
  const best = new Set(tree.line.map((_, index) => pathKey(tree.line.slice(0, index + 1))));
  /** @type {Map<string, Bounds>} */
  const bounds = atEnd ? new Map() : boundsAt(tree.steps, tree.step);
  const [width, height] = [depth * STEP + BOX.width + 124, rows * ROW + 24];
  const svg = draw("svg", { class: "tree", viewBox: `-6 -18 ${width} ${height}`, width, height, role: "tree", "aria-label": "Search tree" });
  for (const place of placed) {
    if (place.parent) svg.append(edge(place.parent, place, way.has(place.key), atEnd && best.has(place.key)));
  }
  for (const place of placed) {
    svg.append(place.pruned ? cutShape(place, tree.first) : nodeShape(tree, place, {
      player: place.path.length % 2 === 1 ? player : opponentOf(player),
      onWay: way.has(place.key), isBest: atEnd && best.has(place.key), isHere: pathKey(tree.path) === place.key,
      returned: atEnd || isReturned(tree, place.key), bounds: bounds.get(place.key) ?? null, onNode,
    }));
  }
  return svg;
}

/** True when the search has left a node by the current step. @param {TreeState} tree @param {string} key */
function isReturned(tree, key) {
  const { path, kind } = tree.steps[tree.step];
  const here = pathKey(path);
  return kind === "leaf" && here === key ? true : !(here.startsWith(key));
}

/** @param {Placed} parent @param {Placed} place @param {boolean} onWay @param {boolean} isBest */
function edge(parent, place, onWay, isBest) {
  const [x1, y1, x2, y2] = [parent.x + BOX.width, parent.y + BOX.height / 2, place.x, place.y + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  const name = `edge${onWay ? " way" : ""}${isBest ? " best" : ""}${place.pruned ? " cut" : ""}`;
  return draw("path", { class: name, d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}` });
}

/** @param {Placed} place @param {Name} first */
function cutShape(place, first) {
  const { node, x, y } = place;
  const reason = `Pruned, alpha ${bound(node.alpha ?? -Infinity)} ≥ beta ${bound(node.beta ?? Infinity)}: ${pruneReason(chooserAt(node.depth, first))}`;
  return draw("g", { class: "cutnode", transform: `translate(${x} ${y})` },
    draw("title", { text: reason }),
    draw("rect", { width: 30 + 12 * (place.pruned?.length ?? 0), height: BOX.height, rx: 14 }),
    draw("text", { class: "columns", x: 12, y: 19, text: `✂ ${place.pruned?.join(" ")}` }),
    draw("text", { class: "why", x: 40 + 12 * (place.pruned?.length ?? 0), y: 19, text: `α ${bound(node.alpha ?? -Infinity)} ≥ β ${bound(node.beta ?? Infinity)}` }));
}

/**
 * @param {TreeState} tree @param {Placed} place
 * @param {{player: Player, onWay: boolean, isBest: boolean, isHere: boolean, returned: boolean, bounds: Bounds | null, onNode: (place: Placed) => void}} look
 */
function nodeShape(tree, place, look) {
  const { node, x, y } = place;
  const isRoot = node.move === null;
  const value = look.returned ? valueText(node) : "…";
  const words = look.returned ? `value ${valueWords(node)}` : "no value yet";
  const isLeaf = node.children.length === 0;
  const isOpen = tree.open.has(place.key);
  const names = ["node", look.onWay && "way", look.isBest && "best", look.isHere && "here", isLeaf && "leaf"].filter(Boolean);
  const what = isRoot ? "Start" : `Column ${node.move}, ${node.player === "alice" ? "Alice" : "Bill"}`;
  return draw("g", {
    class: names.join(" "), transform: `translate(${x} ${y})`, tabindex: "0", role: "treeitem", "data-path": place.key,
    "aria-level": place.path.length + 1, "aria-expanded": isLeaf ? null : String(isOpen), "aria-label": `${what}, ${words}`,
    click: () => look.onNode(place),
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      look.onNode(place);
    },
  },
  draw("rect", { class: "box", width: BOX.width, height: BOX.height, rx: 8 }),
  isRoot ? draw("text", { class: "name", x: 10, y: 19, text: "start" }) : draw("circle", { class: `spot p${look.player}`, cx: 15, cy: 14, r: 9 }),
  isRoot ? null : draw("text", { class: `spotsign p${look.player}`, x: 15, y: 18, text: SIGNS[look.player] }),
  isRoot ? null : draw("text", { class: "name", x: 31, y: 19, text: String(node.move) }),
  draw("text", { class: look.returned && node.bound !== "exact" ? "value bound" : "value", x: BOX.width - (isLeaf ? 8 : 20), y: 19, text: value }),
  isLeaf ? null : draw("text", { class: "fold", x: BOX.width - 11, y: 18.5, text: isOpen ? "−" : "+" }),
  look.bounds ? draw("text", { class: "bounds", x: 2, y: -6, text: `α ${bound(look.bounds.alpha)}  β ${bound(look.bounds.beta)}` }) : null);
}
