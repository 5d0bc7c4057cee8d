"""The tree for Graphviz: pruned branches grey, the best line bold."""

from __future__ import annotations

from claimeven.formats.columns import ALICE
from claimeven.search.tree import Node, best_line
from claimeven.search.tree_text import column_text, node_label, pruned_text

HEAD = """digraph tree {
  rankdir=LR;
  node [shape=box, style="rounded,filled", fontname="sans-serif"];
  n0 [label="start", fillcolor=white];
"""
FILL = {True: "mistyrose", False: "lightyellow"}  # Alice, Bill
GREY = "color=grey, fontcolor=grey"


def write_tree_dot(root: Node) -> str:
    """A directed graph in the DOT language, with a final line end."""
    best = {id(node) for node in best_line(root)}
    lines: list[str] = []
    numbers = iter(range(1, 1 << 62))

    def append(parent: int, node: Node) -> None:
        for child in node.children:
            number = next(numbers)
            value = f"h={child.value}" if child.is_leaf else f"{child.value}"
            text = f"{node_label(child)}: {column_text(child.move)}\\n{value}"
            bold = " [penwidth=4]" if id(child) in best else ""
            lines.append(f'  n{number} [label="{text}", fillcolor={FILL[child.player == ALICE]}];')
            lines.append(f"  n{parent} -> n{number}{bold};")
            append(number, child)
        if node.pruned:
            number = next(numbers)
            lines.append(
                f'  n{number} [label="pruned {pruned_text(node)}", shape=plaintext, style="", {GREY}];'
            )
            lines.append(f"  n{parent} -> n{number} [color=grey, style=dashed];")

    append(0, root)
    return HEAD + "\n".join(lines) + "\n}\n"
