"""Within: the searches of one question share its seconds."""

from __future__ import annotations

import time
from typing import cast

import pytest

from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import Limit
from claimeven.solver.solver import Solver, Within


class Recorder:
    """Stands for a solver and keeps the limits that it is given."""

    def __init__(self) -> None:
        self.seconds: list[float | None] = []

    def score(self, position: Position, limit: Limit, *, progress: None) -> Score:
        assert progress is None
        self.seconds.append(limit.seconds)
        return Score(0, position.left)

    def score_in_window(self, _: Position, lower: int, upper: int, limit: Limit, *, progress: None) -> int:
        assert progress is None
        self.seconds.append(limit.seconds)
        return lower + upper

    def best_column(self, _: Position, __: Score, limit: Limit, *, progress: None) -> int:
        assert progress is None
        self.seconds.append(limit.seconds)
        return 3


def test_every_search_gets_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    recorder = Recorder()
    within = Within(cast("Solver", recorder), Limit(seconds=5))
    now[0] += 2
    score = within.score(Position())
    now[0] += 1
    assert within.best_column(Position(), score) == 3
    now[0] += 0.5
    assert within.score_in_window(Position(), 1, 2) == 3
    now[0] += 9
    within.score(Position())
    assert recorder.seconds == [3, 2, 1.5, 0]


def test_no_limit_stays_none() -> None:
    recorder = Recorder()
    Within(cast("Solver", recorder), Limit()).score(Position())
    assert recorder.seconds == [None]
