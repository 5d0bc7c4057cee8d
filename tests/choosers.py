"""Choosers of Max-Connect4 moves for the tests of `maxconnect4`, without a search or kernels."""

from __future__ import annotations

import pytest

from claimeven.formats.moves import parse_moves
from claimeven.rules.board import Board
from claimeven.solver.limits import Listener, Progress
from claimeven.solver.lookahead import LookaheadReport

FACTORY = "claimeven.solver.lookahead.Lookahead"


class ScriptedChooser:
    """Plays the columns of a text, one after the other, and records its calls."""

    def __init__(self, moves: str, *, cpu_seconds: float = 0.25) -> None:
        self.columns = list(parse_moves(moves))
        self.cpu_seconds = cpu_seconds
        self.calls: list[tuple[Board, int | None]] = []

    def choose(self, board: Board, depth: int | None, *, progress: Listener | None = None) -> LookaheadReport:
        if progress is not None:
            progress(Progress(lower=-1, upper=2, nodes=12345, seconds=3.0))
        self.calls.append((board, depth))
        ahead = board.left if depth is None else min(depth, board.left)
        return LookaheadReport(
            column=self.next_column(),
            value=0.0,
            is_exact=ahead == board.left,
            depth=ahead,
            nodes=7**ahead,
            cpu_seconds=self.seconds(ahead),
        )

    def next_column(self) -> int:
        return self.columns.pop(0)

    def seconds(self, _ahead: int) -> float:
        return self.cpu_seconds


def use_scripted(monkeypatch: pytest.MonkeyPatch, moves: str) -> ScriptedChooser:
    """Make `maxconnect4`, run in this process, play ``moves``."""
    chooser = ScriptedChooser(moves)
    monkeypatch.setattr(FACTORY, lambda: chooser)
    monkeypatch.setattr("claimeven.cli.maxconnect4.one_move.process_time", lambda: 0.5)
    return chooser
