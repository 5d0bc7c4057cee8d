"""Store: the positions of a job and their results, in one SQLite file.

Results are added in transactions as they arrive, so that a killed job loses only what was being solved. A
result that is there is never replaced. While a process has the store open, others may read it and not open it
as a job: the file ``PATH-lock`` is locked.

Every row has a checksum, and what is read is compared with it, so that a bit that was turned, a page that got
lost or a row that was edited raises StoreError. That of a position or result depends on the kind of the job,
too: no result is taken for one of another job.
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
from claimeven.solver.boards import Words, boards_of_keys

FORMAT = 2
APPLICATION = int.from_bytes(b"clev")  # where SQLite notes whose file it is; FORMAT is its user_version
BEFORE_ALL_KEYS = -(1 << 63)
SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (
    name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS positions (
    ply INTEGER NOT NULL, key INTEGER NOT NULL, score INTEGER, more BLOB, checksum INTEGER NOT NULL,
    PRIMARY KEY (ply, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS units (
    number INTEGER PRIMARY KEY, ply INTEGER NOT NULL, positions INTEGER NOT NULL, nodes INTEGER NOT NULL,
    cpu_seconds REAL NOT NULL, seconds REAL NOT NULL, version TEXT NOT NULL, checksum INTEGER NOT NULL
);
"""
PLACE, RESULT = struct.Struct("<bq"), struct.Struct("<bqb")  # ply and key; ply, key and score


class Stored(NamedTuple):
    """The result of one position: its score, and the bytes of what else was wanted (``ChunkResult.more``)."""

    score: int
    more: bytes | None

    def __str__(self) -> str:
        """As messages show it, with the signed bytes as numbers."""
        words = f"{self.score:+d}" if self.score else "0"
        return f"{words} with columns {np.frombuffer(self.more, np.int8).tolist()}" if self.more else words


class Spent(NamedTuple):
    """What the solved positions of one number of discs have cost."""

    ply: int
    positions: int
    nodes: int
    cpu_seconds: float
    seconds: float


