"""Sessions for the tests of `claimeven play`, with opponents that play given moves."""

from __future__ import annotations

import io
import tempfile
from random import Random

from claimeven.cli.play.session import Session
from claimeven.formats.moves import parse_moves
from claimeven.players.player import Choice
from claimeven.rules.position import Position
from claimeven.solver.solver import Solver


class ScriptedPlayer:
    """A player that plays the columns of a text, one after the other."""

    name = "scripted"

    def __init__(self, moves: str) -> None:
        self.columns = list(parse_moves(moves))

    def choose(self, position: Position) -> Choice:
        assert not position.is_over
        return Choice(column=self.columns.pop(0))


def scripted_session(replies: str, *, person: int = 0, start: Position | None = None) -> Session:
    """Return a session in which the computer plays ``replies``; the person moves first if ``person`` is 0."""
    return Session(
        start=start or Position(),
        player=ScriptedPlayer(replies),
        solver=Solver(table_mib=1),
        person_turns=[person],
        rng=Random(0),
    )


class _TypedText(io.TextIOWrapper):
    """A stream that closes itself when a test no longer uses it."""

    def __del__(self) -> None:
        self.close()


def standard_input(typed: bytes) -> io.TextIOWrapper:
    """Return a replacement for sys.stdin that reads ``typed`` from a file."""
    file = tempfile.TemporaryFile()  # noqa: SIM115
    file.write(typed)
    file.seek(0)
    return _TypedText(file)
