/**
 * The position of every node in the drawing: the root at the left, every open branch one row further down.
 *
 * @typedef {import("../server/api.js").TreeNode} TreeNode
 */

/**
 * A node with its place in the drawing, or the mark of a cut below a node.
 *
 * @typedef {object} PlacedNode
 * @property {string} key
 * @property {readonly number[]} path the columns on the way to the node
 * @property {TreeNode} node
 * @property {number} x
 * @property {number} y
 * @property {PlacedNode | null} parent
 * @property {readonly number[] | null} pruned the columns of a cut, null for a node
 */
import { childColumn, cutKey, pathKey } from "./trace.js";

export const ROW_HEIGHT = 44;
export const COLUMN_WIDTH = 152;

/**
 * Return every node that is drawn, parents before children.
 *
 * @param {TreeNode} root
 * @param {ReadonlySet<string>} open the keys of nodes whose children are shown
 * @param {(key: string) => boolean} isVisited whether the search has reached a node or made a cut
 * @returns {{placed: PlacedNode[], rows: number, depth: number}}
 */
export function layOutTree(root, open, isVisited) {
  /** @type {PlacedNode[]} */
  const placed = [];
  let rows = 0;
  let depth = 0;

  /** Return the height of the next free row. */
  const nextRow = () => {
    const y = rows * ROW_HEIGHT;
    rows += 1;
    return y;
  };

  /**
   * @param {TreeNode} node
   * @param {readonly number[]} path
   * @param {PlacedNode | null} parent
   * @returns {PlacedNode}
   */
  const placeNode = (node, path, parent) => {
    const key = pathKey(path);
    depth = Math.max(depth, path.length);
    /** @type {PlacedNode} */
    const place = { key, path, node, x: path.length * COLUMN_WIDTH, y: 0, parent, pruned: null };
    placed.push(place);
    const children = open.has(key) ? placeChildren(place) : [];
    place.y = children.length > 0 ? (children[0].y + children[children.length - 1].y) / 2 : nextRow();
    return place;
  };

  /** @param {PlacedNode} place @returns {PlacedNode[]} */
  const placeChildren = (place) => {
    const { node, path } = place;
    const children = [];
    for (const child of node.children) {
      const childPath = [...path, childColumn(child)];
      if (isVisited(pathKey(childPath))) children.push(placeNode(child, childPath, place));
    }
    if (node.pruned.length > 0 && isVisited(cutKey(path))) children.push(placeCut(place));
    return children;
  };

  /** @param {PlacedNode} parent @returns {PlacedNode} */
  const placeCut = (parent) => {
    const { node, path } = parent;
    depth = Math.max(depth, path.length + 1);
    const x = (path.length + 1) * COLUMN_WIDTH;
    const cut = { key: cutKey(path), path, node, x, y: nextRow(), parent, pruned: node.pruned };
    placed.push(cut);
    return cut;
  };

  placeNode(root, [], null);
  return { placed, rows, depth };
}
