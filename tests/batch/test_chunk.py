"""A worker finds the same results as the solver, column by column."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from claimeven.batch.book_check import entries_of
from claimeven.batch.chunk import Chunk, ChunkResult, Wanted, solve_chunk
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.book_file import packaged_book
from claimeven.solver.limits import NO_SCORE
from claimeven.solver.solver import Solver
from strategies import random_moves

pytestmark = pytest.mark.compiled


def chunk_of(positions: list[Position], *, wanted: Wanted = Wanted.COLUMNS, book: bool = True) -> Chunk:
    first = positions[0]
    keys = np.array([position.key for position in positions], np.uint64)
    return Chunk(
        rules=first.rules,
        ply=first.ply,
        keys=keys.tobytes(),
        wanted=wanted,
        book=book,
        table_mib=1,
    )


def columns_of(chunk: Chunk, answer: ChunkResult) -> list[list[int | None]]:
    assert answer.more is not None
    rows = np.frombuffer(answer.more, np.int8).reshape(len(chunk), chunk.rules.columns)
    return [[None if value == NO_SCORE else value for value in row] for row in rows.tolist()]


@pytest.mark.parametrize("game", [CONNECT_FOUR, MAX_CONNECT_FOUR], ids=lambda game: game.name)
@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (5, 5), (8, 7), (4, 4)])
def test_columns_and_scores(columns: int, rows: int, game: Rules) -> None:
    rules = game.sized(columns, rows)
    rng = random.Random(f"{rules} {rules.name}")
    solver = Solver(table_mib=1, book=None)
    for left in (1, 2, 3, 8, 13):
        games = [random_moves(rules.cells - left, rng, rules) for _ in range(12)]
        positions = [Position.from_moves(game, rules) for game in games]
        chunk = chunk_of(positions)
        answer = solve_chunk(chunk)
        analyses = [solver.analyze(position) for position in positions]
        expected = [list(analysis.columns) for analysis in analyses]
        assert columns_of(chunk, answer) == expected
        assert list(np.frombuffer(answer.scores, np.int8)) == [analysis.score for analysis in analyses]
        alone = solve_chunk(replace(chunk, wanted=Wanted.SCORE))
        assert (alone.scores, alone.more) == (answer.scores, None)
        best = solve_chunk(replace(chunk, wanted=Wanted.BEST))
        assert best.scores == answer.scores
        assert columns_of(chunk, best) == [
            [score if score == max(x for x in row if x is not None) else None for score in row]
            for row in expected
        ]


def test_early_positions_come_from_the_book_if_that_is_wanted() -> None:
    position = Position.from_moves("44")
    chunk = chunk_of([position])
    answer = solve_chunk(chunk)
    assert answer.nodes == 0
    assert columns_of(chunk, answer) == [
        [int(score) for score in Solver().analyze(position).columns if score is not None]
    ]
    late = chunk_of([Position.from_moves("44444432223353567")], wanted=Wanted.SCORE, book=False)
    assert solve_chunk(late).nodes > 0


def test_later_positions_of_the_book_are_known_as_well() -> None:
    book = packaged_book(MAX_CONNECT_FOUR)
    late = [position for position, _ in entries_of(book) if position.ply == book.plies + 4][:50]
    positions = [image for position in late for image in (position, position.mirror())]
    answer = solve_chunk(chunk_of(positions, wanted=Wanted.SCORE))
    assert answer.nodes == 0
    assert list(np.frombuffer(answer.scores, np.int8)) == [book.score(position) for position in positions]


def test_a_result_has_its_cost_and_the_version_of_its_worker() -> None:
    answer = solve_chunk(chunk_of([Position.from_moves("4444443222335356")]))
    assert answer.nodes > 0
    assert answer.cpu_seconds > 0
    assert answer.seconds > 0
    assert answer.version.count(".") >= 1


@pytest.mark.parametrize("game", [CONNECT_FOUR, MAX_CONNECT_FOUR], ids=lambda game: game.name)
@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (6, 5), (4, 4)])
def test_moves_are_the_first_best_columns_of_a_position_and_its_mirror_image(
    columns: int, rows: int, game: Rules
) -> None:
    rules = game.sized(columns, rows)
    rng, solver = random.Random(f"{rules} {rules.name}"), Solver(table_mib=1, book=None)
    for left in (1, 2, 7, 12):
        games = [random_moves(rules.cells - left, rng, rules) for _ in range(20)]
        positions = [Position.from_moves(game, rules) for game in games]
        answer = solve_chunk(chunk_of(positions, wanted=Wanted.MOVE, book=False))
        assert answer.more is not None
        for number, position in enumerate(positions):
            analyses = [solver.analyze(image) for image in (position, position.mirror())]
            assert list(answer.more[2 * number :][:2]) == [analysis.best[0] for analysis in analyses]
            assert int(analyses[0].score) == np.frombuffer(answer.scores, np.int8)[number]
