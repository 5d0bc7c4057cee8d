"""The tree drawn as SVG: it grows to the right, in the order of the printed tree.

start --+-- A1: 1  6 --+-- B2: 1  h=6         a node has its move and its value;
        |              +-- B2: 2  h=8         it stands level with its first child
        |              +.. pruned 3, 4
        +-- A1: 2  4 ----- B2: 1  h=4
"""

from __future__ import annotations

from dataclasses import dataclass, field

from claimeven.search.tree import Node, best_line
from claimeven.search.tree_text import column_text, node_label, pruned_text

ROW, COLUMN = 24, 160  # from one line to the next, from one ply to the next
BOX_WIDTH, BOX_HEIGHT = 120, 18
BASELINE = 4  # from the middle of a line down to the foot of its letters
TRUNK = 14  # from the box of a node to the upright line that its branches leave
MARGIN = 20
HEADER = 62
LEGEND_WIDTH = 760
PRUNED_WIDTH = 300  # room for the words of a cut on the last ply

LEGEND = (
    "red: Alice moved; yellow: Bill moved; at the right of a box its value (h at a leaf); "
    "bold: the best line; grey: pruned"
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
    """A drawing complete in itself: no script, no font, no other file."""
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
        # The best line comes last among the edges, so that no other lies over it.
        *sorted(drawing.edges, key=lambda edge: 'class="edge best"' in edge),
        *drawing.nodes,
        "</svg>\n",
    ]
    return "\n".join(parts)


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
        self._draw_node(node, depth, top)
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

    def _draw_node(self, node: Node, depth: int, row: int) -> None:
        x, y = _place(depth, row)
        best = " best" if id(node) in self.best else ""
        move = f"{node_label(node)}: {column_text(node.move)}" if node.player else "start"
        value = f"h={node.value}" if node.is_leaf else f"{node.value}"
        self.nodes.append(
            f'<rect class="{node.player or "start"}{best}" x="{x}" y="{y - BOX_HEIGHT // 2}" '
            f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>'
            f'<text class="{best.strip()}" x="{x + 8}" y="{y + BASELINE}">{move}</text>'
            f'<text class="value{best}" x="{x + BOX_WIDTH - 8}" y="{y + BASELINE}">{value}</text>'
        )

    def _draw_edge(self, depth: int, row: int, child_row: int, style: str) -> None:
        x, y = _place(depth, row)
        child_x, child_y = _place(depth + 1, child_row)
        path = f"M{x + BOX_WIDTH} {y}h{TRUNK}V{child_y}H{child_x}"
        self.edges.append(f'<path class="edge {style}" d="{path}"/>')


def _place(depth: int, row: int) -> tuple[int, int]:
    """The left end of a box, and the middle of its height."""
    return MARGIN + depth * COLUMN, HEADER + row * ROW + BOX_HEIGHT // 2
