"""`claimeven warm-up`, and the line that says why a person waits."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from claimeven.cli import main as command_line
from claimeven.cli import warm_up
from claimeven.kernels.compilation import compilation_begins
from claimeven.search.warm_up import Warmed
from claimeven.search.warm_up import warm_up as warm_every_search
from commands import run_here

if TYPE_CHECKING:
    from collections.abc import Iterator

Capture = pytest.CaptureFixture[str]


def test_every_search_gets_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def searches() -> Iterator[Warmed]:
        yield Warmed("exact search", 12.34)
        yield Warmed("lookahead", 0.04)

    monkeypatch.setattr(warm_up, "warm_up", searches)
    assert run_here(capsys, "warm-up") == (
        0,
        "exact search: ready after 12.3 s\nlookahead: ready after 0.0 s\n",
        "",
    )


@pytest.mark.compiled
def test_nothing_is_left_to_compile_afterwards() -> None:
    from claimeven import MAX_CONNECT_FOUR, Position, Solver
    from claimeven.kernels import connect, fill, lookahead
    from claimeven.search.lookahead import Lookahead

    doors: list[Any] = [connect.solve_all, fill.solve_all, fill.solve, lookahead.choose]
    assert [warmed.seconds >= 0 for warmed in warm_every_search()] == [True] * 4
    before = [list(door.signatures) for door in doors]
    assert all(len(signatures) == 1 for signatures in before)
    Solver(table_mib=1, book=None).score(Position.from_moves("44444432223353567"))
    Solver(table_mib=1, book=None).score(Position.from_moves("444444333333222222", variant=MAX_CONNECT_FOUR))
    Lookahead(table_mib=1).choose(0, 0, Position().geometry, 3)
    assert [list(door.signatures) for door in doors] == before


@pytest.mark.parametrize(
    ("command", "is_terminal", "told"),
    [("solve", True, command_line.COMPILING), ("solve", False, ""), ("play", True, "")],
)
def test_a_person_hears_once_why_it_takes_so_long(
    command: str, is_terminal: bool, told: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = getattr(sys.modules["claimeven.cli.main"], command)

    def compile_twice(_: object) -> int:
        compilation_begins()
        compilation_begins()
        return 0

    monkeypatch.setattr(module, "run", compile_twice)
    monkeypatch.setattr(command_line, "is_terminal", lambda _: is_terminal)
    assert run_here(capsys, command) == (0, "", f"claimeven: {told}\n" if told else "")
