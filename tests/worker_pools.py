"""A pool for the tests of batch jobs: no processes, and trouble on demand."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future

from claimeven.batch.chunk import Chunk, ChunkResult, solve_chunk


class Here:
    """A pool that solves a chunk when it is submitted; ``troubles`` come instead of the first answers."""

    troubles: list[BaseException]
    chunks: list[Chunk]
    renewed: int

    @classmethod
    def fresh(cls) -> type[Here]:
        """The class, as if it had never been used."""
        cls.troubles, cls.chunks, cls.renewed = [], [], 0
        return cls

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, chunk: Chunk) -> Future[ChunkResult]:
        future: Future[ChunkResult] = Future()
        if self.troubles and isinstance(self.troubles[0], CancelledError):
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.troubles:
            future.set_exception(self.troubles.pop(0))
        else:
            self.chunks.append(chunk)
            future.set_result(solve_chunk(chunk))
        return future

    def restart(self) -> str:
        type(self).renewed += 1
        return "killed by signal 9"
