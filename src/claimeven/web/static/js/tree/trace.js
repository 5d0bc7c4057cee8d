/**
 * The search that made a tree, step by step: which node is visited, and alpha and beta at that moment.
 *
 * @typedef {import("../server/api.js").TreeNode} TreeNode
 * @typedef {"alice" | "bill"} Name who chooses at a node: Alice maximizes the value, Bill minimizes it
 * @typedef {{alpha: number, beta: number}} Bounds
 */

/**
 * One step of the search: a node is entered or is a leaf, a child returns, the rest is cut, or the search ends.
 *
 * @typedef {object} Step
 * @property {"enter" | "leaf" | "back" | "cut" | "end"} kind
 * @property {readonly number[]} path the columns on the way to the node
 * @property {TreeNode} node
 * @property {number} alpha after the step
 * @property {number} beta after the step
 * @property {TreeNode | null} child the child that returned
 * @property {boolean} isImprovement whether that child changed a bound
 */

/**
 * The tree on the page: its search, and what is shown of it.
 *
 * @typedef {object} TreeState
 * @property {string} query of the request that it answers
 * @property {TreeNode} root
 * @property {Name} first who is to move at the root
 * @property {readonly Step[]} steps
 * @property {number} step the index of the step that is shown
 * @property {ReadonlySet<string>} open the keys of nodes whose children are shown
 * @property {readonly number[]} path to the node on the board
 * @property {readonly number[]} line the best line
 */

/** Return a key for a path. @param {readonly number[]} path 0-based columns */
export function pathKey(path) {
  return path.join("");
}

/** Return the keys of the nodes on a path, without the root's. @param {readonly number[]} path */
export function pathKeys(path) {
  return path.map((_, index) => pathKey(path.slice(0, index + 1)));
}

/**
 * Return who chooses at a depth.
 *
 * @param {number} depth
 * @param {Name} first who chooses at the root
 * @returns {Name}
 */
export function chooserAt(depth, first) {
  if (depth % 2 === 0) return first;
  return first === "alice" ? "bill" : "alice";
}

/**
 * Return every step of the search, in order.
 *
 * @param {TreeNode} root
 * @param {Name} first who is to move at the root
 * @param {boolean} pruning
 * @returns {Step[]}
 */
export function traceSearch(root, first, pruning) {
  /** @type {Step[]} */
  const steps = [];
  /**
   * @param {TreeNode} node
   * @param {readonly number[]} path
   * @param {number} alpha
   * @param {number} beta
   */
  const visit = (node, path, alpha, beta) => {
    const isLeaf = node.children.length === 0;
    steps.push({ kind: isLeaf ? "leaf" : "enter", path, node, alpha, beta, child: null, isImprovement: false });
    const isMaximizing = chooserAt(node.depth, first) === "alice";
    for (const child of node.children) {
      const window = pruning ? { alpha, beta } : { alpha: -Infinity, beta: Infinity };
      visit(child, [...path, childColumn(child)], window.alpha, window.beta);
      const isImprovement = isMaximizing ? child.returned > alpha : child.returned < beta;
      if (isMaximizing) alpha = Math.max(alpha, child.returned);
      else beta = Math.min(beta, child.returned);
      steps.push({ kind: "back", path, node, alpha, beta, child, isImprovement });
    }
    if (node.pruned.length > 0) steps.push({ kind: "cut", path, node, alpha, beta, child: null, isImprovement: false });
  };
  visit(root, [], -Infinity, Infinity);
  const last = steps[steps.length - 1];
  steps.push({ ...last, kind: "end", path: [], node: root, child: null });
  return steps;
}

/** Return the 0-based column of the move that leads to a child. @param {TreeNode} child */
export function childColumn(child) {
  return Number(child.move) - 1;
}

/**
 * Return the index of the step at which each node is first visited and each cut is made, by key.
 *
 * @param {readonly Step[]} steps
 */
export function firstVisits(steps) {
  /** @type {Map<string, number>} */
  const visits = new Map();
  for (const [index, { kind, path }] of steps.entries()) {
    if (kind !== "enter" && kind !== "leaf" && kind !== "cut") continue;
    const key = kind === "cut" ? cutKey(path) : pathKey(path);
    if (!visits.has(key)) visits.set(key, index);
  }
  return visits;
}

/** Return a key for the cut below a node. @param {readonly number[]} path */
export function cutKey(path) {
  return `cut${pathKey(path)}`;
}

