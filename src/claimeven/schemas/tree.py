"""An alpha-beta tree."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, convert

from claimeven.formats.columns import Name
from claimeven.schemas.base import Count, Number, Schema
from claimeven.teaching.tree import Bound, Node, best_line
from claimeven.teaching.tree_json import tree_to_dict


class NodeSchema(Schema):
    """A node of an alpha-beta tree; alpha and beta are those when it was left, null where infinite."""

    move: Number | None
    player: Name | None
    depth: Count
    value: Annotated[int, Meta(description="What the children prove of the minimax value, as bound says.")]
    bound: Annotated[Bound, Meta(description="Whether value is exact, an upper bound or a lower bound.")]
    returned: Annotated[int, Meta(description="What the search returned to the parent (fail-hard).")]
    alpha: int | None
    beta: int | None
    pruned: list[Number]
    children: list[NodeSchema]


class TreeSchema(Schema):
    """An alpha-beta tree with the parameters that made it, its best line and its size."""

    depth: Count
    estimate: str
    first: Name
    pruning: bool
    value: int
    line: list[Number]
    nodes: Count
    tree: NodeSchema


def tree_schema(root: Node, *, depth: int, estimate: str, first: Name, pruning: bool) -> TreeSchema:
    """Describe a tree that was built with these parameters."""
    return TreeSchema(
        depth=depth,
        estimate=estimate,
        first=first,
        pruning=pruning,
        value=root.value,
        line=[node.move + 1 for node in best_line(root) if node.move is not None],
        nodes=_count_nodes(root),
        tree=convert(tree_to_dict(root), NodeSchema),
    )


def _count_nodes(node: Node) -> int:
    return 1 + sum(_count_nodes(child) for child in node.children)
