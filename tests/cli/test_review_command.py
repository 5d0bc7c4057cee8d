"""`claimeven review`: every move judged, the turning point, what was overlooked, and JSON."""

from __future__ import annotations

import json
import re

import pytest

from claimeven.errors import LimitReached
from claimeven.search.solver import Solver
from commands import run_here, run_on_terminal

GAME = "43553476252262"
START = "641251673773751121454322555266"  # X wins with 3 and 7
LOST = START + "433"  # gives the win away, then the draw: O has not answered four at d5

Capture = pytest.CaptureFixture[str]


def legible(text: str) -> str:
    """The text without colours and blanks at the ends of lines."""
    return re.sub(r" +$", "", re.sub(r"\x1b\[[0-9;]*m", "", text), flags=re.MULTILINE)


def last_lines(text: str, count: int) -> list[str]:
    return text.splitlines()[-count:]


@pytest.mark.compiled
def test_every_move_has_a_line_and_mistakes_say_what_was_overlooked(capsys: Capture) -> None:
    result = run_here(capsys, "review", LOST)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert (
        lines[0]
        == "move  player  column  could have        has now           judgement                   better"
    )
    assert (
        lines[31] == "31    X       4       win in 11 plies   draw              win given away: now a draw  3"
    )
    assert (
        lines[32] == "32    O       3       draw              loss in 2 plies   draw given away             4"
    )
    assert lines[33].startswith("33    X       3       win in 1 ply ")
    said = " ".join(result.out.split())
    assert "Move 14, O in column 5, win given away: now a draw. Column 2 was better: it threatens d2." in said
    assert (
        "Move 32, O in column 3, draw given away. A four not answered. "
        "X threatens four at d5, and O plays elsewhere. Column 4 was better." in said
    )
    assert (
        "Move 33, X in column 3, win given away: now a draw. A four missed. X could complete four at d5."
        in said
    )


@pytest.mark.compiled
def test_the_turning_point_and_the_shares(capsys: Capture) -> None:
    result = run_here(capsys, "review", GAME)
    assert last_lines(result.out, 2) == [
        "Turning point: move 9, X in column 2.",
        "Best moves: X 2 of 7 (29%), O 1 of 7 (14%).",
    ]
    assert "Move 9, X in column 2, win given away: now a loss. Column 4 was better.\n" in result.out
    said = " ".join(result.out.split())
    assert "slower win. A forced win missed. O could force four with 4 3 3. Column 4 was better." in said


@pytest.mark.compiled
def test_a_game_without_a_mistake(capsys: Capture) -> None:
    out = run_here(capsys, "review", "4444443265").out
    assert last_lines(out, 2) == [
        "No move changed the result.",
        "Best moves: X 5 of 5 (100%), O 5 of 5 (100%).",
    ]


@pytest.mark.compiled
def test_json(capsys: Capture) -> None:
    answer = json.loads(run_here(capsys, "review", GAME, "--json").out)
    assert list(answer) == ["moves", "complete", "plies", "turning_point", "mistakes", "accuracy", "words"]
    assert (answer["moves"], answer["complete"], answer["turning_point"]) == (GAME, True, 9)
    assert answer["mistakes"] == {"x": 2, "o": 2}
    assert answer["accuracy"] == {"x": 0.286, "o": 0.143}
    assert len(answer["plies"]) == len(GAME)
    assert answer["plies"][13] == {
        "ply": 14,
        "player": "o",
        "column": 2,
        "before": 14,
        "after": 4,
        "judgement": "weaker_win",
        "words": "slower win",
        "better": 4,
        "overlooked": {"kind": "forced-win-missed", "cells": [], "text": "O could force four with 4 3 3."},
    }
    assert answer["plies"][0]["overlooked"] is None


@pytest.mark.compiled
def test_a_finished_game_and_max_connect4(capsys: Capture) -> None:
    assert run_here(capsys, "review", "1212121").code == 0
    result = run_here(capsys, "review", "3434531", "--variant=max", "--size=5x4")
    assert result.code == 0
    assert re.search(
        r"^7 +X +1 +loss by 1 line +loss by 2 lines +larger loss +[34]$", result.out, re.MULTILINE
    )


@pytest.mark.compiled
def test_on_a_terminal_mistakes_are_red() -> None:
    result = run_on_terminal("review", LOST, columns=100)
    assert result.code == 0
    assert re.search(r"\x1b\[1;31m31 ", result.out)
    assert "Turning point: move 33, X in column 3.\n" in legible(result.out)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("", "(empty board): there is no move to review"),
        ("44x", "44x: move 3: 'x' is not a column; columns are 1 to 7"),
        ("12121217", "12121217: move 8: the game is over after 7 moves: four stand in a row"),
    ],
)
def test_what_is_no_game(capsys: Capture, moves: str, message: str) -> None:
    assert run_here(capsys, "review", moves) == (1, "", f"claimeven: {message}\n")


def test_moves_are_needed(capsys: Capture) -> None:
    assert run_here(capsys, "review").code == 2


def test_moves_that_took_too_long_are_not_judged(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*_: object, **__: object) -> None:
        raise LimitReached(-1, 3, 1000)

    monkeypatch.setattr(Solver, "score", too_slow)
    result = run_here(capsys, "review", "123", "--seconds=1")
    assert (result.code, result.err) == (1, "claimeven: 123: 3 of 3 moves not judged within 1 s\n")
    assert result.out.count("not judged") == 3
    assert result.out.endswith("No judged move changed the result.\n")
