"""The signals that stop a program: as an exception that cleans up, and put off where it must not come."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

from claimeven.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP


class _Stopped(SystemExit):
    """Leaves with the exit code by which shells tell a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.name = signal.Signals(number).name


@contextlib.contextmanager
def stopping_tidily(what: str, *, names: Sequence[str] = NAMES) -> Iterator[None]:
    """Let a signal leave the block as an exception, so that all is cleaned up, and say so in one line.

    ``what`` is said of that which it has stopped. The exit code is 128 plus the signal's number. A second
    signal does not disturb that, nor does a terminal that is gone, and one that is ignored (as by nohup)
    stays so.
    """
    heeded = {number: now for number, now in _handlers(names).items() if now not in (signal.SIG_IGN, None)}
    stopped: _Stopped | None = None

    def stop(number: int, _: object) -> None:
        nonlocal stopped
        if stopped is None:
            stopped = _Stopped(number)
            raise stopped

    try:
        for number in heeded:
            signal.signal(number, stop)
        yield
    except (_Stopped, OSError) as error:
        if stopped is None:
            raise
        if error is not stopped:
            say(f"{error}")
        say(f"stopped by {stopped.name}; {what}")
        raise stopped from None
    finally:
        for number, handler in heeded.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def put_off() -> Iterator[None]:
    """Let signals that would be exceptions wait for the end of the block, which must not be left halfway."""
    heeded = {number: now for number, now in _handlers(NAMES).items() if callable(now)}
    came: list[int] = []
    for number in heeded:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in heeded.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


def _handlers(names: Sequence[str]) -> dict[signal.Signals, signal._HANDLER]:
    """What the signals do now; only the main thread may change it, others get none."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {
        signal.Signals[name]: signal.getsignal(signal.Signals[name])
        for name in names
        if hasattr(signal, name)
    }
