"""The tree as a graph for Graphviz."""

from __future__ import annotations

from claimeven.formats.columns import ALICE, BILL
from claimeven.teaching.tree import Node, best_line
from claimeven.teaching.tree_text import branches, escape_non_ascii, move_text, pruned_text, value_text

HEAD = """digraph tree {
  rankdir=LR;
  node [shape=box, style="rounded,filled", fontname="sans-serif"];
  n0 [label="start", fillcolor=white];
"""
FILL_COLOURS = {ALICE: "mistyrose", BILL: "lightyellow"}
PRUNED_NODE = 'shape=plaintext, style="", color=grey, fontcolor=grey'
PRUNED_EDGE = " [color=grey, style=dashed]"
BEST_EDGE = " [penwidth=4]"


def write_tree_dot(root: Node) -> str:
    """Return a directed graph in the DOT language: pruned branches grey, the best line bold."""
    best = {id(node) for node in best_line(root)}
    numbers = {id(root): 0}
    lines = []
    for number, (parent, node) in enumerate(branches(root), start=1):
        if node is None:
            label = f"pruned {pruned_text(parent)}"
            style = PRUNED_NODE
            edge_style = PRUNED_EDGE
        else:
            assert node.player is not None
            numbers[id(node)] = number
            label = f"{move_text(node)}\\n{escape_non_ascii(value_text(node))}"
            style = f"fillcolor={FILL_COLOURS[node.player]}"
            edge_style = BEST_EDGE if id(node) in best else ""
        lines.append(f'  n{number} [label="{label}", {style}];')
        lines.append(f"  n{numbers[id(parent)]} -> n{number}{edge_style};")
    return HEAD + "\n".join(lines) + "\n}\n"
