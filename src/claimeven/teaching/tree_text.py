"""The tree as text: printed line by line, as JSON, for Graphviz, as SVG; each with one final line end."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from claimeven.formats.columns import ALICE
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.teaching.tree import Bound, Node, best_line

BAR = "|-"
DOT_HEAD = """digraph tree {
  rankdir=LR;
  node [shape=box, style="rounded,filled", fontname="sans-serif"];
  n0 [label="start", fillcolor=white];
"""
FILL = {True: "mistyrose", False: "lightyellow"}  # Alice, Bill
PRUNED = 'shape=plaintext, style="", color=grey, fontcolor=grey'

# The drawing.
ROW, COLUMN = 24, 160  # from one line to the next, from one ply to the next
BOX_WIDTH, BOX_HEIGHT = 120, 18
BASELINE = 4  # from the middle of a line down to the foot of its letters
TRUNK = 14  # from the box of a node to the upright line that its branches leave
MARGIN = 20
HEADER = 82
LEGEND_WIDTH = 760
PRUNED_WIDTH = 300  # room for the words of a cut on the last ply

BOUND_SIGNS: dict[Bound, str] = {
    "exact": "",
    "upper": "\N{LESS-THAN OR EQUAL TO} ",
    "lower": "\N{GREATER-THAN OR EQUAL TO} ",
}
LEGEND = (
    "red: Alice moved; yellow: Bill moved; at the right of a box its value (h at a leaf); "
    "bold: the best line; grey: pruned"
)
LEGEND_OF_BOUNDS = (
    f"{BOUND_SIGNS['upper']}at most, {BOUND_SIGNS['lower']}at least: "
    "bounds, where the search did not need the exact value"
)
STYLE = """
text { font: 12px sans-serif; fill: #222 }
.edge { fill: none; stroke: #888 }
.alice { fill: #fde0dc; stroke: #c0392b }
.bill { fill: #fdf3c4; stroke: #b7950b }
.start { fill: #fff; stroke: #444 }
.value { text-anchor: end }
.pruned { stroke: #bbb; stroke-dasharray: 3 3 }
text.pruned { stroke: none; fill: #999 }
path.best { stroke: #222; stroke-width: 3.5 }
rect.best { stroke-width: 3 }
text.best { font-weight: bold }
"""


def write_tree(root: Node) -> str:
    """One line for each move and for each cut, and the first move at the end.

    A1: 1
    |-B2: 2; h=0                                   a leaf
    |-B2: pruning 3, 4; alpha=1, beta=0            a cut
    first move: 1
    """
    lines = []
    for parent, node in _branches(root):
        if node is None:
            shown = f"{node_label(parent.children[0])}: pruning {pruned_text(parent)}"
        else:
            shown = f"{move_text(node)}{f'; h={node.value}' if node.is_leaf else ''}"
        lines.append(BAR * parent.depth + shown)
    lines.append(f"first move: {column_text(best_line(root)[0].move)}\n")
    return "\n".join(lines)


def write_tree_json(root: Node) -> str:
    """Nested objects on one line, with columns from 1 and null where a bound is infinite.

    {"move": 4, "player": "alice", "depth": 1, "value": 6, "bound": "exact", "returned": 6,
     "alpha": 6, "beta": null, "pruned": [], "children": [...]}

    The root has null for ``move`` and ``player``. ``bound`` is exact, upper or lower.
    """
    return json.dumps(plain_tree(root)) + "\n"


def plain_tree(node: Node) -> dict[str, Any]:
    """A node and all below it as JSON has them."""
    return {
        "move": None if node.move is None else node.move + 1,
        "player": node.player,
        "depth": node.depth,
        "value": node.value,
        "bound": node.bound,
        "returned": node.returned,
        "alpha": None if math.isinf(node.alpha) else node.alpha,
        "beta": None if math.isinf(node.beta) else node.beta,
        "pruned": [column + 1 for column in node.pruned],
        "children": [plain_tree(child) for child in node.children],
    }


def write_tree_dot(root: Node) -> str:
    """A directed graph in the DOT language: pruned branches grey, the best line bold."""
    best = {id(node) for node in best_line(root)}
    numbers = {id(root): 0}
    lines = []
    for number, (parent, node) in enumerate(_branches(root), start=1):
        if node is None:
            label, look, edge = f"pruned {pruned_text(parent)}", PRUNED, " [color=grey, style=dashed]"
        else:
            numbers[id(node)] = number
            label = f"{move_text(node)}\\n{_in_ascii(value_text(node))}"
            look = f"fillcolor={FILL[node.player == ALICE]}"
            edge = " [penwidth=4]" if id(node) in best else ""
        lines.append(f'  n{number} [label="{label}", {look}];')
        lines.append(f"  n{numbers[id(parent)]} -> n{number}{edge};")
    return DOT_HEAD + "\n".join(lines) + "\n}\n"


def write_tree_svg(root: Node) -> str:
    """A drawing complete in itself: no script, no font, no other file. It grows to the right, line by line:

    start --+-- A1: 1  6 --+-- B2: 1  h=6         a node has its move and its value;
            |              +-- B2: 2  h=8         it stands level with its first child
            |              +.. pruned 3, 4
            +-- A1: 2  4 ----- B2: 1  h=4
    """
    line = best_line(root)
    drawing = _Drawing({id(node) for node in (root, *line)})
    drawing.draw(root, 0)
    width = max(_place(drawing.deepest, 0)[0] + PRUNED_WIDTH, LEGEND_WIDTH)
    height = HEADER + drawing.row * ROW + MARGIN
    first = column_text(line[0].move)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        f"<title>Search tree, first move: {first}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text class="best" x="{MARGIN}" y="{MARGIN}">first move: {first}, value {root.value}</text>',
        f'<text x="{MARGIN}" y="{MARGIN + 20}">{LEGEND}</text>',
        f'<text x="{MARGIN}" y="{MARGIN + 40}">{_in_ascii(LEGEND_OF_BOUNDS)}</text>',
        # The best line comes last among the edges, so that no other lies over it.
        *sorted(drawing.edges, key=lambda edge: 'class="edge best"' in edge),
        *drawing.nodes,
        "</svg>\n",
    ]
    return "\n".join(parts)


def node_label(node: Node) -> str:
    """Who made the move and as which disc of the tree: ``A1``, ``B2``; the root has none."""
    return f"{node.player[0].upper()}{node.depth}" if node.player else ""


def move_text(node: Node) -> str:
    """Who made the move and where, ``A1: 4``; the root is the start."""
    return f"{node_label(node)}: {column_text(node.move)}" if node.player else "start"


def value_text(node: Node) -> str:
    """What is known of a node's value: ``h=2`` at a leaf, ``2``, or a bound with its sign before it."""
    return f"h={node.value}" if node.is_leaf else f"{BOUND_SIGNS[node.bound]}{node.value}"


def column_text(column: int | None) -> str:
    """A column as people write it."""
    return "" if column is None else COLUMN_NAMES[column]


def pruned_text(node: Node) -> str:
    """The columns that ``node`` pruned, and why: ``4, 5; alpha=1, beta=0``."""
    columns = ", ".join(column_text(column) for column in node.pruned)
    return f"{columns}; alpha={node.alpha}, beta={node.beta}"


def _in_ascii(text: str) -> str:
    """Replace other characters by references, which both XML and Graphviz read."""
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _branches(node: Node) -> Iterator[tuple[Node, Node | None]]:
    """Everything below, line by line, each with its parent; None is what the parent pruned."""
    for child in node.children:
        yield node, child
        yield from _branches(child)
    if node.pruned:
        yield node, None


@dataclass(slots=True)
class _Drawing:
    """The parts of one drawing, and the line that is free next; ``best`` are the nodes of the best line."""

    best: set[int]
    row: int = 0
    deepest: int = 0
    edges: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)

    def draw(self, node: Node, depth: int) -> int:
        """Draw ``node`` and all below it; returns the line that it stands on."""
        top = self.row
        self.deepest = max(self.deepest, depth)
        x, y = _place(depth, top)
        best = " best" if id(node) in self.best else ""
        value = _in_ascii(value_text(node))
        self.nodes.append(
            f'<rect class="{node.player or "start"}{best}" x="{x}" y="{y - BOX_HEIGHT // 2}" '
            f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>'
            f'<text class="{best.strip()}" x="{x + 8}" y="{y + BASELINE}">{move_text(node)}</text>'
            f'<text class="value{best}" x="{x + BOX_WIDTH - 8}" y="{y + BASELINE}">{value}</text>'
        )
        for child in node.children:
            row = self.draw(child, depth + 1)
            self._draw_edge(depth, top, row, "best" if id(child) in self.best else "")
        if node.pruned:
            x, y = _place(depth + 1, self.row)
            self._draw_edge(depth, top, self.row, "pruned")
            self.nodes.append(
                f'<text class="pruned" x="{x + 4}" y="{y + BASELINE}">pruned {pruned_text(node)}</text>'
            )
            self.row += 1
        if node.is_leaf:
            self.row += 1
        return top

    def _draw_edge(self, depth: int, row: int, child_row: int, style: str) -> None:
        x, y = _place(depth, row)
        child_x, child_y = _place(depth + 1, child_row)
        path = f"M{x + BOX_WIDTH} {y}h{TRUNK}V{child_y}H{child_x}"
        self.edges.append(f'<path class="edge {style}" d="{path}"/>')


def _place(depth: int, row: int) -> tuple[int, int]:
    """The left end of a box, and the middle of its height."""
    return MARGIN + depth * COLUMN, HEADER + row * ROW + BOX_HEIGHT // 2
