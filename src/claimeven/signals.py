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
    came: list[int] = []
    try:
        with handled(names, lambda number, _: came.append(number), unless=(signal.SIG_DFL, signal.SIG_IGN)):
            yield
    finally:
        if came:
            signal.raise_signal(came[0])


@contextlib.contextmanager
def handled(
    names: Sequence[str], handler: signal._HANDLER, *, unless: Sequence[signal._HANDLER] = ()
) -> Iterator[None]:
    """Give signals this ``handler`` until the block ends, except those that now have one of ``unless``.

    Nothing changes outside the main thread, nor for signals that this system does not have.
    """
    is_main = threading.current_thread() is threading.main_thread()
    numbers = [signal.Signals[name] for name in names if is_main and hasattr(signal, name)]
    before = {number: now for number in numbers if (now := signal.getsignal(number)) not in (None, *unless)}
    try:
        for number in before:
            signal.signal(number, handler)
        yield
    finally:
        for number, now in before.items():
            signal.signal(number, now)
