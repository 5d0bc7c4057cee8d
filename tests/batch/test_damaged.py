"""A damaged store: its results are right or solved again, or it is rejected in one line with its name."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from claimeven.batch import job as job_module
from claimeven.batch.book import BookPlan, make_book
from claimeven.batch.job import Job, JobProgress, Wanted
from claimeven.batch.label import Labelling
from claimeven.batch.rows import rows_of
from claimeven.errors import StoreError
from claimeven.formats.moves import write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from strategies import random_moves
from worker_pools import InlinePool

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("here")]

SMALL = Rules(4, 4)
TURNS = 150  # of a bit in a whole store, and in one of a job that was stopped


class Stopped(Exception):
    pass


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> type[InlinePool]:
    monkeypatch.setattr(job_module, "LocalPool", InlinePool)
    return InlinePool.fresh()


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    rng = random.Random(3)
    games = [write_moves(random_moves(ply, rng, CONNECT_FOUR)) for ply in range(30, 38) for _ in range(12)]
    path = tmp_path / "rows.txt"
    path.write_text("\n".join(games), encoding="ascii")
    return path


def label(rows: Path, output: Path, progress: Callable[[JobProgress], None] | None = None) -> bytes:
    labelling = Labelling.open(rows_of(str(rows)), str(output), CONNECT_FOUR, columns=True)
    with labelling.job, output.open("wb") as file:
        labelling.load(lambda _: None)
        labelling.job.run(workers=1, book=False, table_mib=1, progress=progress)
        labelling.write(file, ".tsv", lambda _: None)
        assert labelling.count == len(rows.read_text(encoding="ascii").splitlines())
    return output.read_bytes()


def store_of(output: Path) -> Path:
    return output.with_name(f"{output.name}.work.sqlite")


def halfway(progress: JobProgress) -> None:
    if progress.now:
        raise Stopped


@pytest.mark.parametrize("stop", [None, halfway], ids=["whole", "stopped"])
def test_a_flipped_bit_never_gives_a_wrong_label(
    rows: Path, tmp_path: Path, stop: Callable[[JobProgress], None] | None
) -> None:
    expected = label(rows, tmp_path / "expected.tsv")
    output = tmp_path / "out.tsv"
    with contextlib.suppress(Stopped):
        label(rows, output, stop)
    whole, rng = store_of(output).read_bytes(), random.Random(1)
    refusals = []
    for _ in range(TURNS):
        damaged, place = bytearray(whole), rng.randrange(len(whole))
        damaged[place] ^= 1 << rng.randrange(8)
        store_of(output).write_bytes(damaged)
        try:
            assert label(rows, output) == expected
        except StoreError as error:
            refusals.append(str(error))
    assert refusals  # or the bits were all in parts that are never read
    assert all(str(store_of(output)) in words and "\n" not in words for words in refusals)


EDITS = (
    "UPDATE positions SET score = -score + 1",
    "UPDATE positions SET score = score + 256 WHERE ply = 33",
    "UPDATE positions SET score = 'won' WHERE ply = 33",
    "UPDATE positions SET score = 1.5 WHERE ply = 33",
    "UPDATE positions SET score = NULL WHERE ply = 33",
    "UPDATE positions SET more = NULL WHERE ply = 33",
    "UPDATE positions SET more = 'seven!!' WHERE ply = 33",
    "UPDATE positions SET more = zeroblob(7) WHERE ply = 33",
    "UPDATE positions SET more = zeroblob(1000000) WHERE ply = 33",
    "UPDATE positions SET (score, more, checksum) = (SELECT score, more, checksum FROM positions LIMIT 1)",
    "UPDATE positions SET key = key + 1",
    "UPDATE positions SET key = 'none' WHERE key = (SELECT MAX(key) FROM positions)",
    "UPDATE positions SET ply = ply + 1",
    "UPDATE positions SET ply = -999999999999",
    "UPDATE positions SET ply = 'many', score = NULL WHERE key = (SELECT MAX(key) FROM positions)",
    "UPDATE positions SET checksum = 0",
    "UPDATE positions SET checksum = 'none'",
    "DELETE FROM positions WHERE ply = 33",
    "DROP TABLE positions",
    "UPDATE chunks SET positions = 0",
    "UPDATE chunks SET seconds = 'long'",
    "UPDATE chunks SET ply = -5",
    "UPDATE metadata SET value = value || '0'",
    "UPDATE metadata SET value = 'many' WHERE name = 'rows'",
    "UPDATE metadata SET value = x'ff' WHERE name = 'purpose'",
)


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_row_is_refused(rows: Path, tmp_path: Path, edit: str) -> None:
    output = tmp_path / "out.tsv"
    label(rows, output)
    with contextlib.closing(sqlite3.connect(store_of(output))) as store, store:
        store.execute(edit)
    with pytest.raises(StoreError, match=r"out\.tsv\.work\.sqlite"):
        label(rows, output)


@pytest.mark.parametrize("forgotten", ["DELETE FROM metadata", "DROP TABLE metadata"])
def test_a_store_without_a_description_gets_it_again(rows: Path, tmp_path: Path, forgotten: str) -> None:
    output = tmp_path / "out.tsv"
    expected = label(rows, output)
    with contextlib.closing(sqlite3.connect(store_of(output))) as store, store:
        store.execute(forgotten)
    assert label(rows, output) == expected


def test_results_of_another_job_are_never_taken_for_its_own(tmp_path: Path) -> None:
    path, position = tmp_path / "work.sqlite", Position.from_moves("12341234", SMALL)
    with Job.open(path, purpose="a test", rules=SMALL, wanted=Wanted.BEST) as job:
        job.load([position])
        job.run(workers=1, book=False, table_mib=1)
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        store.execute("DELETE FROM metadata WHERE name = 'result'")
    with (
        Job.open(path, purpose="a test", rules=SMALL, wanted=Wanted.COLUMNS) as job,
        pytest.raises(StoreError, match=r"work\.sqlite is damaged; delete it and rerun the command"),
    ):
        job.result(position)


def test_a_book_misses_no_position_that_its_store_has_lost(tmp_path: Path) -> None:
    path, plan = tmp_path / "work.sqlite", BookPlan(rules=SMALL, plies=4)
    make_book(plan, path, workers=1, table_mib=1)
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        store.execute("DELETE FROM positions WHERE key = (SELECT MAX(key) FROM positions)")
    with pytest.raises(StoreError, match=r"work\.sqlite is damaged"):
        make_book(plan, path, workers=1, table_mib=1)
