"""What a worker answers is what the solver says, column by column."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from claimeven.batch.unit import NO_DISC_FITS, Answer, Unit, solve_unit
from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Position
from claimeven.rules.variant import CONNECT_FOUR, MAX_CONNECT_FOUR, Variant
from claimeven.search.solver import Solver
from strategies import random_moves

pytestmark = pytest.mark.compiled


def unit_of(positions: list[Position], *, columns: bool = True, book: bool = True) -> Unit:
    first = positions[0]
    keys = np.array([position.key for position in positions], np.uint64)
    return Unit(
        size=(first.geometry.columns, first.geometry.rows),
        variant=first.variant.name,
        ply=first.ply,
        keys=keys.tobytes(),
        columns=columns,
        book=book,
        table_mib=1,
    )


def columns_of(unit: Unit, answer: Answer) -> list[list[int | None]]:
    assert answer.columns is not None
    rows = np.frombuffer(answer.columns, np.int8).reshape(len(unit), unit.size[0])
    return [[None if value == NO_DISC_FITS else value for value in row] for row in rows.tolist()]


@pytest.mark.parametrize("variant", [CONNECT_FOUR, MAX_CONNECT_FOUR], ids=lambda variant: variant.name)
@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (5, 5), (8, 7), (4, 4)])
def test_columns_and_scores(columns: int, rows: int, variant: Variant) -> None:
    geometry = Geometry(columns, rows)
    chance = random.Random(f"{geometry} {variant.name}")
    solver = Solver(table_mib=1, book=None)
    for left in (1, 2, 3, 8, 13):
        games = [random_moves(geometry.cells - left, chance, geometry) for _ in range(12)]
        positions = [Position.from_moves(game, geometry, variant) for game in games]
        unit = unit_of(positions)
        answer = solve_unit(unit)
        analyses = [solver.analyze(position) for position in positions]
        expected = [
            [None if score is None else int(score) for score in analysis.columns] for analysis in analyses
        ]
        assert columns_of(unit, answer) == expected
        assert list(np.frombuffer(answer.scores, np.int8)) == [int(analysis.score) for analysis in analyses]
        alone = solve_unit(replace(unit, columns=False))
        assert (alone.scores, alone.columns) == (answer.scores, None)


def test_early_positions_come_from_the_book_if_that_is_wanted() -> None:
    position = Position.from_moves("44")
    unit = unit_of([position])
    answer = solve_unit(unit)
    assert answer.nodes == 0
    assert columns_of(unit, answer) == [[int(score) for score in Solver().analyze(position).columns if score]]
    late = unit_of([Position.from_moves("44444432223353567")], columns=False, book=False)
    assert solve_unit(late).nodes > 0


def test_an_answer_tells_its_cost_and_where_it_comes_from() -> None:
    answer = solve_unit(unit_of([Position.from_moves("4444443222335356")]))
    assert answer.nodes > 0
    assert answer.cpu_seconds > 0
    assert answer.seconds > 0
    assert answer.version.count(".") >= 1
