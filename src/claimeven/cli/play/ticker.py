"""Call a function every second while something is computed."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator

from claimeven.signals import replace_handlers

TICK_SECONDS = 1.0


@contextlib.contextmanager
def every_second(tick: Callable[[int], None]) -> Iterator[None]:
    """Call ``tick`` in the main thread with 1, 2, 3 and so on, once a second, until the block ends.

    Do nothing outside the main thread, and on Windows, which has no timer signal.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer"):
        yield
        return
    seconds = 0

    def count(*_: object) -> None:
        nonlocal seconds
        seconds += 1
        tick(seconds)

    with replace_handlers(("SIGALRM",), count):
        signal.setitimer(signal.ITIMER_REAL, TICK_SECONDS, TICK_SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
