"""Making a book as a job: right scores, the same file after a kill, nothing solved twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

import naive
from claimeven.batch import job as job_module
from claimeven.batch.book import BookPlan, make_book
from claimeven.batch.book_check import contradictions, entries_of
from claimeven.batch.book_positions import children_of, early_positions
from claimeven.errors import BookError, StoreError
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.book import game_to
from claimeven.solver.book_file import parse_book
from claimeven.solver.solver import Solver
from commands import run_process, start
from stores import solved_in, wait_for_results
from strategies import naive_board
from worker_pools import InlinePool

SMALL = Rules(4, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(4, 4)
pytestmark = pytest.mark.compiled  # the workers are processes that compile


def plan(
    plies: int,
    *,
    rules: Rules = SMALL,
    lines: int | None = None,
    repertoire: int | None = None,
) -> BookPlan:
    return BookPlan(rules=rules, plies=plies, lines=lines, repertoire=repertoire)


def test_every_entry_has_the_score_of_the_oracle(tmp_path: Path) -> None:
    made = make_book(plan(4, lines=1), tmp_path / "store", workers=1)
    assert len(made.book) > sum(len(layer) for layer in early_positions(SMALL, 4))
    for position, score in entries_of(made.book):
        game = game_to(position)
        assert game is not None
        assert score == naive.score(naive_board(SMALL, list(game))), game
    assert made.book.plies == 4
    assert made.solved == len(early_positions(SMALL, 4)[4])
    assert made.nodes > 0


def test_max_connect4_has_margins(tmp_path: Path) -> None:
    made = make_book(plan(2, rules=MAX_SMALL), tmp_path / "store", workers=1)
    assert made.book.rules == MAX_SMALL
    solver = Solver(table_mib=1, book=None)
    assert all(solver.score(position) == score for position, score in entries_of(made.book))
    assert list(contradictions(made.book)) == []


def test_a_store_of_another_book_is_refused(tmp_path: Path) -> None:
    make_book(plan(1), tmp_path / "store", workers=1)
    with pytest.raises(StoreError, match="its purpose is the last ply of a book of 1 plies"):
        make_book(plan(2), tmp_path / "store", workers=1)


@pytest.mark.parametrize(
    ("plies", "lines", "repertoire", "message"),
    [
        (16, None, None, "a book of 16 plies; on 4x4 it can have 0 to 15"),
        (-1, None, None, "a book of -1 plies; on 4x4 it can have 0 to 15"),
        (2, 3, None, "lines from 3 discs in a book of 2 plies; expected 0 to 2"),
        (2, None, 16, "a repertoire of 16 plies; on 4x4 it can have 0 to 15"),
    ],
)
def test_invalid_plans(plies: int, lines: int | None, repertoire: int | None, message: str) -> None:
    with pytest.raises(BookError, match=message):
        plan(plies, lines=lines, repertoire=repertoire)


@pytest.mark.parametrize("rules", [SMALL, MAX_SMALL], ids=lambda rules: rules.name)
@pytest.mark.parametrize("plies", [0, 2])
def test_a_repertoire_has_every_move_of_a_perfect_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: Rules, plies: int
) -> None:
    monkeypatch.setattr(job_module, "LocalPool", InlinePool.fresh())
    last = 7
    made = make_book(plan(plies, rules=rules, repertoire=last), tmp_path / "store", workers=1)
    assert list(contradictions(made.book)) == []
    solver = Solver(table_mib=1, book=None)
    empty = Position(0, 0, rules)
    met: set[Position] = {empty, *children_of(empty)}
    waiting = list(met)
    while waiting:
        position = waiting.pop()
        analysis = solver.analyze(position)
        assert made.book.score(position) == analysis.score
        assert made.book.best_column(position) == analysis.best[0]
        after = position.play(analysis.best[0])
        assert after.is_over or made.book.score(after) == -analysis.score
        replies = set(children_of(after)) - met
        waiting += [reply for reply in replies if reply.ply <= last and not reply.is_over]
        met |= replies
    assert {position.ply for position, _ in entries_of(made.book)} == set(range(last + 2))
    again = make_book(plan(plies, rules=rules, repertoire=last), tmp_path / "store", workers=1)
    assert (again.data, again.solved) == (made.data, made.solved)
    assert sum(len(chunk) for chunk in InlinePool.chunks) == made.solved


def test_killed_and_run_again_it_makes_the_same_file_and_solves_nothing_twice(tmp_path: Path) -> None:
    book, store = tmp_path / "killed.bin", tmp_path / "killed.bin.work.sqlite"
    command = ("book", "build", "--size", "6x5", "--plies", "4", "--workers", "1")
    process = start(*command, str(book), stderr=subprocess.DEVNULL)
    wait_for_results(store, process)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not book.exists()
    before = solved_in(store)
    assert run_process(*command, str(book)).code == 0
    undisturbed = tmp_path / "undisturbed.bin"
    assert run_process(*command, str(undisturbed)).code == 0
    assert book.read_bytes() == undisturbed.read_bytes()
    total = len(early_positions(Rules(6, 5), 4)[4])
    assert 0 < before < total
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("SELECT SUM(positions) FROM chunks").fetchone() == (total,)
    empty = Position(rules=Rules(6, 5))
    assert parse_book(book.read_bytes()).score(empty) == int(Solver(book=None).score(empty))
