"""The tree as JSON, for Graphviz and as a drawing: round trips, and every node in every form."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from claimeven.formats.columns import BILL, NAMES, Name, parse_columns
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.teaching.tree import Node, best_line, build_tree
from claimeven.teaching.tree_dot import write_tree_dot
from claimeven.teaching.tree_json import write_tree_json
from claimeven.teaching.tree_svg import write_tree_svg
from claimeven.teaching.tree_text import value_text, write_tree
from strategies import games

Game = tuple[Rules, list[int]]
SVG = "{http://www.w3.org/2000/svg}"
POSITION = parse_columns("e\nabba\nbaa\ne\nabbaab\nab\nb\n")
TREE = build_tree(POSITION)
PRINTED = write_tree(TREE).splitlines()[:-1]


def read_node(plain: dict[str, Any]) -> Node:
    """The node that JSON describes."""
    alpha, beta = plain["alpha"], plain["beta"]
    return Node(
        move=None if plain["move"] is None else plain["move"] - 1,
        player=plain["player"],
        depth=plain["depth"],
        value=plain["value"],
        bound=plain["bound"],
        returned=plain["returned"],
        alpha=-math.inf if alpha is None else alpha,
        beta=math.inf if beta is None else beta,
        pruned=tuple(column - 1 for column in plain["pruned"]),
        children=tuple(map(read_node, plain["children"])),
    )


@settings(max_examples=30)
@given(games(), st.integers(1, 3), st.sampled_from(NAMES), st.booleans())
def test_json_round_trips(game: Game, depth: int, first: Name, pruning: bool) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    tree = build_tree(position, depth=depth, first=first, pruning=pruning)
    text = write_tree_json(tree)
    assert text == text.splitlines()[0] + "\n"
    assert read_node(json.loads(text)) == tree


def test_json_has_the_contents_of_the_printed_tree() -> None:
    lines = []

    def tell(plain: dict[str, Any]) -> None:
        for child in plain["children"]:
            label = f"{'|-' * plain['depth']}{child['player'][0].upper()}{child['depth']}"
            lines.append(f"{label}: {child['move']}" + ("" if child["children"] else f"; h={child['value']}"))
            tell(child)
        if plain["pruned"]:
            columns = ", ".join(map(str, plain["pruned"]))
            lines.append(f"{label}: pruning {columns}; alpha={plain['alpha']}, beta={plain['beta']}")

    root = json.loads(write_tree_json(TREE))
    tell(root)
    assert lines == PRINTED
    fields = ["move", "player", "depth", "value", "bound", "returned", "alpha", "beta", "pruned", "children"]
    assert list(root) == fields
    assert (root["move"], root["player"], root["beta"], root["value"]) == (None, None, None, TREE.value)


def count(node: Node) -> tuple[int, int]:
    """The nodes below a node, and the cuts at it and below it."""
    nodes, cuts = len(node.children), int(bool(node.pruned))
    for child in node.children:
        below = count(child)
        nodes, cuts = nodes + below[0], cuts + below[1]
    return nodes, cuts


def test_graphviz_has_every_node_every_cut_and_a_bold_line() -> None:
    nodes, cuts = count(TREE)
    assert nodes + cuts == len(PRINTED)
    lines = write_tree_dot(TREE).splitlines()
    assert (lines[0], lines[-1]) == ("digraph tree {", "}")
    labels = [line for line in lines if re.match(r"  n\d+ \[label=", line)]
    edges = [line for line in lines if "->" in line]
    assert (len(labels), len(edges)) == (1 + nodes + cuts, nodes + cuts)
    assert sum("color=grey, style=dashed" in line for line in edges) == cuts
    assert sum("penwidth" in line for line in edges) == len(best_line(TREE)) == 3
    shown = [re.findall(r'label="(?:pruned )?([^"]*)"', line)[0] for line in labels[1:]]
    labels = [re.sub(r"^(?:\|-)*(?:\w+: pruning )?", "", line) for line in PRINTED]
    for label, line in zip(shown, labels, strict=True):
        assert label.startswith(line.split("; h=")[0])


def test_the_drawing_has_every_node_every_cut_and_a_bold_line() -> None:
    nodes, cuts = count(TREE)
    drawing = ET.fromstring(write_tree_svg(TREE))
    boxes = [box for box in drawing.iter(f"{SVG}rect") if box.get("class")]
    paths = list(drawing.iter(f"{SVG}path"))
    words = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    assert (len(boxes), len(paths)) == (1 + nodes, nodes + cuts)
    assert sum("best" in str(box.get("class")) for box in boxes) == 1 + 3
    assert [path.get("class") for path in paths[-3:]] == ["edge best"] * 3
    assert sum("best" in str(path.get("class")) for path in paths) == 3
    assert sum("pruned" in str(path.get("class")) for path in paths) == cuts
    assert sum(word.startswith("pruned ") for word in words) == cuts
    assert f"first move: 4, value {TREE.value}" in words
    assert sum(word == f"h={best_line(TREE)[-1].value}" for word in words) > 0


CUT = build_tree(Position.from_moves("44654565533"), depth=2)


def test_no_form_shows_a_bound_as_a_value() -> None:
    """Bill has seen 3 and -1000 after column 3, and the rest is cut: at most -1000, and not -5."""
    plain = json.loads(write_tree_json(CUT))["children"][2]
    assert (plain["value"], plain["bound"], plain["returned"]) == (-1000, "upper", -5)
    assert '[label="A1: 3\\n&#8804; -1000", fillcolor=' in write_tree_dot(CUT)
    drawing = write_tree_svg(CUT)
    assert drawing.isascii()
    words = [text.text for text in ET.fromstring(drawing).iter(f"{SVG}text")]
    assert words[words.index("A1: 3") + 1] == "\N{LESS-THAN OR EQUAL TO} -1000"
    assert words[words.index("A1: 2") + 1] == "-5"


def test_a_lower_bound_is_shown_as_one() -> None:
    bounds = {value_text(node) for child in TREE.children for node in child.children if node.bound == "lower"}
    assert bounds
    for text in bounds:
        assert re.fullmatch("\N{GREATER-THAN OR EQUAL TO} -?[0-9]+", text)


def test_the_drawing_holds_all_that_is_drawn() -> None:
    drawing = ET.fromstring(write_tree_svg(build_tree(Position(), depth=2, first=BILL)))
    width, height = (float(drawing.attrib[side]) for side in ("width", "height"))
    boxes = [box.attrib for box in drawing.iter(f"{SVG}rect")]
    assert max(float(box.get("x", 0)) + float(box["width"]) for box in boxes) <= width
    assert max(float(box.get("y", 0)) + float(box["height"]) for box in boxes) <= height
    places = [(box.get("x"), box.get("y")) for box in boxes]
    assert len(set(places)) == len(places)
