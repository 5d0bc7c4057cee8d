"""Worker pools that solve chunks: local processes or a Dask cluster.

Both use executors of concurrent.futures, which do the scheduling.
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
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from claimeven.batch.chunk import Chunk, ChunkResult, solve_chunk
from claimeven.errors import ClaimevenError, WorkerError, not_installed, one_line
from claimeven.signals import defer_signals

MAX_ON_WINDOWS = 61  # the limit of ProcessPoolExecutor there
CONNECT_SECONDS = 10  # the time a scheduler has to identify itself
DASK_LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application", "asyncio")
EXPECTED = "expected the address that `dask scheduler` prints, e.g. tcp://HOST:PORT"


class LocalPool:
    """Processes on this machine, on Windows at most 61; they end with this process, however it ends."""

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
        """Submit a chunk to be solved; raise BrokenExecutor if a worker has been lost."""
        with defer_signals(), _ctrl_c_blocked():  # processes may start here, and no signal may interrupt that
            future = self._executor.submit(solve_chunk_in_worker, chunk)
        self._processes.update(set(multiprocessing.active_children()) - self._others)
        return future

    def restart(self) -> str:
        """Start new processes, and return how the lost one ended, e.g. ``killed by signal 9``."""
        self._end()
        code = _first_exit_code(self._processes)
        self._open()
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
        """End the processes at once, even in the middle of a search."""
        self._parent_pipe.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._child_pipe.close()


def _first_exit_code(processes: Iterable[BaseProcess]) -> int:
    """Return the exit code of the process that was lost, 0 if none has one.

    The executor ends the other processes by SIGTERM, so that code counts only if there is no other.
    """
    codes = {process.exitcode for process in processes if process.exitcode}
    others = codes - {-signal.SIGTERM}
    if others:
        return min(others)
    return -signal.SIGTERM if codes else 0


@contextlib.contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Keep Ctrl-C, which a terminal sends to all processes, from those that are started in the block.

    They inherit the blocked signal. In this process it waits for the end of the block. Windows has no signal
    masks, so nothing is blocked there.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker(child_pipe: Connection) -> None:
    """Prepare a worker process: leave Ctrl-C to the parent, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def exit_with_parent() -> None:
        with contextlib.suppress(EOFError, OSError):
            child_pipe.recv()
        os._exit(0)  # even in the middle of a search

    threading.Thread(target=exit_with_parent, daemon=True).start()


def solve_chunk_in_worker(chunk: Chunk) -> ChunkResult:
    """Solve a chunk in a worker process; replace an exception that cannot be pickled by a WorkerError."""
    try:
        return solve_chunk(chunk)
    except ClaimevenError:
        raise
    except Exception as error:
        unpickled = None
        with contextlib.suppress(Exception):  # pickling a foreign exception may fail in any way
            unpickled = str(pickle.loads(pickle.dumps(error)))
        if unpickled == str(error):
            raise
        raise worker_failed(error) from None


def worker_failed(error: BaseException) -> WorkerError:
    """Return a WorkerError that describes an exception raised in a worker."""
    message = f"a worker failed: {type(error).__name__}"
    details = one_line(error)
    if details:
        message += f": {details}"
    if isinstance(error, ImportError | AttributeError):
        message += "; the same version of claimeven must be installed on every machine"
    return WorkerError(f"{message}; what was solved is stored")


class DaskPool:
    """The workers of a running Dask cluster; ``address`` is that of its scheduler, tcp://HOST:PORT."""

    def __init__(self, address: str) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise WorkerError(not_installed("a cluster", "distributed"))
        self._address = address

    def __enter__(self) -> DaskPool:
        import distributed

        for name in DASK_LOGGERS:  # errors are reported once, as exceptions
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            _require_scheduler(self._address)
            self._client = distributed.Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # another server at that address may confuse Dask in any way
            details = one_line(error) or f"nothing came within {CONNECT_SECONDS} seconds"
            raise WorkerError(f"no scheduler answers at {self._address}: {details}; {EXPECTED}") from None
        self._executor: Executor = self._client.get_executor(pure=False)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close(timeout=CONNECT_SECONDS)

    @property
    def workers(self) -> int:
        """The number of threads of all workers that are connected now."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, ValueError) as error:
            raise self._lost() from error

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        """Submit a chunk to be solved; Dask replaces lost workers."""
        return self._executor.submit(solve_chunk_in_worker, chunk)

    def restart(self) -> str:
        """Raise WorkerError: without its scheduler there is no cluster."""
        raise self._lost()

    def _lost(self) -> WorkerError:
        return WorkerError(
            f"the connection to the scheduler at {self._address} is lost; what was solved is stored: "
            "rerun the command to resume"
        )


def _require_scheduler(address: str) -> None:
    """Raise TimeoutError, ValueError or an error of Dask unless a scheduler answers.

    Without this check a Client may wait much longer.
    """
    import distributed

    async def request_type() -> str:
        async with asyncio.timeout(CONNECT_SECONDS):
            security = distributed.Security().get_connection_args("client")
            async with distributed.rpc(address, connection_args=security) as server:
                return str((await server.identity())["type"])

    found: Future[str] = Future()

    def run() -> None:
        try:
            found.set_result(asyncio.run(request_type()))
        except Exception as error:
            found.set_exception(error)

    # In a thread, because this one may have an event loop; it is not joined, in case Dask hangs.
    threading.Thread(target=run, daemon=True).start()
    server_type = found.result(2 * CONNECT_SECONDS)
    if server_type != "Scheduler":
        raise ValueError(f"a Dask {server_type.lower()} is there")
