/**
 * The tree drawn: nodes that open and close, values, alpha and beta along the current path, and cuts in grey.
 *
 * @typedef {import("../game/rules.js").Player} Player
 * @typedef {import("./layout.js").PlacedNode} PlacedNode
 * @typedef {import("./trace.js").Bounds} Bounds
 * @typedef {import("./trace.js").Name} Name
 * @typedef {import("./trace.js").TreeState} TreeState
 */

/**
 * How a node looks.
 *
 * @typedef {object} NodeStyle
 * @property {Player} player who made the move to the node
 * @property {boolean} isOnPath whether the current step is below it
 * @property {boolean} isBest whether it is on the best line
 * @property {boolean} isCurrent whether the board shows it
 * @property {boolean} isOpen whether its children are shown
 * @property {boolean} hasReturned whether the search has left it, so that its value is known
 * @property {Bounds | null} bounds
 */
import { opponentOf } from "../game/rules.js";
import { SIGNS } from "../game/words.js";
import { draw } from "../views/dom.js";
import { COLUMN_WIDTH, ROW_HEIGHT, layOutTree } from "./layout.js";
import {
  boundsAt, chooserAt, displayName, firstVisits, numberText, pathKey, pathKeys, pruneReason, valueText,
  valueWords,
} from "./trace.js";

const BOX = { width: 124, height: 28 };

/** @type {WeakMap<readonly object[], Map<string, number>>} */
const visitsBySteps = new WeakMap();

/** @param {TreeState} tree */
function visitsOf({ steps }) {
  const visits = visitsBySteps.get(steps) ?? firstVisits(steps);
  visitsBySteps.set(steps, visits);
  return visits;
}

/**
 * Return the drawing.
 *
 * @param {TreeState} tree
 * @param {Player} player whose turn it is at the root
 * @param {(place: PlacedNode) => void} onNode
 * @returns {SVGElement}
 */
export function drawTree(tree, player, onNode) {
  const visits = visitsOf(tree);
  const isVisited = (/** @type {string} */ key) => (visits.get(key) ?? Infinity) <= tree.step;
  const { placed, rows, depth } = layOutTree(tree.root, tree.open, isVisited);
  const styleOf = createStyler(tree, player);
  const width = depth * COLUMN_WIDTH + BOX.width + 124;
  const height = rows * ROW_HEIGHT + 24;
  const edges = placed.flatMap((place) => (place.parent ? [edgeShape(place.parent, place, styleOf(place))] : []));
  const nodes = placed.map((place) =>
    (place.pruned ? cutShape(place, place.pruned, tree.first) : nodeShape(place, styleOf(place), onNode)));
  const viewBox = `-6 -18 ${width} ${height}`;
  return draw("svg", { class: "tree", viewBox, width, height, role: "tree", "aria-label": "Search tree" }, ...edges, ...nodes);
}

/**
 * Return a function that says how a node looks.
 *
 * @param {TreeState} tree
 * @param {Player} player whose turn it is at the root
 * @returns {(place: PlacedNode) => NodeStyle}
 */
function createStyler(tree, player) {
  const isAtEnd = tree.step === tree.steps.length - 1;
  const pathKeysNow = new Set(pathKeys(tree.steps[tree.step].path));
  const bestKeys = new Set(pathKeys(tree.line));
  /** @type {Map<string, Bounds>} */
  const bounds = isAtEnd ? new Map() : boundsAt(tree.steps, tree.step);
  return ({ key, path }) => ({
    player: path.length % 2 === 1 ? player : opponentOf(player),
    isOnPath: pathKeysNow.has(key),
    isBest: isAtEnd && bestKeys.has(key),
    isCurrent: pathKey(tree.path) === key,
    isOpen: tree.open.has(key),
    hasReturned: isAtEnd || hasReturned(tree, key),
    bounds: bounds.get(key) ?? null,
  });
}

/**
 * True when the search has left a node by the current step.
 *
 * @param {TreeState} tree
 * @param {string} key
 */
function hasReturned(tree, key) {
  const { path, kind } = tree.steps[tree.step];
  const current = pathKey(path);
  if (kind === "leaf" && current === key) return true;
  return !current.startsWith(key);
}

