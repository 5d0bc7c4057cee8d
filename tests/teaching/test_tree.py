"""The tree: the printed cases, plain minimax as an oracle, and what a recorded tree must satisfy."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimeven.errors import GameOver, LimitReached, UnknownName
from claimeven.formats.columns import ALICE, BILL, NAMES, Name, parse_columns
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.limits import Limit
from claimeven.teaching.estimates import ESTIMATES, estimate_named
from claimeven.teaching.tree import Node, best_line, build_tree
from claimeven.teaching.tree_text import write_tree
from strategies import games

Game = tuple[Rules, list[int]]
CASES = sorted((Path(__file__).parent.parent / "data" / "tree").glob("*.in"))
estimates = st.sampled_from(sorted(ESTIMATES))


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from walk(child)


def test_all_cases_are_there() -> None:
    assert len(CASES) == 10


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_the_printed_cases(case: Path) -> None:
    tree = build_tree(parse_columns(case.read_text(encoding="ascii")))
    assert write_tree(tree) == case.with_suffix(".out").read_text(encoding="ascii")


def oracle(position: Position, depth: int, estimate: str, mover: Name) -> int:
    """Plain minimax over positions; ``mover`` owns the discs of the side to move."""
    alice, bill = (position.own, position.other) if mover == ALICE else (position.other, position.own)
    if position.rules.has_line(alice):
        return 1000
    if position.rules.has_line(bill):
        return -1000
    if position.is_over:
        return 0
    if depth == 0:
        return estimate_named(estimate)(alice, bill, position.rules)
    opponent = BILL if mover == ALICE else ALICE
    values = [oracle(position.play(c), depth - 1, estimate, opponent) for c in position.playable]
    return max(values) if mover == ALICE else min(values)


@settings(max_examples=50)
@given(games(), st.integers(1, 3), estimates, st.sampled_from(NAMES))
def test_value_and_first_move_agree_with_the_oracle(
    game: Game, depth: int, estimate: str, first: Name
) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    pruned, full = (
        build_tree(position, depth=depth, estimate=estimate, first=first, pruning=pruning)
        for pruning in (True, False)
    )
    value = oracle(position, depth, estimate, first)
    opponent = BILL if first == ALICE else ALICE
    replies = [oracle(position.play(c), depth - 1, estimate, opponent) for c in position.playable]
    assert pruned.value == full.value == value
    assert best_line(pruned)[0].move == best_line(full)[0].move == position.playable[replies.index(value)]


@settings(max_examples=50)
@given(games(), st.integers(1, 4), st.sampled_from(NAMES))
def test_what_every_tree_satisfies(game: Game, depth: int, first: Name) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    tree = build_tree(position, depth=depth, first=first)
    assert (tree.move, tree.player, tree.depth, tree.pruned) == (None, None, 0, ())
    for node in walk(tree):
        columns = [child.move for child in node.children if child.move is not None]
        assert len(columns) == len(node.children)
        assert [*columns, *node.pruned] == sorted({*columns, *node.pruned})
        assert {child.depth for child in node.children} <= {node.depth + 1}
        assert node.depth <= depth
        if node.pruned:
            assert node.alpha >= node.beta
            assert node.children
        if node.player:
            assert node.player == (first if node.depth % 2 else (BILL if first == ALICE else ALICE))
    line = best_line(tree)
    assert [node.depth for node in line] == list(range(1, len(line) + 1))
    assert {(node.value, node.bound) for node in line} == {(tree.value, "exact")}
    assert line[-1].is_leaf


def replay(node: Node, alpha: float, beta: float, mover: Name) -> None:
    """Walk a tree as the search did, and find in every node what the search must have left there."""
    least, most = alpha, beta
    for child in node.children:
        assert alpha < beta, "a column was searched after alpha and beta had met"
        replay(child, alpha, beta, BILL if mover == ALICE else ALICE)
        if mover == ALICE:
            alpha = max(alpha, child.returned)
        else:
            beta = min(beta, child.returned)
    assert (node.alpha, node.beta) == (alpha, beta)
    if node.children:
        assert least <= node.returned <= most, "fail-hard"
        assert node.returned == (min(alpha, most) if mover == ALICE else max(beta, least))
    else:
        assert (node.bound, node.returned) == ("exact", node.value)


@settings(max_examples=50)
@given(games(), st.integers(1, 4), estimates, st.sampled_from(NAMES))
def test_bounds_and_returned_values_are_those_of_a_fail_hard_search(
    game: Game, depth: int, estimate: str, first: Name
) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if not position.is_over:
        tree = build_tree(position, depth=depth, estimate=estimate, first=first)
        replay(tree, -math.inf, math.inf, first)


def test_a_cut_node_has_a_bound_as_its_value() -> None:
    """Bill chooses after column 3. He has seen 3 and -1000, so the value cannot be larger than -1000."""
    tree = build_tree(Position.from_moves("44654565533"), depth=2)
    node = tree.children[2]
    assert [child.value for child in node.children] == [3, -1000]
    assert node.pruned == (2, 3, 4, 5, 6)
    assert (node.value, node.bound, node.returned) == (-1000, "upper", -5)
    assert (tree.value, tree.bound) == (-5, "exact")


def assert_holds(node: Node, position: Position, depth: int, estimate: str, mover: Name) -> None:
    """Compare what every node says of its value with plain minimax."""
    true_value = oracle(position, depth, estimate, mover)
    if node.bound == "exact":
        assert node.value == true_value
    elif node.bound == "upper":
        assert node.value >= true_value
    else:
        assert node.value <= true_value
    for child in node.children:
        assert child.move is not None
        opponent = BILL if mover == ALICE else ALICE
        assert_holds(child, position.play(child.move), depth - 1, estimate, opponent)


@settings(max_examples=60)
@given(games(), st.integers(1, 3), estimates, st.sampled_from(NAMES), st.booleans())
def test_the_bound_of_every_node_is_true(
    game: Game, depth: int, estimate: str, first: Name, pruning: bool
) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    tree = build_tree(position, depth=depth, estimate=estimate, first=first, pruning=pruning)
    assert_holds(tree, position, depth, estimate, first)
    if not pruning:
        assert {node.bound for node in walk(tree)} == {"exact"}


def possible_values(node: Node) -> tuple[float, float]:
    """The smallest and the largest value that a node may have, by what it says."""
    smallest = -math.inf if node.bound == "upper" else node.value
    largest = math.inf if node.bound == "lower" else node.value
    return smallest, largest


def assert_follows(node: Node, mover: Name) -> None:
    """Check by hand: what a node says is all that follows from its children, for the side that was used."""
    for child in node.children:
        assert_follows(child, BILL if mover == ALICE else ALICE)
    if not node.children:
        return
    choose = max if mover == ALICE else min
    smallest = choose(possible_values(child)[0] for child in node.children)
    largest = choose(possible_values(child)[1] for child in node.children)
    if node.pruned and mover == ALICE:
        largest = math.inf
    if node.pruned and mover == BILL:
        smallest = -math.inf
    if node.bound == "exact":
        assert (node.value, node.value) == (smallest, largest)
    elif node.bound == "upper":
        assert (node.value, True) == (largest, smallest < largest)
    else:
        assert (node.value, True) == (smallest, smallest < largest)


@settings(max_examples=60)
@given(games(), st.integers(1, 4), estimates, st.sampled_from(NAMES))
def test_the_bound_of_every_node_follows_from_its_children(
    game: Game, depth: int, estimate: str, first: Name
) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if not position.is_over:
        assert_follows(build_tree(position, depth=depth, estimate=estimate, first=first), first)


@settings(max_examples=50)
@given(games(), st.integers(1, 3), st.booleans())
def test_lines_are_counted_as_they_are_printed(game: Game, depth: int, pruning: bool) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    lines = write_tree(build_tree(position, depth=depth, pruning=pruning)).count("\n")
    build_tree(position, depth=depth, pruning=pruning, limit=Limit(nodes=lines))
    with pytest.raises(LimitReached):
        build_tree(position, depth=depth, pruning=pruning, limit=Limit(nodes=lines - 1))


def test_a_full_tree_that_is_too_large_is_refused_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def estimate(*_: object) -> int:
        raise AssertionError("a leaf was estimated")

    monkeypatch.setitem(ESTIMATES, "lines", estimate)
    with pytest.raises(LimitReached):
        build_tree(Position(), depth=8, pruning=False, limit=Limit(nodes=100_000))


def test_a_pruned_tree_that_is_too_large_is_left_at_the_limit() -> None:
    with pytest.raises(LimitReached) as raised:
        build_tree(Position(), depth=42, limit=Limit(nodes=1000))
    assert raised.value.nodes == 1001


def test_the_full_tree_is_full() -> None:
    tree = build_tree(Position(), depth=3, pruning=False)
    assert sum(1 for _ in walk(tree)) == 1 + 7 + 49 + 343
    assert {node.pruned for node in walk(tree)} == {()}


def test_bill_takes_the_smallest_when_he_moves_first() -> None:
    position = parse_columns("bbb\na\na\na\ne\ne\ne\n", first=BILL)
    tree = build_tree(position, first=BILL)
    assert (tree.value, best_line(tree)[0].move, tree.children[0].player) == (-1000, 0, BILL)
    assert write_tree(tree).startswith("B1: 1; h=-1000\nB1: 2\n|-A2: 1")


def test_bounds_are_infinite_until_something_is_secured() -> None:
    tree = build_tree(Position(), depth=1)
    assert (tree.alpha, tree.beta) == (0, math.inf)
    assert (tree.children[0].alpha, tree.children[1].alpha) == (-math.inf, 0)


def test_a_finished_game_and_bad_options_are_refused() -> None:
    with pytest.raises(GameOver, match="no moves"):
        build_tree(Position.from_moves("1212121"))
    with pytest.raises(UnknownName):
        build_tree(Position(), estimate="hope")
    with pytest.raises(ValueError, match="the depth must be at least 1 ply, not 0"):
        build_tree(Position(), depth=0)
    with pytest.raises(UnknownName, match="no tree for the variant 'max'"):
        build_tree(Position(rules=MAX_CONNECT_FOUR))
