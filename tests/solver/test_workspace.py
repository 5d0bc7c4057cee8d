"""Tables: which can be had, and when they are made."""

from __future__ import annotations

import ctypes

import pytest

from claimeven.errors import TableError
from claimeven.kernels.layout import BUSY_MARKS, WORD_BYTES
from claimeven.rules.position import Position
from claimeven.solver import solver as solver_module
from claimeven.solver.solver import Solver
from claimeven.solver.workspace import Table

EMPTY_BOARD_SCORE = 1


@pytest.mark.parametrize("mebibytes", [-1, 0, 1 << 30, 1 << 60])
def test_an_impossible_table_is_rejected_with_what_is_possible(mebibytes: int) -> None:
    with pytest.raises(TableError, match=rf"a table of {mebibytes} MiB is not possible; .* 1 to [0-9]+ MiB"):
        Solver(table_mib=mebibytes, book=None)


@pytest.mark.parametrize("threads", [-1, 0, 65])
def test_numbers_of_threads_that_make_no_sense_are_refused(threads: int) -> None:
    with pytest.raises(TableError, match=f"threads must be 1 to 64, not {threads}"):
        Solver(threads=threads)


@pytest.mark.parametrize(("mebibytes", "entries"), [(1, 1 << 17), (2, 1 << 18), (3, 1 << 18), (4, 1 << 19)])
def test_a_table_has_a_power_of_two_of_empty_entries(mebibytes: int, entries: int) -> None:
    table = Table(mebibytes)
    assert table.words == entries + BUSY_MARKS
    assert not any(ctypes.string_at(table.address, table.words * WORD_BYTES))


def test_a_solver_that_only_uses_its_book_has_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "Table", None)
    solver = Solver()
    assert solver.score(Position()) == EMPTY_BOARD_SCORE
    assert solver.analyze(Position.from_moves("4")).best == (3,)
