"""Signals that stop a program: they come as one exception, when nothing would be left behind."""

from __future__ import annotations

import errno
import signal

import pytest

from claimeven.cli.signal_exit import exit_on_signals
from claimeven.signals import defer_signals


def test_a_second_signal_does_not_disturb_the_cleanup(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    steps = []

    @exit_on_signals("the game has no result")
    def work() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGHUP)
            steps.append("cleaned up")

    with pytest.raises(SystemExit) as raised:
        work()
    assert raised.value.code == 143
    assert steps == ["cleaned up"]
    assert capsys.readouterr().err == "claimeven: stopped by SIGTERM; the game has no result\n"
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_deferred_signal_is_raised_at_the_end_of_the_block() -> None:
    steps = []

    @exit_on_signals("the game has no result")
    def work() -> None:
        with defer_signals():
            signal.raise_signal(signal.SIGTERM)
            steps.append("still inside")
        steps.append("never")

    with pytest.raises(SystemExit):
        work()
    assert steps == ["still inside"]


def test_a_deferred_signal_is_not_lost_when_the_block_fails() -> None:
    @exit_on_signals("the game has no result")
    @defer_signals()
    def work() -> None:
        signal.raise_signal(signal.SIGTERM)
        raise OSError

    with pytest.raises(SystemExit):
        work()


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with exit_on_signals("the game has no result"), defer_signals():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_terminal_that_is_gone_does_not_change_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    @exit_on_signals("the game is left unfinished")
    def work() -> None:
        try:
            signal.raise_signal(signal.SIGHUP)
        finally:
            raise OSError(errno.EIO, "Input/output error")

    with pytest.raises(SystemExit) as raised:
        work()
    assert raised.value.code == 129
    assert capsys.readouterr().err == (
        "claimeven: [Errno 5] Input/output error\nclaimeven: stopped by SIGHUP; the game is left unfinished\n"
    )


def test_a_failure_without_a_signal_stays_what_it_is() -> None:
    with pytest.raises(OSError, match="disk"), exit_on_signals("the game has no result"):
        raise OSError("the disk is full")


def test_only_the_named_signals_are_handled() -> None:
    before = signal.getsignal(signal.SIGINT)
    with exit_on_signals("the game is left unfinished", names=("SIGTERM",)):
        assert signal.getsignal(signal.SIGINT) is before
        assert signal.getsignal(signal.SIGTERM) not in (signal.SIG_DFL, before)
