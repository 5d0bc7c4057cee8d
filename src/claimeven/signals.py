"""Signals that would stop the program, and how they wait where nothing may be left halfway."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator, Sequence

STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP


@contextlib.contextmanager
def put_off(names: Sequence[str] = STOPPING) -> Iterator[None]:
    """Let signals that would be exceptions wait for the end of the block, which must not be left halfway."""
    heeded = {number: now for number, now in handlers(names).items() if callable(now)}
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


def handlers(names: Sequence[str]) -> dict[signal.Signals, signal._HANDLER]:
    """What the signals do now; only the main thread may change it, others get none."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {
        signal.Signals[name]: signal.getsignal(signal.Signals[name])
        for name in names
        if hasattr(signal, name)
    }
