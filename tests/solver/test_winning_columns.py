"""The columns that win are those with a positive score; a search in a thread stops with its asyncio task."""

from __future__ import annotations

import asyncio
import threading

import pytest

from claimeven.errors import GameOver, LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR
from claimeven.solver.limits import Limit
from claimeven.solver.solver import Solver

MANY_SECONDS = 60.0


def columns_above_zero(solver: Solver, position: Position) -> tuple[int, ...]:
    """The columns with a positive score, from the scores of all columns."""
    above_zero = []
    for column, score in enumerate(solver.columns(position)):
        if score is not None and score > 0:
            above_zero.append(column)
    return tuple(above_zero)


@pytest.mark.compiled
@pytest.mark.parametrize("moves", ["", "4455", "44444432655555323332", "7752445344223377111", "1212"])
def test_the_columns_that_win_have_positive_scores(moves: str) -> None:
    solver = Solver(table_mib=1)
    position = Position.from_moves(moves)
    assert solver.winning_columns(position) == columns_above_zero(solver, position)


@pytest.mark.compiled
def test_columns_win_in_max_connect4_as_well() -> None:
    solver = Solver(table_mib=1)
    position = Position.from_moves("12344321123", MAX_CONNECT_FOUR.sized(4, 4))
    assert solver.winning_columns(position) == columns_above_zero(solver, position)


def test_a_finished_game_has_no_side_to_win() -> None:
    with pytest.raises(GameOver):
        Solver(table_mib=1).winning_columns(Position.from_moves("1212121"))


@pytest.mark.compiled
def test_a_limit_gives_the_bounds_of_the_position() -> None:
    with pytest.raises(LimitReached) as stop:
        Solver(table_mib=1, book=None).winning_columns(Position(), Limit(nodes=1000))
    assert stop.value.lower < 0 < stop.value.upper


@pytest.mark.compiled
def test_cancelling_a_task_stops_the_search_in_its_thread() -> None:
    solver = Solver(table_mib=1, book=None)
    is_searching = threading.Event()
    has_stopped = threading.Event()

    def search(limit: Limit) -> None:
        try:
            solver.score(Position(), limit, progress=lambda _: is_searching.set())
        except LimitReached:
            has_stopped.set()

    async def search_in_thread() -> None:
        stop = threading.Event()
        try:
            await asyncio.to_thread(search, Limit(stop=stop))
        finally:
            stop.set()

    async def cancel() -> None:
        task = asyncio.create_task(search_in_thread())
        assert await asyncio.to_thread(is_searching.wait, MANY_SECONDS)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert has_stopped.wait(MANY_SECONDS)
