"""Signals that stop the referee: they come as one exception, when nothing would be left behind."""

from __future__ import annotations

import signal

import pytest

from claimeven.cli.maxconnect4.stopping import put_off, stopping_tidily


def test_a_second_signal_does_not_disturb_the_cleaning_up(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    steps = []

    @stopping_tidily()
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


def test_a_signal_that_is_put_off_comes_at_the_end_of_the_block() -> None:
    steps = []

    @stopping_tidily()
    def work() -> None:
        with put_off():
            signal.raise_signal(signal.SIGTERM)
            steps.append("still inside")
        steps.append("never")

    with pytest.raises(SystemExit):
        work()
    assert steps == ["still inside"]


def test_a_signal_that_is_put_off_is_not_lost_when_the_block_fails() -> None:
    @stopping_tidily()
    @put_off()
    def work() -> None:
        signal.raise_signal(signal.SIGTERM)
        raise OSError

    with pytest.raises(SystemExit):
        work()


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopping_tidily(), put_off():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
