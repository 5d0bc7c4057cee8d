"""The tree as an SVG drawing."""

from __future__ import annotations

from dataclasses import dataclass, field

from claimeven.teaching.tree import Node, best_line
from claimeven.teaching.tree_text import (
    BOUND_SIGNS,
    escape_non_ascii,
    first_move_text,
    move_text,
    pruned_text,
    value_text,
)

ROW_HEIGHT = 24  # from one line to the next
PLY_WIDTH = 160  # from one ply to the next
BOX_WIDTH = 120
BOX_HEIGHT = 18
TEXT_INDENT = 8  # from the side of a box to its text
BASELINE = 4  # from the middle of a line down to the baseline of its text
TRUNK = 14  # from the box of a node to the vertical line that its branches leave
MARGIN = 20
LEGEND_LINE = 20
HEADER = 82
LEGEND_WIDTH = 760
PRUNED_WIDTH = 300  # room for the text of a cut on the last ply

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


def write_tree_svg(root: Node) -> str:
    """Return a drawing that needs no script, font or other file. It grows to the right, line by line:

    start --+-- A1: 1  6 --+-- B2: 1  h=6         a box has the move of its node and its value;
            |              +-- B2: 2  h=8         it is level with the first child
            |              +.. pruned 3, 4
            +-- A1: 2  4 ----- B2: 1  h=4
    """
    drawing = _Drawing(best={id(node) for node in (root, *best_line(root))})
    drawing.draw_node(root, depth=0)
    last_ply_x, _ = _box_place(drawing.deepest, 0)
    width = max(last_ply_x + PRUNED_WIDTH, LEGEND_WIDTH)
    height = HEADER + drawing.next_row * ROW_HEIGHT + MARGIN
    first = first_move_text(root)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        f"<title>Search tree, first move: {first}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text class="best" x="{MARGIN}" y="{MARGIN}">first move: {first}, value {root.value}</text>',
        f'<text x="{MARGIN}" y="{MARGIN + LEGEND_LINE}">{LEGEND}</text>',
        f'<text x="{MARGIN}" y="{MARGIN + 2 * LEGEND_LINE}">{escape_non_ascii(LEGEND_OF_BOUNDS)}</text>',
    ]
    parts += drawing.edges
    parts += drawing.best_edges  # after the others, so that none lies over it
    parts += drawing.nodes
    parts.append("</svg>\n")
    return "\n".join(parts)


@dataclass(slots=True)
class _Drawing:
    """The parts of one drawing. ``best`` has the ids of the nodes on the best line."""

    best: set[int]
    next_row: int = 0
    deepest: int = 0
    edges: list[str] = field(default_factory=list)
    best_edges: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)

    def draw_node(self, node: Node, depth: int) -> int:
        """Draw ``node`` and everything below it; return the row of its box."""
        row = self.next_row
        self.deepest = max(self.deepest, depth)
        self._draw_box(node, depth, row)
        for child in node.children:
            child_row = self.draw_node(child, depth + 1)
            path = _edge_path(depth, row, child_row)
            if id(child) in self.best:
                self.best_edges.append(f'<path class="edge best" d="{path}"/>')
            else:
                self.edges.append(f'<path class="edge " d="{path}"/>')
        if node.pruned:
            self._draw_cut(node, depth, row)
        if node.is_leaf:
            self.next_row += 1
        return row

    def _draw_box(self, node: Node, depth: int, row: int) -> None:
        """Draw the box of a node with its move and its value."""
        x, y = _box_place(depth, row)
        is_best = id(node) in self.best
        box_class: str = node.player or "start"
        text_class = ""
        value_class = "value"
        if is_best:
            box_class += " best"
            text_class = "best"
            value_class += " best"
        text_y = y + BASELINE
        value = escape_non_ascii(value_text(node))
        self.nodes.append(
            f'<rect class="{box_class}" x="{x}" y="{y - BOX_HEIGHT // 2}" '
            f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>'
            f'<text class="{text_class}" x="{x + TEXT_INDENT}" y="{text_y}">{move_text(node)}</text>'
            f'<text class="{value_class}" x="{x + BOX_WIDTH - TEXT_INDENT}" y="{text_y}">{value}</text>'
        )

    def _draw_cut(self, node: Node, depth: int, row: int) -> None:
        """Draw the branch that a node pruned, on a row of its own."""
        x, y = _box_place(depth + 1, self.next_row)
        path = _edge_path(depth, row, self.next_row)
        self.edges.append(f'<path class="edge pruned" d="{path}"/>')
        self.nodes.append(
            f'<text class="pruned" x="{x + 4}" y="{y + BASELINE}">pruned {pruned_text(node)}</text>'
        )
        self.next_row += 1


def _edge_path(depth: int, row: int, child_row: int) -> str:
    """Return the path from the box of a node to the left end of a child's box."""
    x, y = _box_place(depth, row)
    child_x, child_y = _box_place(depth + 1, child_row)
    return f"M{x + BOX_WIDTH} {y}h{TRUNK}V{child_y}H{child_x}"


def _box_place(depth: int, row: int) -> tuple[int, int]:
    """Return the x of the left end of a box, and the y of its middle."""
    x = MARGIN + depth * PLY_WIDTH
    y = HEADER + row * ROW_HEIGHT + BOX_HEIGHT // 2
    return x, y
