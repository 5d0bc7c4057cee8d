"""Many clients at a server on this machine: what they get, how long it takes, and what memory it costs.

    .venv/bin/python tools/load_server.py [--clients 50] [--seconds 30] [--seed 1]

Starts `claimeven serve` on a free port of 127.0.0.1. Half of the clients ask for positions of the book, each
four times a second; the others ask for random positions of 6 to 30 discs as fast as they are answered:
columns, moves, reviews, and searches of every kind and on boards of several sizes that they leave in the
middle. How late this program itself is woken says how busy the machine is with other work.

The exit code is 1 if an answer was neither 200 nor 503, if the 99th percentile of book positions is above
50 ms, or if the memory was ever above what it was at the start, the tables of all workers, and 64 MiB.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from claimeven import Position
from claimeven.formats.moves import write_moves
from claimeven.solver.solver import DEFAULT_TABLE_MIB
from claimeven.web.context import LOOKAHEAD_MIB
from odd_inputs import long_search

PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are deaf to Ctrl-C
from claimeven.cli.main import main
sys.exit(main())
"""
MAX_CLIENTS, MAX_SECONDS = 200, 300
BOOK_PLIES = 7  # the book has all columns of such a position
BOOK_PAUSE = 0.25
BUSY_PAUSE = 0.1
WAKE_SECONDS = 0.05
GAMES = 1000
SEARCH_PLIES = (6, 30)
MAX_MILLISECONDS = 50
WORKERS = 2
MAX_GROWTH_MIB = WORKERS * (DEFAULT_TABLE_MIB + LOOKAHEAD_MIB) + 64
PATIENCE_SECONDS = 1.0  # after which some clients leave, at the latest
BOOK = "/solve?pos={}"
SEARCHES = ("/solve?pos={}", "/api/analyze?moves={}", "/api/move?moves={}", "/api/review?moves={}")


@dataclass
class Tally:
    """What the clients have seen."""

    answers: Counter[str] = field(default_factory=Counter)
    book_seconds: list[float] = field(default_factory=list)
    search_seconds: list[float] = field(default_factory=list)
    late_seconds: list[float] = field(default_factory=list)
    memory_mib: list[int] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """Answers that nobody should get."""
        return sum(count for kind, count in self.answers.items() if kind not in ("200", "503", "left"))


def random_moves(rng: random.Random, plies: int) -> str:
    """The moves of a random game that is not over."""
    while True:
        position = Position()
        moves: list[int] = []
        while len(moves) < plies and not position.is_over:
            moves.append(rng.choice(position.playable))
            position = position.play(moves[-1])
        if not position.is_over:
            return write_moves(moves)


class Games:
    """Moves to ask about, made in advance so that making them delays no answer."""

    def __init__(self, rng: random.Random) -> None:
        self.early = [random_moves(rng, rng.randint(0, BOOK_PLIES)) for _ in range(GAMES)]
        self.later = [random_moves(rng, rng.randint(*SEARCH_PLIES)) for _ in range(GAMES)]


class Connection:
    """A client of the server that costs almost nothing, so that its own work does not count."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[str, bytes]:
        """The status and the body of an answer, or the name of what went wrong."""
        try:
            reader, head = await self._ask(path)
            fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if line)
            body = await reader.readexactly(int(fields[b"content-length"]))
        except (OSError, EOFError, KeyError) as error:
            self.close()
            return type(error).__name__, b""
        return head.split(b" ", 2)[1].decode(), body

    async def leave(self, path: str, seconds: float) -> str:
        """Ask, and close the connection at the first sign of an answer, or after some seconds; its status."""
        try:
            _, head = await asyncio.wait_for(self._ask(path), seconds)
        except TimeoutError:
            return "left"
        except (OSError, EOFError) as error:
            return type(error).__name__
        finally:
            self.close()
        return head.split(b" ", 2)[1].decode()

    async def _ask(self, path: str) -> tuple[asyncio.StreamReader, bytes]:
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return reader, await reader.readuntil(b"\r\n\r\n")

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def ask_book(port: int, tally: Tally, rng: random.Random, games: Games, end: float) -> None:
    """One client that asks for positions of the book."""
    connection = Connection(port)
    await asyncio.sleep(rng.random() * BOOK_PAUSE)
    while time.monotonic() < end:
        path = BOOK.format(rng.choice(games.early))
        start = time.monotonic()
        status, _ = await connection.get(path)
        tally.book_seconds.append(time.monotonic() - start)
        tally.answers[status] += 1
        await asyncio.sleep(BOOK_PAUSE)
    connection.close()


async def ask_searches(port: int, tally: Tally, rng: random.Random, games: Games, end: float) -> None:
    """One client that asks for positions that take a search, and sometimes does not wait."""
    connection = Connection(port)
    while time.monotonic() < end:
        moves = rng.choice(games.later)
        start = time.monotonic()
        if rng.random() < 0.2:
            status = await connection.leave(long_search(rng), rng.random() * PATIENCE_SECONDS)
            tally.answers["left" if status == "200" else status] += 1
        else:
            status, _ = await connection.get(rng.choice(SEARCHES).format(moves))
            tally.answers[status] += 1
            if status == "200":
                tally.search_seconds.append(time.monotonic() - start)
        if status not in ("200", "left"):
            await asyncio.sleep(BUSY_PAUSE)
    connection.close()


async def watch_memory(port: int, tally: Tally, end: float) -> None:
    """Note the memory of the server every second."""
    while time.monotonic() < end:
        tally.memory_mib.append((await health(port))["memory_mib"])
        await asyncio.sleep(1)


async def watch_machine(tally: Tally, end: float) -> None:
    """Note how late a program is woken that does nothing."""
    while time.monotonic() < end:
        start = time.monotonic()
        await asyncio.sleep(WAKE_SECONDS)
        tally.late_seconds.append(time.monotonic() - start - WAKE_SECONDS)


async def health(port: int) -> dict[str, Any]:
    """What the server says of itself."""
    connection = Connection(port)
    _, body = await connection.get("/api/health")
    connection.close()
    answer: dict[str, Any] = json.loads(body)
    return answer


async def load(port: int, clients: int, seconds: float, seed: int) -> tuple[Tally, dict[str, int]]:
    """Let the clients ask; returns what they saw and what the server counted."""
    tally, games = Tally(), Games(random.Random(seed))
    while not (await health(port))["ready"]:
        await asyncio.sleep(0.1)
    end = time.monotonic() + seconds
    kinds = [ask_book if number % 2 else ask_searches for number in range(clients)]
    await asyncio.gather(
        watch_memory(port, tally, end),
        watch_machine(tally, end),
        *(ask(port, tally, random.Random(seed * 1000 + n), games, end) for n, ask in enumerate(kinds)),
    )
    counts: dict[str, int] = (await health(port))["searches"]
    return tally, counts


def report(tally: Tally, counts: dict[str, int]) -> int:
    """Print what happened; 1 if it should not have."""
    first, most, last = tally.memory_mib[0], max(tally.memory_mib), tally.memory_mib[-1]
    print(f"answers: {', '.join(f'{kind} {count:,}' for kind, count in sorted(tally.answers.items()))}")
    print(f"searches: {', '.join(f'{kind} {count:,}' for kind, count in counts.items())}")
    for name, seconds in (("book", tally.book_seconds), ("searched", tally.search_seconds)):
        p50, p99 = percentile(seconds, 50), percentile(seconds, 99)
        print(f"{name} positions: {len(seconds):,}, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"this program was woken too late by p99 {percentile(tally.late_seconds, 99):.1f} ms")
    print(f"memory: {first} MiB at the start, {most} MiB at most, {last} MiB at the end")
    is_slow = percentile(tally.book_seconds, 99) > MAX_MILLISECONDS
    return int(tally.errors > 0 or is_slow or most - first > MAX_GROWTH_MIB)


def percentile(seconds: list[float], share: int) -> float:
    """A percentile in milliseconds."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) * share // 100, len(ordered) - 1)] if ordered else 0.0


def main() -> int:
    """Start a server, load it, report and stop it."""
    parser = argparse.ArgumentParser(description="Load a server on this machine and report what it does.")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if not (2 <= args.clients <= MAX_CLIENTS and 1 <= args.seconds <= MAX_SECONDS):
        parser.error(f"expected 2 to {MAX_CLIENTS} clients and 1 to {MAX_SECONDS} seconds")
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--workers", str(WORKERS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline().decode().strip().rstrip("/").rpartition(":")[2])
            return report(*asyncio.run(load(port, args.clients, args.seconds, args.seed)))
        finally:
            server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
