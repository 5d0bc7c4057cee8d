"""The printed tree: one line for each move and for each cut, and the first move at the end.

A1: 1
|-B2: 2; h=0                                   a leaf
|-B2: pruning 3, 4; alpha=1, beta=0            a cut
first move: 1
"""

from __future__ import annotations

from claimeven.rules.rules import COLUMN_NAMES
from claimeven.search.tree import Node, best_line

BAR = "|-"


def write_tree(root: Node) -> str:
    """The printed tree, with one final line end."""
    lines: list[str] = []
    _append_children(lines, root)
    lines.append(f"first move: {column_text(best_line(root)[0].move)}\n")
    return "\n".join(lines)


def node_label(node: Node) -> str:
    """Who made the move and as which disc of the tree: ``A1``, ``B2``; the root has none."""
    return f"{node.player[0].upper()}{node.depth}" if node.player else ""


def column_text(column: int | None) -> str:
    """A column as people write it."""
    return "" if column is None else COLUMN_NAMES[column]


def pruned_text(node: Node) -> str:
    """The columns that ``node`` pruned, and why: ``4, 5; alpha=1, beta=0``."""
    columns = ", ".join(column_text(column) for column in node.pruned)
    return f"{columns}; alpha={node.alpha}, beta={node.beta}"


def _append_children(lines: list[str], node: Node) -> None:
    bars = BAR * node.depth
    for child in node.children:
        leaf = f"; h={child.value}" if child.is_leaf else ""
        lines.append(f"{bars}{node_label(child)}: {column_text(child.move)}{leaf}")
        _append_children(lines, child)
    if node.pruned:
        lines.append(f"{bars}{node_label(node.children[0])}: pruning {pruned_text(node)}")
