"""Provide a clock that tests of deadlines set by hand."""

from __future__ import annotations

import pytest

from claimeven.solver import limits


class Clock:
    """A fake time module whose time is set by hand."""

    now = 100.0

    def monotonic(self) -> float:
        """Return the time that was set."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace the clock of deadlines."""
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock
