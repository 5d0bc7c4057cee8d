"""Defer signals that would stop the program where nothing may be left halfway, and during imports."""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
IMPORTER = "<frozen importlib"  # how the file names of Python's own import system begin
PAUSE_SECONDS = 0.001  # between a signal that came too early and the same one again
MAX_PAUSES = 5000
Handler = Callable[[int, FrameType | None], object]


@contextlib.contextmanager
def defer_signals(names: Sequence[str] = STOPPING) -> Iterator[None]:
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


def once_imported(handler: Handler) -> Handler:
    """Make a signal handler, which may raise an exception, wait while a module is being imported.

    There an exception may be printed with a traceback and get lost, and it may leave a module half imported.
    After MAX_PAUSES the handler is called anyway: perhaps the whole program runs within an import.
    """
    pauses = 0

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pauses
        if _is_importing(frame) and pauses < MAX_PAUSES:
            pauses += 1
            send_again(number)
        else:
            pauses = 0
            handler(number, frame)

    return handle


def send_again(number: int) -> None:
    """Have this process receive a signal a moment from now."""

    def send() -> None:
        time.sleep(PAUSE_SECONDS)
        if hasattr(signal, "pthread_kill"):
            main_thread = threading.main_thread().ident
            assert main_thread is not None
            signal.pthread_kill(main_thread, number)  # a call that waits, as for input, notices this at once
        else:  # on Windows
            _thread.interrupt_main(signal.Signals(number))

    _thread.start_new_thread(send, ())


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTER):
            return True
        frame = frame.f_back
    return False
