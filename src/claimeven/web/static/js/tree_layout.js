/**
 * Where the nodes of a tree stand: the root at the left, every open branch one row further down.
 *
 * @typedef {import("./tree_trace.js").TreeNode} TreeNode
 * @typedef {{key: string, path: readonly number[], node: TreeNode, x: number, y: number, parent: Placed | null, pruned: readonly number[] | null, hidden: number}} Placed
 */
import { pathKey } from "./tree_trace.js";

export const ROW = 44;
export const STEP = 144;

/**
 * Every node that is to be drawn, parents before children.
 *
 * @param {TreeNode} root
 * @param {ReadonlySet<string>} open the keys of nodes whose children are shown
 * @param {(key: string) => boolean} isSeen whether the search has come to a node ("4"), or made a cut ("cut4")
 * @returns {{placed: Placed[], rows: number, depth: number}}
 */
export function layTree(root, open, isSeen) {
  /** @type {Placed[]} */
  const placed = [];
  let rows = 0;
  let depth = 0;
  /** @param {TreeNode} node @param {readonly number[]} path @param {Placed | null} parent @returns {Placed} */
  const lay = (node, path, parent) => {
    const key = pathKey(path);
    depth = Math.max(depth, path.length);
    /** @type {Placed} */
    const place = { key, path, node, x: path.length * STEP, y: 0, parent, pruned: null, hidden: 0 };
    placed.push(place);
    const children = node.children.filter((child) => isSeen(`${key}${/** @type {number} */ (child.move) - 1}`));
    if (!open.has(key)) {
      place.hidden = children.length;
      place.y = rows++ * ROW;
      return place;
    }
    const parts = children.map((child) => lay(child, [...path, /** @type {number} */ (child.move) - 1], place));
    if (node.pruned.length && isSeen(`cut${key}`)) {
      depth = Math.max(depth, path.length + 1);
      const cut = { key: `cut${key}`, path, node, x: (path.length + 1) * STEP, y: rows++ * ROW, parent: place, pruned: node.pruned, hidden: 0 };
      placed.push(cut);
      parts.push(cut);
    }
    place.y = parts.length ? (parts[0].y + parts[parts.length - 1].y) / 2 : rows++ * ROW;
    return place;
  };
  lay(root, [], null);
  return { placed, rows, depth };
}