/**
 * Return the bounds of every node on the way to a step, by key.
 *
 * @param {readonly Step[]} steps
 * @param {number} index
 * @returns {Map<string, Bounds>}
 */
export function boundsAt(steps, index) {
  const keys = new Set(["", ...pathKeys(steps[index].path)]);
  /** @type {Map<string, Bounds>} */
  const bounds = new Map();
  for (const { path, alpha, beta } of steps.slice(0, index + 1)) {
    const key = pathKey(path);
    if (keys.has(key)) bounds.set(key, { alpha, beta });
  }
  return bounds;
}

/**
 * Return a step as a sentence.
 *
 * @param {Step} step
 * @param {Name} first who is to move at the root
 */
export function stepWords(step, first) {
  const chooser = chooserAt(step.node.depth, first);
  const place = step.path.length > 0 ? `after ${step.path.map((column) => column + 1).join(", ")}` : "at the start";
  switch (step.kind) {
    case "leaf":
      return `A leaf ${place}: the board is worth ${numberText(step.node.value)}.`;
    case "enter":
      return `${displayName(chooser)} chooses ${place}, with alpha ${numberText(step.alpha)}, beta ${numberText(step.beta)}.`;
    case "cut":
      return `Cut ${place}: ${cutWords(step, chooser)}`;
    case "end":
      return `Done. The first move is column ${bestColumn(step.node, first)}, worth ${valueWords(step.node)} to Alice.`;
    default:
      return `Column ${step.child?.move} ${place} ${returnWords(step, chooser)}.`;
  }
}

/** Return the value of a child that returned, and what it changed. @param {Step} step @param {Name} chooser */
function returnWords(step, chooser) {
  const value = step.child ? valueWords(step.child) : "";
  return `is worth ${value}: ${changeWords(step, chooser)}`;
}

/** @param {Name} name */
export function displayName(name) {
  return name === "alice" ? "Alice" : "Bill";
}

/**
 * Return why the rest of a node is cut, and what is known about its value.
 *
 * @param {Step} step
 * @param {Name} chooser who chooses there
 */
function cutWords({ node, alpha, beta }, chooser) {
  const columns = node.pruned.join(", ");
  const skipped = node.pruned.length === 1 ? `Column ${columns} is skipped.` : `Columns ${columns} are skipped.`;
  return `alpha ${numberText(alpha)} is not below beta ${numberText(beta)}, so ${pruneReason(chooser)} `
    + `${skipped} The value here is ${valueWords(node)}.`;
}

/**
 * Return what a child that returned changed.
 *
 * @param {Step} step
 * @param {Name} chooser who chooses at its parent
 */
function changeWords({ child, isImprovement, alpha, beta }, chooser) {
  if (!isImprovement) return "nothing changes";
  // A child returns nothing beyond its window, whatever its value is.
  const isClamped = child !== null && child.returned !== child.value;
  if (chooser === "alice") return `alpha rises to ${numberText(alpha)}${isClamped ? ", no further than beta" : ""}`;
  return `beta falls to ${numberText(beta)}${isClamped ? ", no further than alpha" : ""}`;
}

/** Return why play never reaches a node that was cut. @param {Name} chooser who chooses there */
export function pruneReason(chooser) {
  const other = chooser === "alice" ? "Bill" : "Alice";
  return `${other} has something at least as good elsewhere and will not come here.`;
}

const BOUND_SIGNS = { exact: "", upper: "≤ ", lower: "≥ " };
const BOUND_WORDS = { exact: "", upper: "at most ", lower: "at least " };

/** Return a node's value, with a sign before a bound: "3", "≤ −1000". @param {TreeNode} node */
export function valueText(node) {
  return `${BOUND_SIGNS[node.bound]}${numberText(node.value)}`;
}

/** Return a node's value in words: "3", "at most −1000". @param {TreeNode} node */
export function valueWords(node) {
  return `${BOUND_WORDS[node.bound]}${numberText(node.value)}`;
}

/** Return a number as text, with a true minus sign. @param {number} value */
export function numberText(value) {
  if (value === Infinity) return "∞";
  if (value === -Infinity) return "−∞";
  return String(value).replace("-", "−");
}

/**
 * Return the column that the root chooses: the leftmost that returned its value.
 *
 * @param {TreeNode} root
 * @param {Name} first
 */
function bestColumn(root, first) {
  const values = root.children.map((child) => child.returned);
  const best = first === "alice" ? Math.max(...values) : Math.min(...values);
  return root.children[values.indexOf(best)]?.move ?? 0;
}
