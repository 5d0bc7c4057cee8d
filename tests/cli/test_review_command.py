"""`claimeven review`: every move judged, the turning point, what was overlooked, and JSON."""

from __future__ import annotations

import json
import re

import pytest

from claimeven.errors import LimitReached
from claimeven.solver.search_context import SearchContext
from commands import run_here, run_on_terminal

GAME = "43553476252262"
TURNED_BY_SEARCH = "564423224543654431"  # move 10 turns the result for no simple reason, move 2 for one
START = "641251673773751121454322555266"  # X wins with 3 and 7
LOST = START + "433"  # gives the win away, then the draw: O has not answered four at d5

Capture = pytest.CaptureFixture[str]


def legible(text: str) -> str:
    """The text without colours and blanks at the ends of lines."""
    return re.sub(r" +$", "", re.sub(r"\x1b\[[0-9;]*m", "", text), flags=re.MULTILINE)


def last_lines(text: str, count: int) -> list[str]:
    return text.splitlines()[-count:]


@pytest.mark.compiled
def test_every_move_has_a_line_and_mistakes_name_what_was_overlooked(capsys: Capture) -> None:
    result = run_here(capsys, "review", LOST)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert (
        lines[0]
        == "move  player  column  best result       result played     judgement                   better"
    )
    assert (
        lines[31] == "31    X       4       win in 11 plies   draw              win given away: now a draw  3"
    )
    assert (
        lines[32] == "32    O       3       draw              loss in 2 plies   draw given away             4"
    )
    assert lines[33].startswith("33    X       3       win in 1 ply ")
    text = " ".join(result.out.split())
    for sentences in (
        "Move 1: X played 6 and turned a win into a loss. Column 4 kept the win. "
        "d1 lies on 7 lines still open to X and cuts 7 of O's; f1 on 4 and 4.",
        "Move 2: O played 4 and turned a win into a draw. Column 5 kept the win. Move 3:",
        "Move 14: O played 5 and turned a win into a draw. Column 2 kept the win; it threatens d2.",
        "Move 15: X played 1 and turned a draw into a loss. "
        "Allowed a forced win: now O forces four with 2 4 2 1 2. Column 6 kept the draw.",
        "Move 17: X played 2, a faster loss. Played below a threat: "
        "the disc at b2 lets O complete four on top, at b3. Column 4 held out longer.",
        "Move 31: X played 4 and turned a win into a draw. Lost the zugzwang: "
        "with column 3, X would wait for four at d5, until O has to play d4.",
        "Move 32: O played 3 and turned a draw into a loss. "
        "Missed block: X was threatening d5. Column 4 kept the draw.",
        "Move 33: X played 3 and turned a win into a draw. Missed four: X could have completed four at d5.",
    ):
        assert sentences in text


@pytest.mark.compiled
def test_the_turning_point_and_the_shares(capsys: Capture) -> None:
    result = run_here(capsys, "review", GAME)
    assert last_lines(result.out, 2) == [
        "Turning point: move 9, X in column 2.",
        "Best moves: X 2 of 7 (29%), O 1 of 7 (14%).",
    ]
    text = " ".join(result.out.split())
    assert "Move 9: X played 2 and turned a win into a loss. Column 4 kept the win. d3 lies on 9 " in text
    assert "a slower win. Missed a forced win: O could have forced four with 4 3 3." in text


@pytest.mark.compiled
def test_the_last_change_with_a_simple_reason_is_named_beside_the_turning_point(capsys: Capture) -> None:
    out = run_here(capsys, "review", TURNED_BY_SEARCH).out
    assert last_lines(out, 3)[:2] == [
        "Turning point: move 10, O in column 5.",
        "The last change of the result with a simple reason: move 2, O in column 6.",
    ]


@pytest.mark.compiled
def test_a_forced_win_that_was_not_the_fastest_names_one_better_column(capsys: Capture) -> None:
    text = " ".join(run_here(capsys, "review", "31533633742155664777435").out.split())
    assert text.count("Move 23:") == 1
    last = text.split("Move 23: ")[1]
    assert last.startswith(
        "X played 5, a slower win. Missed a forced win: "
        "X could have forced four with 4 4 5 6 5 2 1 2 2 (column 2 was even faster). Turning point: "
    )


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
    assert list(answer) == ["complete", "plies", "turning_point", "mistakes", "accuracy", "words"]
    assert (answer["complete"], answer["turning_point"]) == (True, 9)
    assert answer["mistakes"] == {"x": 2, "o": 2}
    assert answer["accuracy"] == {"x": 0.286, "o": 0.143}
    assert len(answer["plies"]) == len(GAME)
    assert answer["plies"][13] == {
        "ply": 14,
        "column": 2,
        "player": "o",
        "before": {"score": 14, "verdict": "win", "plies": 3, "words": "win in 3 plies", "short": "win in 3"},
        "after": {
            "score": 4,
            "verdict": "win",
            "plies": 23,
            "words": "win in 23 plies",
            "short": "win in 23",
        },
        "judgement": "weaker_win",
        "words": "slower win",
        "better": 4,
        "first_player_score": -4,
        "overlooked": {
            "kind": "forced-win-missed",
            "cells": [],
            "text": "O could have forced four with 4 3 3.",
        },
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
        ("12121217", "12121217: move 8: the game ended at move 7 with four in a row"),
    ],
)
def test_invalid_games(capsys: Capture, moves: str, message: str) -> None:
    assert run_here(capsys, "review", moves) == (1, "", f"claimeven: {message}\n")


def test_moves_are_needed(capsys: Capture) -> None:
    assert run_here(capsys, "review").code == 2


def test_moves_that_took_too_long_are_not_judged(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*_: object, **__: object) -> None:
        raise LimitReached(-1, 3, 1000)

    monkeypatch.setattr(SearchContext, "score", too_slow)
    result = run_here(capsys, "review", "123", "--seconds=1")
    assert (result.code, result.err) == (1, "claimeven: 123: 3 of 3 moves not judged within 1 s\n")
    assert result.out.count("not judged") == 3
    assert result.out.endswith("No judged move changed the result.\n")


@pytest.mark.compiled
def test_a_side_that_asks_is_addressed_as_you(capsys: Capture) -> None:
    result = run_here(capsys, "review", LOST, "--as", "first")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "You are X (first player); O is the opponent."
    assert lines[3].split()[:3] == ["1", "you", "6"]
    assert lines[4].split()[:3] == ["2", "O", "4"]
    text = " ".join(result.out.split())
    for sentence in (
        "Move 1: you played 6 and turned a win into a loss. Column 4 kept the win.",
        "Move 32: O played 3 and turned a draw into a loss. Missed block: X was threatening d5.",
        "Turning point: move 33, your disc in column 3.",
    ):
        assert sentence in text
    assert last_lines(result.out, 1)[0].startswith("Best moves: you ")


@pytest.mark.compiled
def test_the_words_in_json_address_the_side_as_well(capsys: Capture) -> None:
    answer = json.loads(run_here(capsys, "review", GAME, "--json", "--as", "first").out)
    assert answer["words"].startswith("Move 9 decided the result: you played 2 and turned a win into a loss.")
    answer = json.loads(run_here(capsys, "review", GAME, "--json", "--as", "second").out)
    assert answer["words"].startswith("Move 9 decided the result: X played 2 and")
    assert run_here(capsys, "review", GAME, "--as", "third").code == 2
