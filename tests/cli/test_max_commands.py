"""Max-Connect4 on the command line: solve, analyze, max-table and play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimeven.cli import max_table
from claimeven.rules.rules import Rules
from commands import run_here, run_process

Capture = pytest.CaptureFixture[str]

LATE = "1671573324656621243425624141274165"  # plain negamax: 0, +1 and -2 for the columns 3, 5 and 7
FULL = "444444333333222222111111555555666666777777"
ANALYSIS = (Path(__file__).parents[1] / "data" / "analyze-max.txt").read_text(encoding="ascii")
PLAYED = """\
Hello, welcome to Max-Connect4.
You are X, player A (red, 1); the computer is O, player B (green, 2).
You have the first turn.
To drop a piece, enter the column you want to drop it at (starting at 1).
Lines: you 0, computer 0.
Enter your move:
"""


def test_solve_in_words_pairs_and_json(capsys: Capture) -> None:
    words = f"{LATE}: the side to move ends 1 line ahead, score +1\n"
    assert run_here(capsys, "solve", "--variant", "max", LATE) == (0, words, "")
    piped = run_process("solve", "--variant", "max", stdin=f"{FULL}\n{LATE}7\n".encode())
    assert piped == (0, f"{FULL} 0\n{LATE}7 2\n", "")
    result = run_here(capsys, "solve", "--variant", "max", "--json", f"{LATE}7")
    answer = json.loads(result.out)
    assert (answer["score"], answer["verdict"], answer["plies"]) == (2, "win", 7)


def test_analyze_draws_and_explains_every_column(capsys: Capture) -> None:
    assert run_here(capsys, "analyze", "--variant", "max", LATE) == (0, ANALYSIS, "")
    answer = json.loads(run_here(capsys, "analyze", "--variant", "max", "--json", LATE).out)
    assert answer["columns"] == [None, None, 0, None, 1, None, -2]
    assert (answer["score"], answer["best"], answer["line"]) == (1, [5], "53335777")


def test_a_full_board_has_a_margin_and_analyze_shows_its_result(capsys: Capture) -> None:
    assert run_here(capsys, "solve", "--variant", "max", FULL).out.endswith(", score 0\n")
    result = run_here(capsys, "analyze", "--variant", "max", FULL)
    assert (result.code, result.err) == (0, "")
    assert "The game is over: the board is full, and nobody has won, with " in result.out


@pytest.mark.parametrize("command", ["solve", "analyze", "play", "bench"])
def test_an_unknown_variant(command: str, capsys: Capture) -> None:
    result = run_here(capsys, command, "--variant", "nix")
    assert (result.code, result.out) == (2, "")
    assert "'nix' is not a variant; expected four or max" in result.err


@pytest.mark.compiled
def test_the_table_of_sizes(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = max_table._sizes

    def small(largest: Rules) -> list[Rules]:
        return [size for size in sizes(largest) if size.cells < 26]

    monkeypatch.setattr(max_table, "_sizes", small)
    result = run_here(capsys, "max-table", "--upto", "6x5")
    rows = [line.split() for line in result.out.splitlines()]
    assert rows[0] == ["size", "margin", "nodes", "CPU", "s"]
    expected = {"4x4": "0", "4x5": "0", "5x4": "0", "5x5": "0", "6x4": "-1"}
    assert {row[0]: row[1] for row in rows[1:]} == expected
    assert all(int(row[2]) > 0 for row in rows[1:])


@pytest.mark.compiled
def test_play_shows_the_running_score_and_the_final_one() -> None:
    typed = "".join(f"{column}\n" * 6 for column in range(1, 8))
    result = run_process(
        "play",
        "--variant",
        "max",
        "--player",
        "random",
        "--seed",
        "3",
        "--first",
        "you",
        stdin=typed.encode(),
    )
    assert result.code == 0
    assert result.out.startswith(PLAYED)
    scores = [line for line in result.out.splitlines() if line.startswith("Lines: you ")]
    assert scores[0] == "Lines: you 0, computer 0."
    last = result.out.splitlines()[-1]
    assert last.endswith(scores[-1].replace("Lines:", "Final score:"))
    assert last.startswith(("You won! ", "Computer won! ", "Game over. Result is a draw. "))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("--variant", "max", "--player", "minimax"),
            "minimax does not play Max-Connect4; choose one of level, lookahead,",
        ),
        (("--player", "lookahead"), "lookahead does not play Connect Four; choose one of level, minimax,"),
        (("--variant", "max", "--player", "perfect", "--depth", "3"), "--depth is only for --player minimax"),
        (("--variant", "max", "--player", "lookahead", "--estimate", "windows"), "--estimate"),
    ],
)
def test_players_and_options_that_do_not_fit(arguments: tuple[str, ...], words: str, capsys: Capture) -> None:
    result = run_here(capsys, "play", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


@pytest.mark.compiled
def test_play_against_the_players_of_max_connect4() -> None:
    for player in ("perfect", "lookahead"):
        typed = b"".join(f"{column}\n".encode() for column in "1234567" * 12)
        result = run_process(
            "play", "--variant", "max", "--size", "5x4", "--player", player, "--first", "me", stdin=typed
        )
        assert result.code == 0
        assert " Final score: you " in result.out.splitlines()[-1]
