/**
 * Where the nodes of a tree stand: the root at the left, every open branch one row further down.
 *
 * @typedef {import("./trace.js").TreeNode} TreeNode
 */

/**
 * A node with its place in the drawing, or the mark of a cut below a node.
 *
 * @typedef {object} Placed
 * @property {string} key its path as a text; that of a cut begins with "cut"
 * @property {readonly number[]} path the columns on the way to the node
 * @property {TreeNode} node
 * @property {number} x
 * @property {number} y
 * @property {Placed | null} parent
 * @property {readonly number[] | null} pruned the columns of a cut, null for a node
 */
import { pathKey } from "./trace.js";

export const ROW = 44;
export const STEP = 152;

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
    const place = { key, path, node, x: path.length * STEP, y: 0, parent, pruned: null };
    placed.push(place);
    if (!open.has(key)) {
      place.y = rows++ * ROW;
      return place;
    }
    const children = node.children.filter((child) => isSeen(`${key}${child.move - 1}`));
    const parts = children.map((child) => lay(child, [...path, child.move - 1], place));
    if (node.pruned.length && isSeen(`cut${key}`)) {
      depth = Math.max(depth, path.length + 1);
      const cut = { key: `cut${key}`, path, node, x: (path.length + 1) * STEP, y: rows++ * ROW, parent: place, pruned: node.pruned };
      placed.push(cut);
      parts.push(cut);
    }
    place.y = parts.length ? (parts[0].y + parts[parts.length - 1].y) / 2 : rows++ * ROW;
    return place;
  };
  lay(root, [], null);
  return { placed, rows, depth };
}
