"""A search that is paused and resumed, however often, finds the same in as many nodes as one that is not."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat

import pytest

from claimeven.kernels import layout
from claimeven.kernels.library import Entry, library
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.workspace import Table, Workspace
from strategies import random_moves

MAX_TURNS = 1_000_000
MIN_NODES = 20

Answer = tuple[list[int], int, int]
UNLIMITED = 1 << 62  # nodes


def turns_of(nodes: int) -> Callable[[], Iterator[int]]:
    return lambda: repeat(nodes)


def random_turns() -> Iterator[int]:
    chance = random.Random(3)
    while True:
        yield chance.choice([1, 2, 3, 10, 100])


TURNS: dict[str, Callable[[], Iterator[int]]] = {
    "one node": turns_of(1),
    "seven nodes": turns_of(7),
    "at random": random_turns,
}


def new_workspace(position: Position) -> Workspace:
    workspace = Workspace(position.rules, Table(1))
    workspace.words[layout.OWN], workspace.words[layout.FILLED] = position.own, position.filled
    return workspace


def answer_of(entry: Entry, workspace: Workspace, turns: Iterator[int], places: slice) -> Answer:
    """The answer of an entry in turns of so many nodes: the words in its places, the nodes, and the turns."""
    words = workspace.words
    for number, nodes in enumerate(turns, 1):
        words[layout.BUDGET] = words[layout.NODES] + nodes
        entry(workspace.address)
        if workspace.is_finished:
            return list(words[places]), words[layout.NODES], number
        assert number < MAX_TURNS
    raise AssertionError("the turns never end")


def late(rules: Rules, left: int, number: int = 3) -> list[Position]:
    """Random positions with so many cells left that take at least MIN_NODES to solve."""
    chance = random.Random(left)
    found: list[Position] = []
    while len(found) < number:
        position = Position.from_moves(random_moves(rules.cells - left, chance, rules), rules)
        _, nodes, _ = answer_of(library().solve, new_workspace(position), repeat(UNLIMITED), slice(0))
        if nodes >= MIN_NODES:
            found.append(position)
    return found


def assert_same(entry: Entry, make: Callable[[], Workspace], turns: Iterator[int], places: slice) -> int:
    """Compare a search in turns with one that never stops; returns the turns that it took."""
    found, nodes, taken = answer_of(entry, make(), turns, places)
    assert (found, nodes) == answer_of(entry, make(), repeat(UNLIMITED), places)[:2]
    return taken


BOARDS = [
    (CONNECT_FOUR, 20),
    (CONNECT_FOUR.sized(5, 5), 18),
    (CONNECT_FOUR.sized(8, 4), 18),
    (CONNECT_FOUR.sized(12, 4), 22),
    (MAX_CONNECT_FOUR, 12),
    (MAX_CONNECT_FOUR.sized(4, 4), 13),
    (MAX_CONNECT_FOUR.sized(6, 5), 11),
]


@pytest.mark.parametrize("turns", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize(("rules", "left"), BOARDS, ids=str)
def test_a_score(rules: Rules, left: int, turns: Callable[[], Iterator[int]]) -> None:
    places = slice(layout.LOWER, layout.UPPER + 1)
    for position in late(rules, left):
        taken = assert_same(library().solve, partial(new_workspace, position), turns(), places)
        assert taken > 1, "it was paused"


@pytest.mark.parametrize("turns", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("rules", [CONNECT_FOUR, MAX_CONNECT_FOUR], ids=str)
def test_the_scores_of_columns(rules: Rules, turns: Callable[[], Iterator[int]]) -> None:
    places = slice(layout.RESULTS, layout.RESULTS + rules.columns)
    for position in late(rules, 18 if rules.line_ends_game else 11):

        def make(position: Position = position) -> Workspace:
            workspace = new_workspace(position)
            workspace.words[layout.WANTED] = position.drops
            return workspace

        assert_same(library().columns, make, turns(), places)


@pytest.mark.parametrize("turns", TURNS.values(), ids=TURNS)
def test_many_scores(turns: Callable[[], Iterator[int]]) -> None:
    positions = late(CONNECT_FOUR, 20, 8)
    asked = array("Q")
    for position in positions:
        asked.extend([position.own, position.filled, 0, 2 * layout.OFFSET])

    def scores_in(turns: Iterator[int]) -> tuple[list[int], int]:
        found = array("b", bytes(len(positions)))
        workspace = new_workspace(Position())
        workspace.words[layout.POSITIONS], workspace.words[layout.SCORES] = (
            asked.buffer_info()[0],
            found.buffer_info()[0],
        )
        workspace.words[layout.COUNT] = len(positions)
        _, nodes, _ = answer_of(library().solve_all, workspace, turns, slice(0))
        return list(found), nodes

    assert scores_in(turns()) == scores_in(repeat(UNLIMITED))


@pytest.mark.parametrize("turns", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("kind", [layout.DIFFERENCE, layout.POTENTIAL])
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_a_choice_some_plies_ahead(depth: int, kind: int, turns: Callable[[], Iterator[int]]) -> None:
    places = slice(layout.VALUE, layout.COLUMN + 1)
    for position in [Position.from_moves(moves, MAX_CONNECT_FOUR) for moves in ("4453", "11222333344")]:

        def make(position: Position = position) -> Workspace:
            workspace = new_workspace(position)
            workspace.words[layout.DEPTH], workspace.words[layout.ESTIMATE] = depth, kind
            return workspace

        assert_same(library().choose, make, turns(), places)


@pytest.mark.parametrize("turns", TURNS.values(), ids=TURNS)
def test_a_line_completed_first(turns: Callable[[], Iterator[int]]) -> None:
    for position in late(CONNECT_FOUR, 18, 6):

        def make(position: Position = position) -> Workspace:
            workspace = new_workspace(position)
            workspace.words[layout.LINES : layout.LINES + 8] = array("Q", [position.rules.board] * 8)
            workspace.words[layout.QUESTION], workspace.words[layout.SIDE] = 1, layout.SEEKER
            workspace.words[layout.VALID] = workspace.words[layout.VALID + 1] = 1
            return workspace

        assert_same(library().complete_line, make, turns(), slice(layout.VALUE, layout.VALUE + 1))


def test_a_search_that_others_join_after_its_first_turn_still_finds_the_score() -> None:
    """Then its path has no keys yet for others to decide it by; it puts them there when it is resumed."""
    for position in late(CONNECT_FOUR, 22, 3):
        workspace = new_workspace(position)
        expected, _, _ = answer_of(
            library().solve, new_workspace(position), repeat(UNLIMITED), slice(layout.LOWER, layout.UPPER + 1)
        )
        workspace.words[layout.BUDGET] = 50
        library().solve(workspace.address)
        helper = Workspace(position.rules, workspace.table)
        helper.share(workspace)
        searchers = [workspace, helper]
        while not any(searcher.is_finished for searcher in searchers):
            for searcher in searchers:
                searcher.words[layout.BUDGET] = searcher.words[layout.NODES] + 1000
                library().solve(searcher.address)
                if searcher.is_finished:
                    assert list(searcher.words[layout.LOWER : layout.UPPER + 1]) == expected
