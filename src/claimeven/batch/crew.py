"""Crews: who solves units, a pool of processes on this machine or a Dask cluster.

Both are executors of concurrent.futures, and these do the scheduling.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

from claimeven.batch.unit import solve_unit
from claimeven.errors import CrewError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection

    from claimeven.batch.unit import Answer, Unit

MOST_ON_WINDOWS = 61  # a ProcessPoolExecutor takes no more there
CONNECT_SECONDS = 10
LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")  # of Dask and below it
EXPECTED = "expected what `dask scheduler` prints, as tcp://HOST:PORT"


class LocalCrew:
    """Processes on this machine, on Windows at most 61; they end with this one, however it ends."""

    def __init__(self, workers: int) -> None:
        self.workers = min(workers, MOST_ON_WINDOWS) if sys.platform == "win32" else workers

    def __enter__(self) -> LocalCrew:
        self._open()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._executor.shutdown(wait=True)
        self._end()

    def submit(self, unit: Unit) -> Future[Answer]:
        """Have a unit solved; raises BrokenExecutor if a worker has been lost."""
        with _deaf_to_interrupts():  # as the processes are to be that may start here
            return self._executor.submit(solve_unit, unit)

    def renew(self) -> None:
        """Start new processes."""
        self._end()
        self._open()

    def _open(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._leash, self._held = context.Pipe()
        self._executor: Executor = ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_prepare_worker, initargs=(self._held,)
        )

    def _end(self) -> None:
        """End the processes at once, whatever they are doing."""
        self._leash.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._held.close()


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment: it reaches the workers as well, but only their parent handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread gets it, and only it may say so
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _prepare_worker(held: Connection) -> None:
    """In a worker: leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            held.recv()
        os._exit(0)  # in the middle of a search, if need be

    threading.Thread(target=watch, daemon=True).start()


class ClusterCrew:
    """The workers of a running Dask cluster, given by its scheduler's address, tcp://HOST:PORT."""

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise CrewError(
                'a cluster needs dask.distributed, which is not installed: pip install "claimeven[cluster]"'
            )
        if not re.fullmatch(r"\w+://[^\s/]+:\d{1,5}", address):
            raise CrewError(f"{address!r} is no address of a scheduler; {EXPECTED}")
        self._address = address

    def __enter__(self) -> ClusterCrew:
        import distributed

        for name in LOGGERS:  # what goes wrong is reported once, as an exception
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = distributed.Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise CrewError(f"no scheduler answers at {self._address}: {error}; {EXPECTED}") from None
        self._executor: Any = self._client.get_executor(pure=False)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close(timeout=CONNECT_SECONDS)

    @property
    def workers(self) -> int:
        """How many threads the workers have that are there now."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, ValueError) as error:
            raise self._lost() from error

    def submit(self, unit: Unit) -> Future[Answer]:
        """Have a unit solved; a worker that is lost is replaced by Dask."""
        future: Future[Answer] = self._executor.submit(solve_unit, unit)
        return future

    def renew(self) -> None:
        """Not possible: without its scheduler there is no cluster."""
        raise self._lost()

    def _lost(self) -> CrewError:
        return CrewError(
            f"the connection to the scheduler at {self._address} is lost; what was solved is stored: "
            "run the same command again to go on"
        )
