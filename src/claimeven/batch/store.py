"""Store: the positions of a job and their results, in one SQLite file.

Results are added in transactions as they arrive, so that a killed job loses only what was being solved. A
stored result is never replaced. While a process has the store open, others may read it but not open it as a
job: the file ``PATH-lock`` is locked.

Every row has a checksum that is compared whenever it is read, so that a flipped bit, a lost page or an edited
row raises StoreError. The checksum of a position or result depends on the description of the job as well, so
that no result is taken for one of another job.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from filelock import BaseFileLock, FileLock, Timeout

from claimeven.batch.chunk import Chunk, ChunkResult
from claimeven.errors import StoreError, WrongScore, one_line
from claimeven.rules.rules import Rules
from claimeven.solver.board_arrays import Words
from claimeven.solver.boards import Boards

FORMAT = 3
APPLICATION_ID = int.from_bytes(b"clev")  # SQLite's application_id; FORMAT is its user_version
BEFORE_ALL_KEYS = -(1 << 63)
SCHEMA = """
CREATE TABLE IF NOT EXISTS metadata (
    name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS positions (
    ply INTEGER NOT NULL, key INTEGER NOT NULL, score INTEGER, more BLOB, checksum INTEGER NOT NULL,
    PRIMARY KEY (ply, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chunks (
    number INTEGER PRIMARY KEY, ply INTEGER NOT NULL, positions INTEGER NOT NULL, nodes INTEGER NOT NULL,
    cpu_seconds REAL NOT NULL, seconds REAL NOT NULL, version TEXT NOT NULL, checksum INTEGER NOT NULL
);
"""
POSITION_STRUCT = struct.Struct("<bq")  # ply and key
RESULT_STRUCT = struct.Struct("<bqb")  # ply, key and score


class StoredResult(NamedTuple):
    """The result of one position: its score, and the bytes of what else was wanted (``ChunkResult.more``)."""

    score: int
    more: bytes | None

    def __str__(self) -> str:
        """Return the result for messages, with the signed bytes as numbers."""
        score = f"{self.score:+d}" if self.score else "0"
        if not self.more:
            return score
        columns = np.frombuffer(self.more, np.int8).tolist()
        return f"{score} with columns {columns}"


class PlyCost(NamedTuple):
    """The cost of all solved positions with ``ply`` discs."""

    ply: int
    positions: int
    nodes: int
    cpu_seconds: float
    seconds: float


class Store:
    """The file at ``path``, which is created if it does not exist; raise StoreError for any other file.

    ``description`` identifies the job; raise StoreError if the store was made for another one.
    """

    def __init__(self, path: str, rules: Rules, description: dict[str, str]) -> None:
        self.path = path
        self._rules = rules
        self._seed = _checksum(sorted(description.items()))
        self._lock = _acquire_lock(path)
        try:
            with self._store_errors():
                self._connection = sqlite3.connect(path, isolation_level="IMMEDIATE")
                self._require_format()
                self._connection.execute("PRAGMA journal_mode = WAL")
                # A kill loses nothing, a power cut at most a chunk.
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.executescript(SCHEMA)
            self._require_description(description)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file and release the lock; SQLite's helper files are removed."""
        if hasattr(self, "_connection"):
            self._connection.close()
        if self._lock.is_locked:
            # Before the release: later the file may be another process's. Windows cannot delete an open file;
            # there, filelock deletes it on release.
            with contextlib.suppress(OSError):
                os.unlink(self._lock.lock_file)
            self._lock.release()

    def discard(self) -> None:
        """Close and delete the file."""
        self._connection.close()
        for helper in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path + helper)
        self.close()

    def get_meta(self, name: str) -> str | None:
        """Return a metadata value of the job, None if it is not set."""
        for value, checksum in self._select("SELECT value, checksum FROM metadata WHERE name = ?", name):
            if checksum != _checksum((name, value)):
                raise self.damaged()
            return str(value)
        return None

    def set_meta(self, name: str, value: str) -> None:
        """Set a metadata value of the job."""
        with self._writing() as connection:
            row = (name, value, _checksum((name, value)))
            connection.execute("INSERT OR REPLACE INTO metadata VALUES (?, ?, ?)", row)

    def clear(self) -> None:
        """Delete all positions."""
        with self._writing() as connection:
            connection.execute("DELETE FROM positions")

    def add(self, plies: Iterable[int], keys: Words) -> None:
        """Add positions; those that are already there stay as they are."""
        positions = sorted(zip(plies, keys.view(np.int64).tolist(), strict=True))
        rows = [(ply, key, self._checksum(ply, key)) for ply, key in positions]
        with self._writing() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO positions (ply, key, checksum) VALUES (?, ?, ?)", rows
            )

    def counts(self, *, waiting: bool = False) -> dict[int, int]:
        """Return the number of positions, or of those ``waiting`` for a result, by number of discs."""
        where = "WHERE score IS NULL" if waiting else ""
        rows = self._select(f"SELECT ply, COUNT(*) FROM positions {where} GROUP BY ply ORDER BY ply")
        if any(ply not in range(self._rules.cells) for ply, _ in rows):
            raise self.damaged()
        return dict(rows)

    def waiting(self, ply: int, after_key: int, max_keys: int) -> list[int]:
        """Return the next keys (int64, ascending) after ``after_key`` without a result."""
        where = "score IS NULL AND ply = ? AND key > ?"
        rows = self._rows(where, (ply, after_key), after=(ply, after_key), max_rows=max_keys)
        return [key for _, key, _, _ in rows]

    def record(self, chunk: Chunk, result: ChunkResult) -> None:
        """Store the results of a chunk; raise WrongScore if one contradicts a stored result."""
        keys = np.frombuffer(chunk.keys, np.int64).tolist()
        results = _split_results(result, len(keys))
        rows = []
        for key, (score, more) in zip(keys, results, strict=True):
            checksum = self._checksum(chunk.ply, key, score, more)
            rows.append((score, more, checksum, chunk.ply, key))
        spent = (
            chunk.ply,
            len(rows),
            result.nodes,
            float(result.cpu_seconds),  # SQLite returns floats, and the checksum is that of what it returns
            float(result.seconds),
            result.version,
        )
        with self._writing() as connection:
            done = connection.executemany(
                "UPDATE positions SET score = ?, more = ?, checksum = ? "
                "WHERE ply = ? AND key = ? AND score IS NULL",
                rows,
            )
            if done.rowcount < len(rows):
                self._require_same(chunk.ply, zip(keys, results, strict=True))
            connection.execute(
                "INSERT INTO chunks (ply, positions, nodes, cpu_seconds, seconds, version, checksum) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*spent, _checksum(spent)),
            )

    def lookup(self, ply: int, key: int) -> StoredResult | None:
        """Return the result of a position by its key (int64), None if there is none."""
        return next(self.lookups([(ply, key)]))

    def lookups(self, positions: Iterable[tuple[int, int]]) -> Iterator[StoredResult | None]:
        """Yield the results of positions, given by number of discs and key; None where there is none."""
        query = "SELECT score, more, checksum FROM positions WHERE ply = ? AND key = ? AND score IS NOT NULL"
        with self._store_errors():
            for ply, key in positions:
                row = self._connection.execute(query, (ply, key)).fetchone()
                if row is None:
                    yield None
                    continue
                score, more, checksum = row
                if self._checksum(ply, key, score, more) != checksum:
                    raise self.damaged()
                yield StoredResult(score, more)

    def results(self) -> Iterator[tuple[int, StoredResult]]:
        """Yield key (int64) and result of every solved position, by number of discs and then by key."""
        for _, key, score, more in self._rows("score IS NOT NULL"):
            yield key, StoredResult(score, more)

    def spent(self) -> list[PlyCost]:
        """Return the cost of all solved positions, by number of discs."""
        columns = "ply, positions, nodes, cpu_seconds, seconds, version"
        for *chunk, checksum in self._select(f"SELECT {columns}, checksum FROM chunks"):
            if _checksum(tuple(chunk)) != checksum:
                raise self.damaged()
        sums = "SUM(positions), SUM(nodes), SUM(cpu_seconds), SUM(seconds)"
        rows = self._select(f"SELECT ply, {sums} FROM chunks GROUP BY ply ORDER BY ply")
        return [PlyCost(*row) for row in rows]

    def damaged(self) -> StoreError:
        """Return the error for a file with impossible contents."""
        return StoreError(f"{self.path} is damaged; delete it and rerun the command")

    def _require_format(self) -> None:
        """Mark a new file as a store; raise StoreError for any other database and for another format."""
        ((application_id,),) = self._select("PRAGMA application_id")
        ((format_number,),) = self._select("PRAGMA user_version")
        ((tables,),) = self._select("SELECT COUNT(*) FROM sqlite_master")
        if tables and application_id != APPLICATION_ID:
            raise StoreError(f"{self.path} is a database of another program; expected a store of this one")
        if tables and format_number != FORMAT:
            raise StoreError(
                f"{self.path} is a store of format {format_number}, made by another version; expected "
                f"{FORMAT}: choose another output, or delete the store with its results"
            )
        self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self._connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _require_description(self, description: dict[str, str]) -> None:
        """Store the description of the job, or raise StoreError if the store has another one."""
        for name, wanted in description.items():
            found = self.get_meta(name)
            if found is None:
                self.set_meta(name, wanted)
            elif found != wanted:
                raise StoreError(
                    f"{self.path} is the store of another job: its {name} is {found}, here it is {wanted}; "
                    "choose another output, or delete the store with its results"
                )

    def _require_same(self, ply: int, results: Iterable[tuple[int, StoredResult]]) -> None:
        """Raise WrongScore at the first result that differs from the stored one."""
        for key, found in results:
            stored = self.lookup(ply, key)
            if stored != found:
                board = Boards.from_keys(np.array([key], np.int64).view(np.uint64), self._rules)
                raise WrongScore(
                    f"{self.path}: own discs {board.own[0]:#x} of {board.filled[0]:#x} have a stored result "
                    f"of {stored or 'nothing'}, a worker says {found}; the store is unchanged"
                )

    def _checksum(self, ply: int, key: int, score: int | None = None, more: bytes | None = None) -> int:
        """Return the checksum of a position or of its result.

        Raise struct.error or TypeError for values that neither can have.
        """
        if score is None:
            packed = POSITION_STRUCT.pack(ply, key)
        else:
            packed = RESULT_STRUCT.pack(ply, key, score)
        return zlib.crc32(more or b"", zlib.crc32(packed, self._seed))

    def _rows(
        self,
        where: str,
        arguments: tuple[int, ...] = (),
        *,
        after: tuple[int, int] = (-1, 0),
        max_rows: int = -1,
    ) -> Iterator[tuple[Any, ...]]:
        """Yield ply, key, score and more of some positions, in order of ply and key.

        Raise StoreError if one is not ``after`` that ply and key, or has a wrong checksum.
        """
        query = (
            f"SELECT ply, key, score, more, checksum FROM positions WHERE {where} ORDER BY ply, key LIMIT ?"
        )
        with self._store_errors():
            for ply, key, score, more, checksum in self._connection.execute(query, (*arguments, max_rows)):
                if self._checksum(ply, key, score, more) != checksum or (ply, key) <= after:
                    raise self.damaged()
                yield ply, key, score, more
                after = (ply, key)

    def _select(self, query: str, *arguments: int | str) -> list[tuple[Any, ...]]:
        """Return all rows that a query finds."""
        with self._store_errors():
            return self._connection.execute(query, arguments).fetchall()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction, which is rolled back when something is raised."""
        with self._store_errors(), self._connection as connection:
            yield connection

    @contextlib.contextmanager
    def _store_errors(self) -> Iterator[None]:
        """Turn errors of SQLite, and those of values that cannot be in a store, into StoreError."""
        try:
            yield
        except (struct.error, TypeError) as error:
            raise self.damaged() from error
        except sqlite3.Error as error:
            raise StoreError(
                f"{self.path}: {one_line(error)}; expected a store of this program, in a folder that has "
                "room and can be written to"
            ) from error


def _split_results(result: ChunkResult, count: int) -> list[StoredResult]:
    """Return the results of the ``count`` positions of a chunk one by one."""
    scores = np.frombuffer(result.scores, np.int8).tolist()
    if result.more is None:
        return [StoredResult(score, None) for score in scores]
    width = len(result.more) // count
    results = []
    for index, score in enumerate(scores):
        more = result.more[index * width : (index + 1) * width]
        results.append(StoredResult(score, more))
    return results


def _acquire_lock(path: str) -> BaseFileLock:
    """Acquire the lock of a store; raise StoreError if another process has it.

    A process that is killed leaves the lock file behind, but no longer locked.
    """
    lock = FileLock(f"{path}-lock", thread_local=False)
    try:
        with open(lock.lock_file, "ab"):  # filelock itself would create a missing folder
            pass
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError(f"{path} is in use by another process; wait for it or stop it") from None
    except OSError as error:
        raise StoreError(
            f"{path}: {error.strerror or error}; expected a folder that exists and can be written to"
        ) from None
    return lock


def _checksum(values: object) -> int:
    """Return the checksum of plain values."""
    return zlib.crc32(repr(values).encode(errors="surrogatepass"))
