"""A position on the command line: every format, files, standard input, finished games, and bad input."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from claimeven.cli.positions import MAX_BYTES
from claimeven.formats.board import write_board
from claimeven.formats.columns import write_columns
from claimeven.formats.statefile import State, write_state
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR
from commands import run_here

WON = "641251673773751121454322555266"  # +1 with 12 cells left
FULL = "547125662261271266215743771576315353334444"
FINISHED = "1212121"
POSITION = Position.from_moves(WON)
COMMANDS = ("solve", "analyze", "explain", "minimax")

Capture = pytest.CaptureFixture[str]

FINISHED_BOARD = """\
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
[X] .  .  .  .  .  .
[X] O  .  .  .  .  .
[X] O  .  .  .  .  .
[X] O  .  .  .  .  .
 -------------------
 1  2  3  4  5  6  7

The game is over: X has won with four in a row at a1 a2 a3 a4.
`claimeven review 1212121` shows which move decided it.
"""


def without_blanks_at_ends(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    "arguments",
    [
        [" ".join(WON)],
        [",".join(WON)],
        list(WON),
        [f"http://127.0.0.1:8765/?moves={WON}33&at={len(WON)}"],
    ],
)
def test_a_game_may_be_written_in_every_way(capsys: Capture, arguments: list[str]) -> None:
    expected = json.loads(run_here(capsys, "analyze", WON, "--json").out)
    result = run_here(capsys, "analyze", *arguments, "--json")
    assert (result.code, json.loads(result.out)) == (0, expected)


@pytest.mark.parametrize(
    "text", [write_board(POSITION), write_columns(POSITION), "---xo---", "?board=xo------&moves=1"]
)
@pytest.mark.parametrize("way", ["argument", "file", "stdin", "board of stdin"])
def test_a_board_may_come_from_anywhere(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, way: str
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(text)
    type_in(monkeypatch, text)
    arguments = {
        "argument": [text],
        "file": ["--board", str(path)],
        "stdin": ["-"],
        "board of stdin": ["--board", "-"],
    }[way]
    result = run_here(capsys, "minimax", "--depth", "1", *arguments)
    assert result.code == 0
    assert result.out.startswith("column: ")


def test_a_board_has_the_score_of_its_moves(capsys: Capture) -> None:
    scores = json.loads(run_here(capsys, "analyze", "--o-xo-x--", "--json", "--no-why").out)
    of_moves = json.loads(run_here(capsys, "analyze", "4453", "--json", "--no-why").out)
    assert scores == {**of_moves, "moves": "", "board": "--o-xo-x--"}
    solved = json.loads(run_here(capsys, "solve", "--o-xo-x--", "--json").out)
    assert (solved["moves"], solved["board"], solved["score"]) == ("", "--o-xo-x--", of_moves["score"])
    assert run_here(capsys, "solve", "--o-xo-x--").out.startswith("--o-xo-x--: the side to move loses in 36")
    explained = json.loads(run_here(capsys, "explain", write_board(POSITION), "--json", "--column=3").out)
    assert (explained["moves"], explained["board"].count("x")) == ("3", 15)


@pytest.mark.parametrize("command", COMMANDS)
def test_cells_are_moves_for_every_command(capsys: Capture, command: str) -> None:
    cells = run_here(capsys, command, "d1 d2 e1 e2 f1")
    moves = run_here(capsys, command, "44556")
    assert (cells.code, cells.out.splitlines()[0]) == (0, moves.out.splitlines()[0])


def test_a_state_file_is_of_max_connect4_and_says_so(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "state.txt"
    full = Position.from_moves("444444333333222222111111555555666666777777"[:-2], MAX_CONNECT_FOUR)
    path.write_text(write_state(State(full.own, full.filled, 1)))
    result = run_here(capsys, "analyze", "--board", str(path), "--no-why")
    assert (result.code, result.err) == (0, "claimeven: this is a position of Max-Connect4\n")
    assert "The score is the margin" in result.out
    result = run_here(capsys, "minimax", "--board", str(path))
    assert (result.code, result.out) == (2, "")


def test_a_link_reviews_the_whole_game_and_analyzes_what_it_shows(capsys: Capture) -> None:
    link = f"?moves={WON}3&at={len(WON)}"
    note = f"claimeven: the link shows the position after move {len(WON)}; its game has 1 more move\n"
    result = run_here(capsys, "analyze", link, "--json")
    assert (json.loads(result.out)["moves"], result.err) == (WON, note)
    result = run_here(capsys, "review", link, "--json")
    assert (len(json.loads(result.out)["plies"]), result.err) == (len(WON) + 1, note)


def test_a_review_may_begin_with_a_board(capsys: Capture) -> None:
    result = run_here(capsys, "review", "?board=xxx-ooo-----&moves=71")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[1].split()[:3] == ["7", "X", "7"]


@pytest.mark.parametrize("command", ["analyze", "explain", "solve"])
def test_a_finished_game_is_shown_with_its_line(capsys: Capture, command: str) -> None:
    result = run_here(capsys, command, FINISHED)
    assert (result.code, without_blanks_at_ends(result.out), result.err) == (0, FINISHED_BOARD, "")
    answer = json.loads(run_here(capsys, command, FINISHED, "--json").out)
    assert (answer["moves"], answer["over"], answer["winner"]) == (FINISHED, True, "x")
    assert answer["lines"] == [{"player": "x", "cells": [[1, 1], [1, 2], [1, 3], [1, 4]]}]


@pytest.mark.parametrize("command", ["analyze", "explain", "solve"])
def test_a_full_board_and_a_finished_board_are_shown(capsys: Capture, command: str) -> None:
    result = run_here(capsys, command, FULL)
    assert (result.code, result.err) == (0, "")
    assert "The game is over: the board is full, and nobody has won.\n" in result.out
    result = run_here(capsys, command, "xxxx-ooo-----")
    assert result.code == 0
    assert "if you give it the moves" in result.out


def test_several_finished_games_have_their_names(capsys: Capture) -> None:
    result = run_here(capsys, "solve", FINISHED, WON)
    assert result.out.startswith(f"{FINISHED}:\n .  . ")
    assert result.out.splitlines()[-1].startswith(f"{WON}: the side to move wins")


def test_a_full_board_of_max_connect4_is_shown_with_its_lines(capsys: Capture) -> None:
    full = "444444333333222222111111555555666666777777"
    result = run_here(capsys, "analyze", full, "--variant", "max")
    assert result.code == 0
    text = " ".join(result.out.split())
    assert "The game is over: the board is full, and nobody has won, with 12 lines each." in text
    assert f"`claimeven review {full} --variant max` shows" in text


def test_a_drawing_of_a_finished_game_may_be_saved(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "end.svg"
    assert run_here(capsys, "explain", FINISHED, "--svg", str(path)).code == 0
    assert path.read_text().startswith("<svg")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty; expected a position, e.g. 4453 or a drawn board"),
        (b" \n\r\n", "empty; expected a position, e.g. 4453 or a drawn board"),
        (bytes(range(256)), "not a text; expected a position, e.g. 4453 or a drawn board"),
        (b"\xff\xfe", "line 1, column 1: '\ufffd' is not a column; columns are 1 to 7"),
        (b"4" * (MAX_BYTES + 1), f"more than {MAX_BYTES:,} bytes; expected one position"),
        (b"44x", "line 1, column 3: 'x' is not a column; columns are 1 to 7"),
        (b". . .\n. . .\n", "line 1, column 1: a board of 3 columns and 2 rows is too small"),
        ("٤".encode(), "line 1, column 1: '٤' is not a column; columns are 1 to 7"),
    ],
)
def test_a_file_that_is_not_a_position(
    capsys: Capture, tmp_path: Path, command: str, data: bytes, message: str
) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(data)
    result = run_here(capsys, command, "--board", str(path))
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"claimeven: {path}: {message}")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_or_a_missing_file(capsys: Capture, tmp_path: Path, command: str) -> None:
    result = run_here(capsys, command, "--board", str(tmp_path))
    assert result == (1, "", f"claimeven: {tmp_path}: Is a directory\n")
    missing = tmp_path / "missing"
    result = run_here(capsys, command, "--board", str(missing))
    assert result == (1, "", f"claimeven: {missing}: No such file or directory\n")


def test_a_file_given_as_moves_gets_a_hint(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.txt").write_text("4453")
    monkeypatch.chdir(tmp_path)
    result = run_here(capsys, "analyze", "game.txt")
    assert (result.code, result.out) == (1, "")
    assert result.err.endswith("; to read the file of that name, use --board\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["44", "55"], "2 arguments are not one position; quote a position that contains blanks, e.g."),
        (["44", "--board", "x"], "a position is given twice; expected MOVES or --board, not both"),
    ],
)
@pytest.mark.parametrize("command", ["analyze", "explain", "minimax", "review"])
def test_two_positions_are_a_usage_error(
    capsys: Capture, command: str, arguments: list[str], message: str
) -> None:
    result = run_here(capsys, command, *arguments)
    assert (result.code, result.out) == (2, "")
    assert f"claimeven {command}: error: {message}" in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["?moves=44", "--variant", "max"], "this is a position of Connect Four; omit --variant max"),
        (["?moves=44", "--size", "5x4"], "this board is 7x6; omit --size 5x4"),
        (["d1 d3"], "a disc cannot go to d3; the next free cell of its column is d2"),
        (["?moves=49"], "'9' is not a column; columns are 1 to 7"),
        (["4, 4; 9"], "move 3: '9' is not a column; columns are 1 to 7"),
    ],
)
def test_what_contradicts_itself_is_rejected(capsys: Capture, arguments: list[str], message: str) -> None:
    result = run_here(capsys, "analyze", *arguments)
    assert (result.code, result.out) == (1, "")
    assert result.err.rstrip().endswith(message)


def test_a_review_and_a_proof_need_moves(capsys: Capture, tmp_path: Path) -> None:
    result = run_here(capsys, "review", "--o-xo-x--")
    assert result.code == 1
    assert result.err.startswith("claimeven: --o-xo-x--: a board without moves; expected a game")
    result = run_here(capsys, "explain", "--o-xo-x--", "--proof", str(tmp_path / "proof"))
    assert result.code == 1
    assert "give the moves instead of a board" in result.err
    assert run_here(capsys, "review").code == 2
