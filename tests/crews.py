"""A crew for the tests of batch jobs: no processes, and trouble on demand."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future

from claimeven.batch.unit import Answer, Unit, solve_unit


class Here:
    """A crew that solves a unit when it is submitted; ``troubles`` come instead of the first answers."""

    troubles: list[BaseException]
    units: list[Unit]
    renewed: int

    @classmethod
    def fresh(cls) -> type[Here]:
        """The class, as if it had never been used."""
        cls.troubles, cls.units, cls.renewed = [], [], 0
        return cls

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, unit: Unit) -> Future[Answer]:
        future: Future[Answer] = Future()
        if self.troubles and isinstance(self.troubles[0], CancelledError):
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.troubles:
            future.set_exception(self.troubles.pop(0))
        else:
            self.units.append(unit)
            future.set_result(solve_unit(unit))
        return future

    def renew(self) -> str:
        type(self).renewed += 1
        return "killed by signal 9"
