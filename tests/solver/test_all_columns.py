"""All columns in one search: each is told when it is found, and what is known is not searched."""

from __future__ import annotations

import pytest

from claimeven.rules.score import Score
from claimeven.solver.limits import Limit, Progress
from claimeven.solver.solver import Account, Solver
from suites import sample


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_each_column_is_told_once_when_it_is_found(threads: int) -> None:
    for position, _ in sample("opening", 3) + sample("end", 3):
        told: dict[int, int] = {}
        counts: list[int] = []

        def found(column: int, score: Score, told: dict[int, int] = told) -> None:
            assert column not in told
            told[column] = int(score)

        def listen(_: Progress, told: dict[int, int] = told, counts: list[int] = counts) -> None:
            counts.append(len(told))

        solver = Solver(table_mib=1, threads=threads, book=None)
        columns = Account(solver, position, Limit(), listen).columns(position, found)
        assert columns == Solver(book=None).columns(position)
        playable = [column for column in position.rules.centre_first if column in position.playable]
        assert list(told) == playable, "the centre first"
        assert told == {column: int(score) for column, score in enumerate(columns) if score is not None}
        assert counts == sorted(counts)


@pytest.mark.compiled
def test_columns_that_are_known_are_neither_searched_nor_told() -> None:
    (position, _), *_ = sample("opening", 2)
    scores = {column: Score(-99, position.left) for column in position.playable[1:]}
    told: list[int] = []
    account = Account(Solver(book=None), position, Limit(), None, scores)
    columns = account.columns(position, lambda column, _: told.append(column))
    assert told == [position.playable[0]]
    assert [columns[column] for column in scores] == list(scores.values())
