"""The tree as printed lines, and the texts for a node that the drawings share."""

from __future__ import annotations

from collections.abc import Iterator

from claimeven.rules.rules import COLUMN_NAMES
from claimeven.teaching.tree import Bound, Node, best_line

BAR = "|-"
BOUND_SIGNS: dict[Bound, str] = {
    "exact": "",
    "upper": "\N{LESS-THAN OR EQUAL TO} ",
    "lower": "\N{GREATER-THAN OR EQUAL TO} ",
}


def write_tree(root: Node) -> str:
    """Return one line for each move and each cut, then the first move, with a final line end.

    A1: 1
    |-B2: 2; h=0                                   a leaf
    |-B2: pruning 3, 4; alpha=1, beta=0            a cut
    first move: 1
    """
    lines = []
    for parent, node in branches(root):
        indent = BAR * parent.depth
        if node is None:
            label = node_label(parent.children[0])
            lines.append(f"{indent}{label}: pruning {pruned_text(parent)}")
        elif node.is_leaf:
            lines.append(f"{indent}{move_text(node)}; h={node.value}")
        else:
            lines.append(f"{indent}{move_text(node)}")
    lines.append(f"first move: {first_move_text(root)}\n")
    return "\n".join(lines)


def branches(node: Node) -> Iterator[tuple[Node, Node | None]]:
    """Yield a pair for each printed line below ``node``: the parent, and its child or None for a cut."""
    for child in node.children:
        yield node, child
        yield from branches(child)
    if node.pruned:
        yield node, None


def node_label(node: Node) -> str:
    """Return the player and the number of a move, e.g. ``A1`` or ``B2``; the root has an empty label."""
    if node.player is None:
        return ""
    initial = node.player[0].upper()
    return f"{initial}{node.depth}"


def move_text(node: Node) -> str:
    """Return the player, the number and the column of a move, e.g. ``A1: 4``; ``start`` for the root."""
    if node.move is None:
        return "start"
    return f"{node_label(node)}: {COLUMN_NAMES[node.move]}"


def value_text(node: Node) -> str:
    """Return what is known of a node's value: ``h=2`` for a leaf, else ``2``, or a bound with its sign."""
    if node.is_leaf:
        return f"h={node.value}"
    return f"{BOUND_SIGNS[node.bound]}{node.value}"


def pruned_text(node: Node) -> str:
    """Return the columns that ``node`` pruned, and the window that cut them: ``4, 5; alpha=1, beta=0``."""
    columns = ", ".join(COLUMN_NAMES[column] for column in node.pruned)
    return f"{columns}; alpha={node.alpha}, beta={node.beta}"


def first_move_text(root: Node) -> str:
    """Return the column of the best first move."""
    move = best_line(root)[0].move
    assert move is not None
    return COLUMN_NAMES[move]


def escape_non_ascii(text: str) -> str:
    """Replace characters outside ASCII by references, which both XML and Graphviz read."""
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
