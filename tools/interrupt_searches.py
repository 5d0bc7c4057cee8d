"""Interrupt searches by signal handlers that raise, and check that no memory is corrupted.

    .venv/bin/python tools/interrupt_searches.py random --seconds 60 --threads 2 --seed 1

An attack interrupts searches of every kind: at random instants; whenever a thread starts; or while a stopped
search cleans up. Then the same solver must find the right scores again. Corrupted memory usually ends the
process by a signal. Exit with 0 if everything is right.
"""

from __future__ import annotations

import _thread
import argparse
import faulthandler
import random
import signal
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from claimeven import MAX_CONNECT_FOUR, Lookahead, Position, Progress, Solver
from claimeven.solver import engine, search_run

SHORTEST, LONGEST = 1e-5, 4e-3  # seconds until a random alarm
DUMP_SECONDS = 240.0  # a process that hangs for longer prints its stacks and ends


class Interrupted(Exception):
    """Raised by the signal handlers."""


class Searches:
    """Searches of every kind with one solver, and the scores that it must find afterwards."""

    def __init__(self, threads: int, chance: random.Random) -> None:
        self.chance = chance
        self.solver = Solver(table_mib=1, threads=threads, book=None)
        self._lookahead = Lookahead(table_mib=1, book=None)
        self._late = [self.position(30) for _ in range(400)]
        self._rows = np.array([(position.own, position.filled) for position in self._late], np.uint64)
        self._many_rows = np.tile(self._rows, (50, 1))
        self._scores = [self.solver.score(position) for position in self._late]
        self._hard = [self.position(16) for _ in range(6)]
        self._max_position = Position.from_moves("4453", MAX_CONNECT_FOUR)

    def position(self, plies: int) -> Position:
        """Return a random unfinished position with ``plies`` discs."""
        while True:
            position = Position()
            while position.ply < plies and not position.is_over:
                position = position.play(self.chance.choice(position.playable))
            if not position.is_over:
                return position

    def many(self) -> None:
        """Search many positions at once."""
        self.solver.scores(self._many_rows)

    def any(self) -> None:
        """Run a search of a random kind."""
        kind = self.chance.randrange(4)
        if kind == 0:
            self.many()
        elif kind == 1:
            self.solver.score(self.chance.choice(self._hard))
        elif kind == 2:
            self.solver.columns(self.chance.choice(self._hard))
        else:
            self._lookahead.choose(self._max_position, 7)

    def check(self) -> None:
        """Check that the solver still finds the right scores."""
        assert self.solver.scores(self._rows).tolist() == self._scores
        assert [self.solver.score(position) for position in self._late] == self._scores


def overwrite_freed_memory() -> None:
    """Allocate memory that a search may have freed while a thread still uses it."""
    for size in (20_000, 640_000, 1 << 20):
        bytearray(size)


def at_random(searches: Searches, seconds: float) -> int:
    """Interrupt searches by alarms at random instants; return how many were interrupted."""

    def ring(*_: object) -> None:
        raise Interrupted

    signal.signal(signal.SIGALRM, ring)
    end = time.monotonic() + seconds
    interrupted = 0
    while time.monotonic() < end:
        try:
            signal.setitimer(signal.ITIMER_REAL, searches.chance.uniform(SHORTEST, LONGEST))
            searches.any()
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Interrupted:
            interrupted += 1
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    return interrupted


def while_threads_start(searches: Searches, seconds: float) -> int:
    """Interrupt each search right after it starts a thread, even inside threading.Thread.start."""
    is_armed = False

    def interrupt() -> None:
        nonlocal is_armed
        if is_armed and threading.get_ident() == threading.main_thread().ident:
            is_armed = False
            raise Interrupted

    wait = threading.Event.wait

    def interrupted_start(function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        _thread.start_new_thread(function, arguments)
        interrupt()

    def interrupted_wait(event: threading.Event, timeout: float | None = None) -> bool:
        interrupt()
        return wait(event, timeout)

    threads = SimpleNamespace(start_new_thread=interrupted_start)
    end = time.monotonic() + seconds
    interrupted = 0
    with (
        patch.object(search_run, "_thread", threads),
        patch.object(threading.Event, "wait", interrupted_wait),
    ):
        while time.monotonic() < end:
            is_armed = True
            try:
                searches.many()
                searches.any()
            except Interrupted:
                interrupted += 1
            is_armed = False
            overwrite_freed_memory()
    return interrupted


def during_clean_up(searches: Searches, seconds: float) -> int:
    """Stop each search, and interrupt it again while it joins its helping threads."""
    await_helper = search_run.SearchRun._await_helper
    interrupted = 0

    def stop(_: Progress) -> None:
        raise Interrupted

    def interrupted_await(search: search_run.SearchRun) -> None:
        nonlocal interrupted
        if search.is_stopped:
            interrupted += 1
            raise Interrupted
        await_helper(search)

    end = time.monotonic() + seconds
    with (
        patch.object(engine, "PROGRESS_SECONDS", 0.0),
        patch.object(search_run.SearchRun, "_await_helper", interrupted_await),
    ):
        while time.monotonic() < end:
            try:
                searches.solver.score(searches.position(8), progress=stop)
            except Interrupted:
                overwrite_freed_memory()
    return interrupted


ATTACKS = {"random": at_random, "start": while_threads_start, "clean-up": during_clean_up}


def main() -> None:
    """Attack, check, and print how many searches were interrupted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("attack", choices=ATTACKS)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    faulthandler.dump_traceback_later(args.seconds + DUMP_SECONDS, exit=True)
    searches = Searches(args.threads, random.Random(args.seed))
    interrupted = ATTACKS[args.attack](searches, args.seconds)
    searches.check()
    print(f"{interrupted} interrupted, all scores right")


if __name__ == "__main__":
    main()
