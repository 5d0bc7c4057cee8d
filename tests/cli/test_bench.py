"""The bench: its positions, the node count that pins the whole search, and scores that are checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from claimeven.cli.bench import suite
from claimeven.cli.bench.suite import PHASES, Phase, run_bench
from claimeven.errors import WrongScore
from claimeven.formats.moves import parse_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR

NODES_FILE = Path(__file__).parents[1] / "data" / "bench-nodes.txt"
MAX_NODES_FILE = NODES_FILE.with_name("bench-max-nodes.txt")
POSITIONS_FILE = Path(suite.__file__).parent / suite.POSITIONS[CONNECT_FOUR]
CASES = [(moves, int(score)) for moves, score in map(str.split, POSITIONS_FILE.read_text().splitlines())]
SCORES = {parse_moves(moves): score for moves, score in CASES}
LAST = Phase("last", range(39, 42), batch_size=7)


@pytest.fixture
def only_last_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench of a few milliseconds."""
    monkeypatch.setattr(suite, "PHASES", (LAST,))


@pytest.mark.compiled
def test_the_node_count_is_the_one_on_file() -> None:
    """A change of the search changes this number; put the new one into the file and the message."""
    results = list(run_bench(table_mib=64))
    assert [(result.name, result.positions) for result in results] == [
        ("opening", 30),
        ("middle", 300),
        ("end", 1000),
    ]
    assert sum(result.nodes for result in results) == int(NODES_FILE.read_text())
    assert all(result.cpu_seconds > 0 and result.rival_seconds is None for result in results)


@pytest.mark.compiled
def test_the_node_count_of_max_connect4_is_the_one_on_file() -> None:
    results = list(run_bench(table_mib=64, rules=MAX_CONNECT_FOUR))
    assert [(result.name, result.positions) for result in results] == [
        ("opening", 10),
        ("middle", 200),
        ("end", 500),
    ]
    assert sum(result.nodes for result in results) == int(MAX_NODES_FILE.read_text())


def test_every_position_belongs_to_one_phase_and_occurs_once() -> None:
    positions = [Position.from_moves(moves) for moves, _ in CASES]
    assert len({min(position.key, position.mirror().key) for position in positions}) == len(positions)
    assert not any(position.is_over for position in positions)
    discs = [number for phase in PHASES for number in phase.discs]
    assert discs == list(range(42))


@pytest.mark.usefixtures("only_last_positions")
def test_a_rival_gets_the_same_positions_once_each() -> None:
    asked: list[tuple[int, ...]] = []

    def rival(game: Sequence[int]) -> int:
        asked.append(tuple(game))
        return SCORES[tuple(game)]

    (result,) = run_bench(table_mib=1, rival=rival)
    assert asked == [game for game in SCORES if len(game) in LAST.discs]
    assert result.positions == len(asked) > LAST.batch_size
    assert result.rival_seconds is not None


@pytest.mark.usefixtures("only_last_positions")
def test_a_rival_that_is_wrong_is_named_with_the_position() -> None:
    with pytest.raises(WrongScore, match=r"^[1-7]{39}: the rival says \+99; the score is "):
        list(run_bench(table_mib=1, rival=lambda _: 99))


@pytest.mark.usefixtures("only_last_positions")
def test_a_wrong_score_of_our_own_is_never_a_fast_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game, score = next((game, score) for game, score in SCORES.items() if len(game) in LAST.discs)
    monkeypatch.setattr(suite, "bench_cases", lambda _: [(game, score + 1)])
    with pytest.raises(
        WrongScore, match=re.escape(f"Claimeven says {score:+d}; the score is {score + 1:+d}")
    ):
        list(run_bench(table_mib=1))