class Store:
    """The file at ``path``, which is made if it is not there; raises StoreError for anything else.

    ``kind`` describes the job: a store that was made for another one is refused.
    """

    def __init__(self, path: str, rules: Rules, kind: dict[str, str]) -> None:
        self.path = path
        self._rules = rules
        self._seed = _checksum(sorted(kind.items()))
        self._lock = _locked(path)
        try:
            with self._naming():
                self._connection = sqlite3.connect(path, isolation_level="IMMEDIATE")
                self._require_own()
                self._connection.execute("PRAGMA journal_mode = WAL")
                # A kill loses nothing, a power cut a chunk.
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.executescript(SCHEMA)
            self._require_kind(kind)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave one file, without the helpers that SQLite puts beside it."""
        if hasattr(self, "_connection"):
            self._connection.close()
        if self._lock.is_locked:
            # Later it might be another's. Windows deletes no open file; there, filelock does it on release.
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
        """Something noted about the job."""
        for value, checksum in self._select("SELECT value, checksum FROM facts WHERE name = ?", name):
            if checksum != _checksum((name, value)):
                raise self.damaged()
            return str(value)
        return None

    def set_meta(self, name: str, value: str) -> None:
        """Note something about the job."""
        with self._writing() as connection:
            row = name, value, _checksum((name, value))
            connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", row)

    def clear(self) -> None:
        """Forget all positions."""
        with self._writing() as connection:
            connection.execute("DELETE FROM positions")

    def add(self, plies: Iterable[int], keys: Words) -> None:
        """Add positions; those that are there stay as they are."""
        places = sorted(zip(plies, keys.view(np.int64).tolist(), strict=True))
        rows = [(ply, key, self._checksum(ply, key)) for ply, key in places]
        with self._writing() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO positions (ply, key, checksum) VALUES (?, ?, ?)", rows
            )

    def counts(self, *, waiting: bool = False) -> dict[int, int]:
        """How many positions there are of each number of discs, or how many of them wait for a result."""
        where = "WHERE score IS NULL" if waiting else ""
        rows = self._select(f"SELECT ply, COUNT(*) FROM positions {where} GROUP BY ply ORDER BY ply")
        if any(ply not in range(self._rules.cells) for ply, _ in rows):
            raise self.damaged()
        return dict(rows)

    def waiting(self, ply: int, after: int, most: int) -> list[int]:
        """The next keys (int64, ascending) without a result."""
        last = ply, after
        rows = self._rows("score IS NULL AND ply = ? AND key > ?", *last, after=last, most=most)
        return [key for _, key, _, _ in rows]

    def record(self, chunk: Chunk, answer: ChunkResult) -> None:
        """Store the results of a chunk; raises WrongScore if one contradicts a result that is there."""
        keys = np.frombuffer(chunk.keys, np.int64).tolist()
        scores = np.frombuffer(answer.scores, np.int8).tolist()
        more: list[bytes | None] = [None] * len(keys)
        if answer.more is not None:
            width = len(answer.more) // len(keys)
            more = [answer.more[i : i + width] for i in range(0, len(keys) * width, width)]
        checksums = [self._checksum(chunk.ply, *row) for row in zip(keys, scores, more, strict=True)]
        rows = list(zip(scores, more, checksums, [chunk.ply] * len(keys), keys, strict=True))
        seconds = float(answer.cpu_seconds), float(answer.seconds)  # as they come back
        spent = chunk.ply, len(rows), answer.nodes, *seconds, answer.version
        with self._writing() as connection:
            done = connection.executemany(
                "UPDATE positions SET score = ?, more = ?, checksum = ? "
                "WHERE ply = ? AND key = ? AND score IS NULL",
                rows,
            )
            if done.rowcount < len(rows):
                self._compare(chunk.ply, zip(keys, map(Stored, scores, more), strict=True))
            connection.execute(
                "INSERT INTO units (ply, positions, nodes, cpu_seconds, seconds, version, checksum) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*spent, _checksum(spent)),
            )

    def lookup(self, ply: int, key: int) -> Stored | None:
        """The result of a position by its key (int64), or None if there is none."""
        return next(self.lookups([(ply, key)]))

    def lookups(self, places: Iterable[tuple[int, int]]) -> Iterator[Stored | None]:
        """The results of positions by number of discs and key."""
        query = "SELECT score, more, checksum FROM positions WHERE ply = ? AND key = ? AND score IS NOT NULL"
        with self._naming():
            for place in places:
                row = self._connection.execute(query, place).fetchone()
                if row is None:
                    yield None
                    continue
                score, more, checksum = row
                if self._checksum(*place, score, more) != checksum:
                    raise self.damaged()
                yield Stored(score, more)

    def results(self) -> Iterator[tuple[int, Stored]]:
        """Key (int64) and result of every solved position, by number of discs and then by key."""
        for _, key, *result in self._rows("score IS NOT NULL"):
            yield key, Stored(*result)

    def spent(self) -> list[Spent]:
        """What the solved positions have cost, by number of discs."""
        columns = "ply, positions, nodes, cpu_seconds, seconds, version"
        for *chunk, checksum in self._select(f"SELECT {columns}, checksum FROM units"):
            if _checksum(tuple(chunk)) != checksum:
                raise self.damaged()
        sums = "SUM(positions), SUM(nodes), SUM(cpu_seconds), SUM(seconds)"
        rows = self._select(f"SELECT ply, {sums} FROM units GROUP BY ply ORDER BY ply")
        return [Spent(*row) for row in rows]

    def damaged(self) -> StoreError:
        """What to raise when something in the file cannot be true."""
        return StoreError(f"{self.path} is damaged; delete it and run the same command again")

    def _require_own(self) -> None:
        """Mark a new file as a store; raise StoreError for a database of something else or another format."""
        ((mark,),) = self._select("PRAGMA application_id")
        ((form,),) = self._select("PRAGMA user_version")
        ((tables,),) = self._select("SELECT COUNT(*) FROM sqlite_master")
        if tables and mark != APPLICATION:
            raise StoreError(f"{self.path} is a database of something else; expected a store of this program")
        if tables and form != FORMAT:
            raise StoreError(
                f"{self.path} is a store of format {form}, as another version made it; expected {FORMAT}: "
                "choose another output, or delete the store to lose its results"
            )
        self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
        self._connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _require_kind(self, kind: dict[str, str]) -> None:
        """Note what the store is for, or raise StoreError if it is for something else."""
        for name, wanted in kind.items():
            found = self.get_meta(name)
            if found is None:
                self.set_meta(name, wanted)
            elif found != wanted:
                raise StoreError(
                    f"{self.path} is the store of another job: its {name} is {found}, here it is {wanted}; "
                    "choose another output, or delete the store to lose its results"
                )

    def _compare(self, ply: int, results: Iterable[tuple[int, Stored]]) -> None:
        """Raise WrongScore at the first result that is stored otherwise."""
        for key, found in results:
            stored = self.lookup(ply, key)
            if stored != found:
                board = boards_of_keys(self._rules, np.array([key], np.int64).view(np.uint64))
                raise WrongScore(
                    f"{self.path}: own discs {board.own[0]:#x} of {board.filled[0]:#x} have a stored result "
                    f"of {stored or 'nothing'}, a worker says {found}; the store is unchanged"
                )

    def _checksum(self, ply: int, key: int, score: int | None = None, more: bytes | None = None) -> int:
        """That of a position or of its result; raises struct.error or TypeError for what is none."""
        place = PLACE.pack(ply, key) if score is None else RESULT.pack(ply, key, score)
        return zlib.crc32(more or b"", zlib.crc32(place, self._seed))

    def _rows(
        self, where: str, *arguments: int, after: tuple[int, int] = (-1, 0), most: int = -1
    ) -> Iterator[tuple[Any, ...]]:
        """Number of discs, key, score and more of some positions, in order, all of them ``after`` a place."""
        query = (
            f"SELECT ply, key, score, more, checksum FROM positions WHERE {where} ORDER BY ply, key LIMIT ?"
        )
        with self._naming():
            for *row, checksum in self._connection.execute(query, (*arguments, most)):
                place = row[0], row[1]
                if self._checksum(*row) != checksum or place <= after:
                    raise self.damaged()
                yield tuple(row)
                after = place

    def _select(self, query: str, *arguments: int | str) -> list[tuple[Any, ...]]:
        """All rows that a query finds."""
        with self._naming():
            return self._connection.execute(query, arguments).fetchall()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction, which leaves the store as it was when something is raised."""
        with self._naming(), self._connection as connection:
            yield connection

    @contextlib.contextmanager
    def _naming(self) -> Iterator[None]:
        """Turn what SQLite raises, or a value of a kind that is not stored, into errors naming the file."""
        try:
            yield
        except (struct.error, TypeError) as error:
            raise self.damaged() from error
        except sqlite3.Error as error:
            raise StoreError(
                f"{self.path}: {one_line(error)}; expected a store of this program, in a folder that has "
                "room and may be written"
            ) from error


def _locked(path: str) -> BaseFileLock:
    """The lock of a store, taken; raises StoreError if another process has it.

    A process that is killed leaves the file of the lock, which is no longer locked.
    """
    lock = FileLock(f"{path}-lock", thread_local=False)
    try:
        with open(lock.lock_file, "ab"):  # filelock would make a folder that is missing
            pass
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError(f"{path} is in use by another process; wait for it or stop it") from None
    except OSError as error:
        raise StoreError(
            f"{path}: {error.strerror or error}; expected a folder that exists and may be written"
        ) from None
    return lock


def _checksum(values: object) -> int:
    """That of plain values of any kind."""
    return zlib.crc32(repr(values).encode(errors="surrogatepass"))
