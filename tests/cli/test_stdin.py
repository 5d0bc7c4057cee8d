"""Lines that a person types: to the end, none too long, and no signal is missed while one is waited for."""

from __future__ import annotations

import io
import os
import signal
import threading
from collections.abc import Callable

import pytest

from claimeven.cli.stdin import MAX_LINE_BYTES, read_line
from sessions import standard_input

WAIT_SECONDS = 60


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (b"", []),
        (b"4", ["4"]),
        (b"4\r\n5\n\n", ["4\r\n", "5\n", "\n"]),
        (b"\xff4\n", ["\ufffd4\n"]),
        (b"4" * (3 * MAX_LINE_BYTES) + b"\n5\n", ["\n", "5\n"]),
        (b"4" * MAX_LINE_BYTES, ["\n"]),
        (b" " * (MAX_LINE_BYTES - 2) + b"4\n", [" " * (MAX_LINE_BYTES - 2) + "4\n"]),
    ],
)
@pytest.mark.parametrize("source", [standard_input, lambda typed: io.TextIOWrapper(io.BytesIO(typed))])
def test_lines_are_read_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
    source: Callable[[bytes], io.TextIOWrapper],
    typed: bytes,
    lines: list[str],
) -> None:
    monkeypatch.setattr("sys.stdin", source(typed))
    for line in lines:
        assert read_line() == line
    assert read_line() is None
    assert read_line() is None


def test_a_closed_standard_input_is_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert read_line() is None


def test_nothing_beyond_the_line_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    source, typing = os.pipe()
    with os.fdopen(source, encoding="ascii") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        os.write(typing, b"4\n5\n")
        os.close(typing)
        assert read_line() == "4\n"
        assert os.read(source, 9) == b"5\n"


def read_interrupted(interrupter: threading.Thread) -> None:
    interrupter.start()
    read_line()


def test_a_signal_that_does_not_interrupt_the_read_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that comes just before the read. Here another thread gets it: the read is not interrupted."""
    source, typing = os.pipe()
    is_over = threading.Event()
    missed = []

    def interrupt() -> None:
        is_over.wait(0.2)  # in which the main thread usually has begun to wait
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        missed.append(not is_over.wait(WAIT_SECONDS))
        os.close(typing)  # so that a read which missed the signal ends all the same

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    alarm = signal.set_wakeup_fd(-1)
    thread = threading.Thread(target=interrupt)
    try:
        with os.fdopen(source, encoding="ascii") as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            with pytest.raises(KeyboardInterrupt):
                read_interrupted(thread)
        assert signal.set_wakeup_fd(alarm) == -1
    finally:
        is_over.set()
        thread.join()
        signal.signal(signal.SIGINT, before)
    assert missed == [False]