/** @param {PlacedNode} parent @param {PlacedNode} place @param {NodeStyle} style */
function edgeShape(parent, place, { isOnPath, isBest }) {
  const x1 = parent.x + BOX.width;
  const y1 = parent.y + BOX.height / 2;
  const x2 = place.x;
  const y2 = place.y + BOX.height / 2;
  const middle = (x1 + x2) / 2;
  const names = ["edge", isOnPath && "on-path", isBest && "best", place.pruned && "cut"].filter(Boolean);
  return draw("path", { class: names.join(" "), d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}` });
}

/** @param {PlacedNode} place @param {readonly number[]} pruned @param {Name} first */
function cutShape({ node, x, y }, pruned, first) {
  const alpha = numberText(node.alpha ?? -Infinity);
  const beta = numberText(node.beta ?? Infinity);
  const reason = pruneReason(chooserAt(node.depth, first));
  const columnsWidth = 12 * pruned.length;
  return draw("g", { class: "cutnode", transform: `translate(${x} ${y})` },
    draw("title", { text: `Pruned, alpha ${alpha} ≥ beta ${beta}: ${reason}` }),
    draw("rect", { width: 30 + columnsWidth, height: BOX.height, rx: 14 }),
    draw("text", { class: "columns", x: 12, y: 19, text: `✂ ${pruned.join(" ")}` }),
    draw("text", { class: "reason", x: 40 + columnsWidth, y: 19, text: `α ${alpha} ≥ β ${beta}` }));
}

/**
 * @param {PlacedNode} place
 * @param {NodeStyle} style
 * @param {(place: PlacedNode) => void} onNode
 */
function nodeShape(place, style, onNode) {
  const { node, path, key, x, y } = place;
  const { isOnPath, isBest, isCurrent, isOpen } = style;
  const isLeaf = node.children.length === 0;
  const names = ["node", isOnPath && "on-path", isBest && "best", isCurrent && "current", isLeaf && "leaf"].filter(Boolean);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onNode(place);
  };
  return draw("g", {
    class: names.join(" "),
    transform: `translate(${x} ${y})`,
    tabindex: "0",
    role: "treeitem",
    "data-path": key,
    "aria-level": path.length + 1,
    "aria-expanded": isLeaf ? null : String(isOpen),
    "aria-label": nodeLabel(place, style),
    click: () => onNode(place),
    keydown: onKey,
  },
  draw("rect", { class: "box", width: BOX.width, height: BOX.height, rx: 8 }),
  ...moveShapes(place, style),
  valueShape(place, style),
  isLeaf ? null : draw("text", { class: "fold", x: BOX.width - 11, y: 18.5, text: isOpen ? "−" : "+" }),
  boundsShape(style));
}

/** @param {PlacedNode} place @param {NodeStyle} style */
function nodeLabel({ node }, { hasReturned }) {
  const move = node.player === null ? "Start" : `Column ${node.move}, ${displayName(node.player)}`;
  const value = hasReturned ? `value ${valueWords(node)}` : "no value yet";
  return `${move}, ${value}`;
}

/**
 * The disc and the column of the move, or "start" at the root.
 *
 * @param {PlacedNode} place
 * @param {NodeStyle} style
 */
function moveShapes({ node }, { player }) {
  if (node.move === null) return [draw("text", { class: "name", x: 10, y: 19, text: "start" })];
  return [
    draw("circle", { class: `spot p${player}`, cx: 15, cy: 14, r: 9 }),
    draw("text", { class: `spotsign p${player}`, x: 15, y: 18, text: SIGNS[player] }),
    draw("text", { class: "name", x: 31, y: 19, text: String(node.move) }),
  ];
}

/** @param {PlacedNode} place @param {NodeStyle} style */
function valueShape({ node }, { hasReturned }) {
  const isLeaf = node.children.length === 0;
  const isBound = hasReturned && node.bound !== "exact";
  const margin = isLeaf ? 8 : 20;
  return draw("text", {
    class: isBound ? "value bound" : "value",
    x: BOX.width - margin,
    y: 19,
    text: hasReturned ? valueText(node) : "…",
  });
}

/** @param {NodeStyle} style */
function boundsShape({ bounds }) {
  if (!bounds) return null;
  return draw("text", { class: "bounds", x: 2, y: -6, text: `α ${numberText(bounds.alpha)}  β ${numberText(bounds.beta)}` });
}
