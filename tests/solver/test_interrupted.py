"""A signal handler that raises while threads search: the exception arrives, and no memory is corrupted.

Each attack runs in a process of its own (tools/interrupt_searches.py), which a fault would end with a signal.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

PROGRAM = Path(__file__).parents[2] / "tools" / "interrupt_searches.py"


def interrupted_by(attack: str, threads: int) -> int:
    """Run an attack for two seconds; returns how many searches it interrupted."""
    command = [sys.executable, str(PROGRAM), attack, "--seconds", "2", "--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    number, words = done.stdout.split(maxsplit=1)
    assert words == "interrupted, all scores right\n"
    return int(number)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_at_any_instant_corrupts_no_memory(threads: int) -> None:
    assert interrupted_by("random", threads) > 0


def test_an_interrupt_while_a_thread_starts_corrupts_no_memory() -> None:
    assert interrupted_by("start", 2) > 0


def test_with_one_thread_there_is_none_to_start() -> None:
    assert interrupted_by("start", 1) == 0


def test_a_second_interrupt_during_the_clean_up_corrupts_no_memory() -> None:
    assert interrupted_by("clean-up", 3) > 0
