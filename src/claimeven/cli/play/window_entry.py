"""What a person can type in the window of `claimeven play`: more commands than in the plain form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from claimeven.cli.play.session import Command, InvalidEntry, parse_entry
from claimeven.players.level import LEVELS
from claimeven.rules.position import Position


class WindowCommand(StrEnum):
    """A word that only the window knows; the plain form refuses it as it always did."""

    NEW = "new"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class LevelEntry:
    """A request for another level; ``number`` is None if there is no such level, or none was named."""

    number: int | None


WindowEntry = int | Command | WindowCommand | LevelEntry | InvalidEntry


def parse_window_entry(text: str, position: Position) -> WindowEntry:
    """Return what the person typed: one of the window's own commands, or what ``parse_entry`` returns.

    >>> from claimeven import Position
    >>> parse_window_entry("level 3", Position())
    LevelEntry(number=3)
    """
    entry = text.strip().lower()
    if entry in list(WindowCommand):
        return WindowCommand(entry)
    level = re.fullmatch(r"level\s*([^\s]*)", entry)
    if level is None:
        return parse_entry(text, position)
    if level[1] in [str(known.number) for known in LEVELS]:
        return LevelEntry(int(level[1]))
    return LevelEntry(None)
