"""Worker pools that solve chunks: processes on this machine, or a Dask cluster.

Both are executors of concurrent.futures, and these do the scheduling.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from claimeven.batch.chunk import Chunk, ChunkResult, solve_chunk
from claimeven.errors import ClaimevenError, WorkerError, not_installed, one_line
from claimeven.signals import defer_signals

MAX_ON_WINDOWS = 61  # a ProcessPoolExecutor takes no more there
CONNECT_SECONDS = 10  # for a scheduler to say that it is one
# Of Dask and below it.
LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application", "asyncio")
EXPECTED = "expected what `dask scheduler` prints, as tcp://HOST:PORT"


class LocalPool:
    """Processes on this machine, on Windows at most 61; they end with this one, however it ends."""

    def __init__(self, workers: int) -> None:
        self.workers = min(workers, MAX_ON_WINDOWS) if sys.platform == "win32" else workers

    def __enter__(self) -> LocalPool:
        self._open()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._executor.shutdown(wait=True)
        self._end()

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        """Have a chunk solved; raises BrokenExecutor if a worker has been lost."""
        with defer_signals(), _ctrl_c_blocked():  # processes may start here, and no signal may disturb that
            future = self._executor.submit(answer_chunk, chunk)
        self._processes.update(set(multiprocessing.active_children()) - self._others)
        return future

    def restart(self) -> str:
        """Start new processes, and say how the lost one ended."""
        self._end()
        # The executor itself ends those that are left by SIGTERM.
        codes = sorted({process.exitcode or 0 for process in self._processes}, key=lambda code: code == -15)
        self._open()
        code = next(filter(None, codes), 0)
        return f"killed by signal {-code}" if code < 0 else f"with exit code {code}"

    def _open(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._others = set(multiprocessing.active_children())
        self._processes: set[BaseProcess] = set()
        self._parent_pipe, self._child_pipe = context.Pipe()
        self._executor: Executor = ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_prepare_worker, initargs=(self._child_pipe,)
        )

    def _end(self) -> None:
        """End the processes at once, whatever they are doing."""
        self._parent_pipe.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._child_pipe.close()


@contextlib.contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Keep Ctrl-C, which a terminal sends to all processes, from those that are started in the block.

    They inherit that it is blocked. In this process it waits for the end of the block. Windows has nothing
    of the kind.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker(held: Connection) -> None:
    """In a worker: leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            held.recv()
        os._exit(0)  # in the middle of a search, if need be

    threading.Thread(target=watch, daemon=True).start()


def answer_chunk(chunk: Chunk) -> ChunkResult:
    """In a worker: ``solve_chunk``; a foreign exception that would not arrive as it is arrives in words."""
    try:
        return solve_chunk(chunk)
    except ClaimevenError:
        raise
    except Exception as error:
        arrived = None
        with contextlib.suppress(Exception):  # anything can happen to one that was not made for this
            arrived = str(pickle.loads(pickle.dumps(error)))
        if arrived == str(error):
            raise
        raise worker_failed(error) from None


def worker_failed(error: BaseException) -> WorkerError:
    """What a worker has raised, in words."""
    words = ": ".join(filter(None, ("a worker failed", type(error).__name__, one_line(error))))
    is_other = isinstance(error, ImportError | AttributeError)
    advice = "; the same version of claimeven must be installed on every machine" if is_other else ""
    return WorkerError(f"{words}{advice}; what was solved is stored")


class DaskPool:
    """The workers of a running Dask cluster, given by its scheduler's address, tcp://HOST:PORT."""

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise WorkerError(not_installed("a cluster", "distributed"))
        self._address = address

    def __enter__(self) -> DaskPool:
        import distributed

        for name in LOGGERS:  # what goes wrong is reported once, as an exception
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            _require_scheduler(self._address)
            self._client = distributed.Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # whatever Dask makes of the answers of something else
            words = one_line(error) or f"nothing came within {CONNECT_SECONDS} seconds"
            raise WorkerError(f"no scheduler answers at {self._address}: {words}; {EXPECTED}") from None
        self._executor: Executor = self._client.get_executor(pure=False)
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

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        """Have a chunk solved; a worker that is lost is replaced by Dask."""
        return self._executor.submit(answer_chunk, chunk)

    def restart(self) -> str:
        """Not possible: without its scheduler there is no cluster."""
        raise self._lost()

    def _lost(self) -> WorkerError:
        return WorkerError(
            f"the connection to the scheduler at {self._address} is lost; what was solved is stored: "
            "run the same command again to go on"
        )


def _require_scheduler(address: str) -> None:
    """Raise what Dask raises, TimeoutError or ValueError unless a scheduler answers; a Client may wait on."""
    import distributed

    async def ask() -> str:
        async with asyncio.timeout(CONNECT_SECONDS):
            security = distributed.Security().get_connection_args("client")
            async with distributed.rpc(address, connection_args=security) as server:
                return str((await server.identity())["type"])

    found: Future[str] = Future()

    def run() -> None:
        try:
            found.set_result(asyncio.run(ask()))
        except Exception as error:
            found.set_exception(error)

    # A thread, because this one may have an event loop; it is not waited for if Dask does not let go.
    threading.Thread(target=run, daemon=True).start()
    if (kind := found.result(2 * CONNECT_SECONDS)) != "Scheduler":
        raise ValueError(f"a Dask {kind.lower()} is there")
