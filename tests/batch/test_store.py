"""The store: results are never replaced, and any other file is rejected."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from claimeven.batch.chunk import Chunk, ChunkResult, Wanted
from claimeven.batch.store import BEFORE_ALL_KEYS, Store
from claimeven.errors import StoreError, WrongScore
from claimeven.rules.rules import CONNECT_FOUR

KIND = {"variant": "four", "purpose": "a test"}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "work.sqlite")


@pytest.fixture
def store(path: str) -> Iterator[Store]:
    opened = open_store(path)
    yield opened
    opened.close()


def open_store(path: str, **kind: str) -> Store:
    return Store(path, CONNECT_FOUR, {**KIND, **kind})


def words(keys: list[int]) -> bytes:
    return np.array(keys, np.int64).tobytes()


def chunk(keys: list[int], ply: int = 40) -> Chunk:
    return Chunk(rules=CONNECT_FOUR, ply=ply, keys=words(keys), wanted=Wanted.SCORE, book=False, table_mib=1)


def answer(scores: list[int], more: bytes | None = None) -> ChunkResult:
    return ChunkResult(
        scores=np.array(scores, np.int8).tobytes(),
        more=more,
        nodes=7,
        cpu_seconds=0.5,
        seconds=1.0,
        version="1.0",
    )


def add(store: Store, keys: list[int], ply: int = 40) -> None:
    store.add([ply] * len(keys), np.array(keys, np.int64).view(np.uint64))


def test_positions_wait_until_they_have_a_result(store: Store) -> None:
    add(store, [5, 3, -9])
    add(store, [3, 8])
    add(store, [1], ply=39)
    assert store.counts() == {39: 1, 40: 4}
    assert store.waiting(40, BEFORE_ALL_KEYS, 3) == [-9, 3, 5]
    store.record(chunk([3, 5]), answer([1, -1]))
    assert store.waiting(40, BEFORE_ALL_KEYS, 3) == [-9, 8]
    assert store.waiting(40, -9, 3) == [8]
    assert store.counts(waiting=True) == {39: 1, 40: 2}
    assert store.lookup(40, 5) == (-1, None)
    assert store.lookup(40, 8) is None
    assert store.lookup(40, 77) is None
    assert [(key, stored.score) for key, stored in store.results()] == [(3, 1), (5, -1)]
    assert store.spent() == [(40, 2, 7, 0.5, 1.0)]


def test_everything_is_there_after_reopening(path: str) -> None:
    store = open_store(path)
    add(store, [3, 5])
    store.record(chunk([3]), answer([1], b"1234567"))
    store.set_meta("rows", "2")
    store.close()
    assert os.listdir(os.path.dirname(path)) == ["work.sqlite"]
    again = open_store(path)
    assert (again.lookup(40, 3), again.get_meta("rows"), again.waiting(40, BEFORE_ALL_KEYS, 9)) == (
        (1, b"1234567"),
        "2",
        [5],
    )
    again.close()


def test_the_same_result_once_more_changes_nothing(store: Store) -> None:
    add(store, [3, 5])
    store.record(chunk([3]), answer([1]))
    store.record(chunk([3, 5]), answer([1, 2]))
    assert store.lookup(40, 5) == (2, None)


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        (answer([1]), answer([2]), "stored result of +1, a worker says +2"),
        (answer([1], b"\1\0\0\0\0\0\0"), answer([1], b"\1\1\0\0\0\0\0"), "says +1 with columns [1, 1, 0"),
    ],
)
def test_a_result_that_disagrees_is_shown_and_not_stored(
    store: Store, first: ChunkResult, second: ChunkResult, shown: str
) -> None:
    add(store, [3, 5])
    store.record(chunk([5]), first)
    before = store.lookup(40, 5)
    both = ChunkResult(
        scores=b"\0" + second.scores,
        more=None if second.more is None else bytes(7) + second.more,
        nodes=0,
        cpu_seconds=0,
        seconds=0,
        version="",
    )
    with pytest.raises(WrongScore) as raised:
        store.record(chunk([3, 5]), both)
    assert shown in str(raised.value)
    assert store.lookup(40, 5) == before
    assert store.lookup(40, 3) is None
    assert len(store.spent()) == 1


def test_a_result_of_a_position_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(WrongScore, match="stored result of nothing"):
        store.record(chunk([3]), answer([1]))


def test_the_store_of_another_job_is_refused(path: str) -> None:
    open_store(path).close()
    with pytest.raises(StoreError, match="its purpose is a test, here it is another; choose another output"):
        open_store(path, purpose="another")
    open_store(path).close()


def test_a_store_of_another_format_is_refused(path: str, store: Store) -> None:
    store.close()
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA user_version = 1")
        file.execute("ALTER TABLE metadata DROP COLUMN checksum")
    with pytest.raises(StoreError, match="is a store of format 1, made by another version"):
        open_store(path)


def test_a_file_that_is_not_a_store_is_rejected_and_kept(path: str) -> None:
    with open(path, "wb") as file:
        file.write(b"moves score\n" * 200)
    with pytest.raises(StoreError, match="not a database"):
        open_store(path)
    assert os.path.getsize(path) == 2400
    os.unlink(path)
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(StoreError, match="a database of another program"):
        open_store(path)
    assert os.listdir(os.path.dirname(path)) == ["work.sqlite"]


def test_a_store_is_open_in_one_process_at_a_time(path: str, store: Store) -> None:
    with pytest.raises(StoreError, match="in use by another process"):
        open_store(path)
    add(store, [3])  # and the first is not disturbed


def test_a_killed_process_leaves_no_lock(path: str) -> None:
    script = f"""
import os, signal
from claimeven.batch.store import Store
from claimeven.rules.rules import Rules
from claimeven.rules.rules import CONNECT_FOUR
store = Store({path!r}, CONNECT_FOUR, {KIND!r})
store.set_meta("seen", "yes")
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", script], check=False)
    assert os.path.exists(f"{path}-lock")
    store = open_store(path)
    assert store.get_meta("seen") == "yes"
    store.close()
    assert not os.path.exists(f"{path}-lock")


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="expected a folder that exists and can be written to"):
        open_store(str(tmp_path / "nowhere" / "work.sqlite"))
    assert os.listdir(tmp_path) == []


def test_a_full_disk_is_reported_and_loses_nothing(store: Store) -> None:
    add(store, list(range(1, 200)))
    store.record(chunk([3]), answer([1]))
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")  # SQLite then acts as on a full disk
    with pytest.raises(StoreError, match=r"work.sqlite: database or disk is full; .* has room"):
        add(store, list(range(1000, 20000)))
    assert store.counts() == {40: 199}
    assert store.lookup(40, 3) == (1, None)


def test_a_store_can_be_discarded(path: str, store: Store) -> None:
    add(store, [3])
    store.discard()
    assert os.listdir(os.path.dirname(path)) == []
