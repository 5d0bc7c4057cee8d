"""The questions of `claimeven play` before the first game: how strong the computer is, and who moves first.

They are asked on stderr, and only of a person at a terminal; options on the command line answer them.
"""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import wrap

from claimeven.cli.stdin import read_line
from claimeven.players.level import LEVELS

MIN_ABOUT_WIDTH = 12
STRONGEST = LEVELS[-1].number
FIRST_ANSWERS = {
    "": "random",
    "y": "you",
    "you": "you",
    "c": "computer",
    "computer": "computer",
    "me": "computer",
    "r": "random",
    "random": "random",
}


class NoAnswer(Exception):
    """The input ended before a question was answered."""


def ask_level() -> int:
    """Ask how strong the computer should be, with all levels in view; raise NoAnswer at the end of input."""
    _write("How strong should the computer be?\n")
    for line in _level_lines(get_terminal_size().columns):
        _write(f"{line}\n")
    while True:
        answer = _ask(f"Level, 1 to {STRONGEST} (Enter for {STRONGEST}): ")
        if not answer:
            return STRONGEST
        if answer in [str(level.number) for level in LEVELS]:
            return int(answer)
        _write(f"That is not a level. Type a number from 1 to {STRONGEST}.\n")


def _level_lines(width: int) -> list[str]:
    """Return the names of the levels and what is known about each, in lines of at most ``width``."""
    title_width = max(len(level.title) for level in LEVELS)
    lines = []
    for level in LEVELS:
        start = f"  {level.number}  {level.title:<{title_width}}  "
        room = max(MIN_ABOUT_WIDTH, width - len(start))
        indent = " " * len(start)
        for number, text in enumerate(wrap(level.about, room)):
            lines.append(f"{indent if number else start}{text}")
    return lines


def ask_first() -> str:
    """Ask who moves first; return a value of --first, and raise NoAnswer at the end of input."""
    while True:
        answer = _ask("Who moves first: you, computer or random (Enter for random)? ")
        if answer in FIRST_ANSWERS:
            return FIRST_ANSWERS[answer]
        _write("Type you, computer or random, or only the first letter.\n")


def _ask(question: str) -> str:
    """Return the answer in small letters, without the blanks around it."""
    _write(question)
    line = read_line()
    if line is None:
        _write("\n")
        raise NoAnswer
    return line.strip().lower()


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
