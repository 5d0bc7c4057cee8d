/**
 * The search that made a tree, step by step: which node is looked at, and what alpha and beta are then.
 *
 * @typedef {import("../server/api.js").TreeNode} TreeNode
 * @typedef {"alice" | "bill"} Name who chooses at a node: Alice wants the largest value, Bill the smallest
 * @typedef {{alpha: number, beta: number}} Bounds
 */

/**
 * One step of the search: a node is entered or is a leaf, a child came back, the rest is cut, or all is done.
 *
 * @typedef {object} Step
 * @property {"enter" | "leaf" | "back" | "cut" | "end"} kind
 * @property {readonly number[]} path the columns on the way to the node
 * @property {TreeNode} node
 * @property {number} alpha when the step has been made
 * @property {number} beta
 * @property {TreeNode | null} child which came back
 * @property {boolean} better whether that child changed a bound
 */

/**
 * The tree on the page: what was asked for, its search, and what of it is shown.
 *
 * @typedef {object} TreeState
 * @property {string} query which it answers
 * @property {TreeNode} root
 * @property {Name} first who is to move at the root
 * @property {readonly Step[]} steps
 * @property {number} step which is shown
 * @property {ReadonlySet<string>} open the keys of nodes whose children are shown
 * @property {readonly number[]} path to the node that the board shows
 * @property {readonly number[]} line the best line
 */

/** A path as a text: a key of sets. @param {readonly number[]} path 0-based columns */
export const pathKey = (path) => path.join("");

/** The name of the other one of Alice and Bill. @param {Name} name @returns {Name} */
export const otherName = (name) => (name === "alice" ? "bill" : "alice");

/** Who chooses at a node. @param {number} depth @param {Name} first who chooses at the root */
export const chooserAt = (depth, first) => (depth % 2 === 0 ? first : otherName(first));

/**
 * Every step of the search, in order. Bounds are those when the step has been made.
 *
 * @param {TreeNode} root
 * @param {Name} first who is to move at the root
 * @param {boolean} pruning
 * @returns {Step[]}
 */
export function traceSearch(root, first, pruning) {
  /** @type {Step[]} */
  const steps = [];
  /** @param {TreeNode} node @param {readonly number[]} path @param {number} alpha @param {number} beta */
  const visit = (node, path, alpha, beta) => {
    const isLeaf = node.children.length === 0;
    steps.push({ kind: isLeaf ? "leaf" : "enter", path, node, alpha, beta, child: null, better: false });
    const isMax = chooserAt(node.depth, first) === "alice";
    for (const child of node.children) {
      const window = pruning ? { alpha, beta } : { alpha: -Infinity, beta: Infinity };
      visit(child, [...path, child.move - 1], window.alpha, window.beta);
      const better = isMax ? child.returned > alpha : child.returned < beta;
      if (isMax) alpha = Math.max(alpha, child.returned);
      else beta = Math.min(beta, child.returned);
      steps.push({ kind: "back", path, node, alpha, beta, child, better });
    }
    if (node.pruned.length) steps.push({ kind: "cut", path, node, alpha, beta, child: null, better: false });
  };
  visit(root, [], -Infinity, Infinity);
  const last = steps[steps.length - 1];
  steps.push({ ...last, kind: "end", path: [], node: root, child: null });
  return steps;
}

/** The steps at which every node is first looked at, and every cut is made, by the key of the node. @param {readonly Step[]} steps */
export function firstSeen(steps) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  steps.forEach((step, index) => {
    const key = `${step.kind === "cut" ? "cut" : ""}${pathKey(step.path)}`;
    if ((step.kind === "enter" || step.kind === "leaf" || step.kind === "cut") && !seen.has(key)) seen.set(key, index);
  });
  return seen;
}

/** The bounds of every node on the way to a step, from the root. @param {readonly Step[]} steps @param {number} index @returns {Map<string, Bounds>} */
export function boundsAt(steps, index) {
  const bounds = new Map();
  const keys = new Set(steps[index].path.map((_, length) => pathKey(steps[index].path.slice(0, length + 1))));
  keys.add("");
  for (const step of steps.slice(0, index + 1)) {
    const key = pathKey(step.path);
    if (keys.has(key)) bounds.set(key, { alpha: step.alpha, beta: step.beta });
  }
  return bounds;
}

/** Where a search stands, in words. @param {Step} step @param {Name} first */
export function stepWords(step, first) {
  const chooser = chooserAt(step.node.depth, first);
  const name = chooser === "alice" ? "Alice" : "Bill";
  const place = step.path.length ? `after ${step.path.map((column) => column + 1).join(", ")}` : "at the start";
  if (step.kind === "leaf") return `A leaf ${place}: the board is worth ${bound(step.node.value)}.`;
  if (step.kind === "enter") return `${name} chooses ${place}, with alpha ${bound(step.alpha)}, beta ${bound(step.beta)}.`;
  if (step.kind === "cut") return `Cut ${place}: ${cutWords(step, chooser)}`;
  if (step.kind === "end") return `Done. The first move is column ${bestColumn(step.node, first)}, worth ${valueWords(step.node)} to Alice.`;
  return `Column ${step.child?.move} ${place} is worth ${step.child ? valueWords(step.child) : ""}: ${changeWords(step, chooser)}.`;
}

/** Why the rest of a node is cut, and what is known of its value then. @param {Step} step @param {Name} chooser who chooses there */
function cutWords({ node, alpha, beta }, chooser) {
  const columns = node.pruned.join(", ");
  const skipped = node.pruned.length === 1 ? `Column ${columns} needs no look.` : `Columns ${columns} need no look.`;
  return `alpha ${bound(alpha)} is not below beta ${bound(beta)}, so ${pruneReason(chooser)} `
    + `${skipped} The value here is ${valueWords(node)}.`;
}

/** What a child that came back changed. @param {Step} step @param {Name} chooser who chooses at its parent */
function changeWords({ child, better, alpha, beta }, chooser) {
  if (!better) return "nothing changes";
  // A child returns nothing beyond the window that it was given, whatever its value is.
  const isHeld = child !== null && child.returned !== child.value;
  if (chooser === "alice") return `alpha rises to ${bound(alpha)}${isHeld ? ", no further than beta" : ""}`;
  return `beta falls to ${bound(beta)}${isHeld ? ", no further than alpha" : ""}`;
}

/** Why nobody comes to a node that was cut. @param {Name} chooser who chooses there */
export function pruneReason(chooser) {
  return chooser === "alice" ? "Bill has something at least as good elsewhere and will not come here." : "Alice has something at least as good elsewhere and will not come here.";
}

const BOUND_SIGNS = { exact: "", upper: "≤ ", lower: "≥ " };
const BOUND_WORDS = { exact: "", upper: "at most ", lower: "at least " };

/** What is known of a node's value, with a sign before a bound: "3", "≤ −1000". @param {TreeNode} node */
export const valueText = (node) => `${BOUND_SIGNS[node.bound]}${bound(node.value)}`;

/** The same in words: "3", "at most −1000". @param {TreeNode} node */
export const valueWords = (node) => `${BOUND_WORDS[node.bound]}${bound(node.value)}`;

/** Alpha, beta or a value as people read it. @param {number} value */
export function bound(value) {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return "−∞";
  return String(value).replace("-", "−");
}

/** The column that the root chooses: the leftmost that returned its value. @param {TreeNode} root @param {Name} first */
export function bestColumn(root, first) {
  const values = root.children.map((child) => child.returned);
  const best = first === "alice" ? Math.max(...values) : Math.min(...values);
  return root.children[values.indexOf(best)]?.move ?? 0;
}
