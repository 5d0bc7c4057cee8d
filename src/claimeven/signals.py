"""Defer SIGINT, SIGTERM and SIGHUP during a critical block or an import."""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
IMPORTLIB = "<frozen importlib"  # how the file names of Python's import system begin
RESEND_SECONDS = 0.001  # before a signal that arrived during an import is sent again
MAX_RESENDS = 5000
Handler = Callable[[int, FrameType | None], object]


@contextlib.contextmanager
def defer_signals(names: Sequence[str] = STOP_SIGNALS) -> Iterator[None]:
    """Defer signals whose handler is a Python function to the end of the block; only the first is raised."""
    received: list[int] = []

    def remember(number: int, _: FrameType | None) -> None:
        received.append(number)

    try:
        with replace_handlers(names, remember, unless=(signal.SIG_DFL, signal.SIG_IGN)):
            yield
    finally:
        if received:
            signal.raise_signal(received[0])


@contextlib.contextmanager
def replace_handlers(
    names: Sequence[str], handler: signal._HANDLER, *, unless: Sequence[signal._HANDLER] = ()
) -> Iterator[None]:
    """Give signals this ``handler`` until the block ends, except those whose handler is one of ``unless``.

    Do nothing outside the main thread, or for signals that this system does not have.
    """
    previous: dict[signal.Signals, signal._HANDLER] = {}
    if threading.current_thread() is threading.main_thread():
        for name in names:
            if hasattr(signal, name):
                number = signal.Signals[name]
                current = signal.getsignal(number)
                if current is not None and current not in unless:
                    previous[number] = current
    try:
        for number in previous:
            signal.signal(number, handler)
        yield
    finally:
        for number, previous_handler in previous.items():
            signal.signal(number, previous_handler)


def after_imports(handler: Handler) -> Handler:
    """Return a signal handler that calls ``handler``, which may raise, but not while a module is imported.

    An exception raised there may be printed and lost, and may leave a module half imported. After
    MAX_RESENDS attempts ``handler`` is called anyway, because the whole program may run within an import.
    """
    resends = 0

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal resends
        if _is_importing(frame) and resends < MAX_RESENDS:
            resends += 1
            resend_signal(number)
        else:
            resends = 0
            handler(number, frame)

    return handle


def resend_signal(number: int) -> None:
    """Send this process a signal after a short pause."""

    def send() -> None:
        time.sleep(RESEND_SECONDS)
        if hasattr(signal, "pthread_kill"):
            main_thread = threading.main_thread().ident
            assert main_thread is not None
            signal.pthread_kill(main_thread, number)  # wakes a blocking call, e.g. a read, at once
        else:  # on Windows
            _thread.interrupt_main(signal.Signals(number))

    _thread.start_new_thread(send, ())


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTLIB):
            return True
        frame = frame.f_back
    return False
