"""A worker pool for the tests of batch jobs: no processes, and errors on demand."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future

from claimeven.batch.chunk import Chunk, ChunkResult, solve_chunk


class InlinePool:
    """A pool that solves a chunk when it is submitted; ``errors`` replace the first results."""

    errors: list[BaseException]
    chunks: list[Chunk]
    restarts: int

    @classmethod
    def fresh(cls) -> type[InlinePool]:
        """Return the class with its records cleared."""
        cls.errors = []
        cls.chunks = []
        cls.restarts = 0
        return cls

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def __enter__(self) -> InlinePool:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        future: Future[ChunkResult] = Future()
        if self.errors and isinstance(self.errors[0], CancelledError):
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.errors:
            future.set_exception(self.errors.pop(0))
        else:
            self.chunks.append(chunk)
            future.set_result(solve_chunk(chunk))
        return future

    def restart(self) -> str:
        type(self).restarts += 1
        return "killed by signal 9"
