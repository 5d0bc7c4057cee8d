"""The entries of the library: a question that its budget cut short goes on where it stopped."""

from __future__ import annotations

from claimeven.kernels import layout
from claimeven.kernels.library import library
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.solver.solver import Solver
from claimeven.solver.workspace import Table, Workspace

POSITION = Position.from_moves("44444432223353567")
STEP = 300  # nodes


def test_columns_that_are_known_are_removed_from_the_wanted_ones() -> None:
    workspace = Workspace(CONNECT_FOUR, Table(1))
    words = workspace.words
    words[layout.OWN], words[layout.FILLED] = POSITION.own, POSITION.filled
    words[layout.WANTED] = POSITION.drops
    wanted = [POSITION.drops]
    for _ in range(100):
        words[layout.BUDGET] = words[layout.NODES] + STEP
        library().columns(workspace.address)
        wanted.append(words[layout.WANTED])
        assert wanted[-1] & ~wanted[-2] == 0, "none comes back"
        assert workspace.is_finished == (wanted[-1] == 0)
        if workspace.is_finished:
            break
    assert len(set(wanted)) > 2, "some were known before the others"
    found = [words[layout.RESULTS + place] - layout.OFFSET for place in range(CONNECT_FOUR.columns)]
    scores = Solver(table_mib=1, book=None).columns(POSITION)
    for place, column in enumerate(CONNECT_FOUR.centre_first):
        score = scores[column]
        assert score is None or int(score) == found[place]
