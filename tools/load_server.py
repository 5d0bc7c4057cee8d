"""Load a server on this machine with many clients; report responses, latencies and memory.

    .venv/bin/python tools/load_server.py [--clients 50] [--seconds 30] [--seed 1]

Starts `claimeven serve` on a free port of 127.0.0.1. Half of the clients ask for book positions, each four
times a second. The others ask for random positions of 6 to 30 discs as fast as they get answers: columns,
moves and reviews; some of their searches, of every kind and on boards of several sizes, they abandon. How
late this program itself wakes up tells how busy the machine is with other work.

The exit code is 1 if a status was neither 200 nor 503, if the 99th percentile of book positions is above
50 ms, or if memory grew by more than the tables of all workers and 64 MiB.
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
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore Ctrl-C
from claimeven.cli.main import main
sys.exit(main())
"""
MAX_CLIENTS = 200
MAX_SECONDS = 300
BOOK_PLIES = 7  # the book has all columns of such a position
BOOK_PAUSE = 0.25
BUSY_PAUSE = 0.1
WAKE_SECONDS = 0.05
GAMES = 1000
SEARCH_PLIES = (6, 30)
MAX_MILLISECONDS = 50
WORKERS = 2
MAX_GROWTH_MIB = WORKERS * (DEFAULT_TABLE_MIB + LOOKAHEAD_MIB) + 64
PATIENCE_SECONDS = 1.0  # after which the clients that abandon a search have left
BOOK = "/solve?pos={}"
SEARCHES = ("/solve?pos={}", "/api/analyze?moves={}", "/api/move?moves={}", "/api/review?moves={}")


@dataclass
class Measurements:
    """What the clients saw."""

    answers: Counter[str] = field(default_factory=Counter)
    book_seconds: list[float] = field(default_factory=list)
    search_seconds: list[float] = field(default_factory=list)
    late_seconds: list[float] = field(default_factory=list)
    memory_mib: list[int] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """The number of answers that no client should get."""
        expected = self.answers["200"] + self.answers["503"] + self.answers["left"]
        return self.answers.total() - expected


def random_moves(rng: random.Random, plies: int) -> str:
    """Return the moves of a random game that is not over."""
    while True:
        position = Position()
        moves: list[int] = []
        while len(moves) < plies and not position.is_over:
            moves.append(rng.choice(position.playable))
            position = position.play(moves[-1])
        if not position.is_over:
            return write_moves(moves)


class Games:
    """Moves to ask about, generated in advance so that this does not delay a client."""

    def __init__(self, rng: random.Random) -> None:
        self.early = [random_moves(rng, rng.randint(0, BOOK_PLIES)) for _ in range(GAMES)]
        self.later = [random_moves(rng, rng.randint(*SEARCH_PLIES)) for _ in range(GAMES)]


class Connection:
    """A minimal HTTP client, so that its own work does not distort the latencies."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[str, bytes]:
        """Return the status and the body of a response, or the name of an error and no body."""
        try:
            reader, head = await self._send(path)
            body = await reader.readexactly(content_length(head))
        except (OSError, EOFError, KeyError) as error:
            self.close()
            return type(error).__name__, b""
        return status_of(head), body

    async def leave(self, path: str, seconds: float) -> str:
        """Ask, and close the connection when a response begins or after some seconds; return its status."""
        try:
            _, head = await asyncio.wait_for(self._send(path), seconds)
        except TimeoutError:
            return "left"
        except (OSError, EOFError) as error:
            return type(error).__name__
        finally:
            self.close()
        return status_of(head)

    async def _send(self, path: str) -> tuple[asyncio.StreamReader, bytes]:
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return reader, await reader.readuntil(b"\r\n\r\n")

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def status_of(head: bytes) -> str:
    """Return the status in the head of a response."""
    return head.split(b" ", 2)[1].decode()


def content_length(head: bytes) -> int:
    """Return the length of the body; raises KeyError if the head does not have it."""
    fields = {}
    for line in head.lower().split(b"\r\n")[1:]:
        name, _, value = line.partition(b": ")
        fields[name] = value
    return int(fields[b"content-length"])


async def ask_book(port: int, tally: Measurements, rng: random.Random, games: Games, end: float) -> None:
    """Ask for book positions, as one client."""
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


async def ask_searches(port: int, tally: Measurements, rng: random.Random, games: Games, end: float) -> None:
    """Ask for positions that take a search, and abandon some, as one client."""
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


async def watch_memory(port: int, tally: Measurements, end: float) -> None:
    """Record the memory of the server every second."""
    while time.monotonic() < end:
        tally.memory_mib.append((await health(port))["memory_mib"])
        await asyncio.sleep(1)


async def watch_machine(tally: Measurements, end: float) -> None:
    """Record how late a program that does nothing wakes up."""
    while time.monotonic() < end:
        start = time.monotonic()
        await asyncio.sleep(WAKE_SECONDS)
        tally.late_seconds.append(time.monotonic() - start - WAKE_SECONDS)


async def health(port: int) -> dict[str, Any]:
    """Return the answer of /api/health."""
    connection = Connection(port)
    _, body = await connection.get("/api/health")
    connection.close()
    answer: dict[str, Any] = json.loads(body)
    return answer


async def load(port: int, clients: int, seconds: float, seed: int) -> tuple[Measurements, dict[str, int]]:
    """Run the clients; return what they saw and the counts of the server."""
    tally = Measurements()
    games = Games(random.Random(seed))
    while not (await health(port))["ready"]:
        await asyncio.sleep(0.1)
    end = time.monotonic() + seconds
    tasks = [watch_memory(port, tally, end), watch_machine(tally, end)]
    for number in range(clients):
        ask = ask_book if number % 2 else ask_searches
        tasks.append(ask(port, tally, random.Random(seed * 1000 + number), games, end))
    await asyncio.gather(*tasks)
    counts: dict[str, int] = (await health(port))["searches"]
    return tally, counts


def report(tally: Measurements, counts: dict[str, int]) -> int:
    """Print the measurements; return the exit code."""
    first = tally.memory_mib[0]
    most = max(tally.memory_mib)
    print(f"answers: {listed(dict(sorted(tally.answers.items())))}")
    print(f"searches: {listed(counts)}")
    for name, seconds in (("book", tally.book_seconds), ("searched", tally.search_seconds)):
        p50 = percentile(seconds, 50)
        p99 = percentile(seconds, 99)
        print(f"{name} positions: {len(seconds):,}, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"this program woke up late: p99 {percentile(tally.late_seconds, 99):.1f} ms")
    print(f"memory: {first} MiB at the start, {most} MiB at most, {tally.memory_mib[-1]} MiB at the end")
    is_slow = percentile(tally.book_seconds, 99) > MAX_MILLISECONDS
    is_large = most - first > MAX_GROWTH_MIB
    return 1 if tally.errors or is_slow or is_large else 0


def listed(counts: dict[str, int]) -> str:
    """Return names with their counts, separated by commas."""
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def percentile(seconds: list[float], share: int) -> float:
    """Return a percentile in milliseconds, 0 if there are no measurements."""
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    index = min(len(ordered) * share // 100, len(ordered) - 1)
    return 1000 * ordered[index]


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
            address = server.stdout.readline().decode().strip()
            port = int(address.rstrip("/").rpartition(":")[2])
            tally, counts = asyncio.run(load(port, args.clients, args.seconds, args.seed))
            return report(tally, counts)
        finally:
            server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
