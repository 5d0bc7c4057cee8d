"""`claimeven solve`: arguments, standard input, options, bad input, limits, progress and pipes."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from claimeven.cli import options
from claimeven.cli.main import main
from claimeven.errors import LimitReached
from claimeven.formats.moves import MAX_LINE_BYTES
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import Limit, Progress, Report
from commands import CLAIMEVEN, run_here, run_process, start

WON = "641251673773751121454322555266"  # +1 with 12 cells left
DRAWN = WON + "4"
LOST = WON + "3"
FULL = "547125662261271266215743771576315353334444"
FINISHED = "1212121"

Capture = pytest.CaptureFixture[str]


class QuickSolver:
    """Gives every position the score +1; more than ten discs take it too long."""

    def __init__(self, **_: int) -> None:
        self.steps = (0.5, 1.0, 2.0)

    def solve(
        self, position: Position, _limit: Limit, *, progress: Callable[[Progress], None] | None
    ) -> Report:
        for seconds in self.steps if progress else ():
            assert progress is not None
            progress(Progress(lower=-3, upper=10, nodes=int(seconds * 10**6), seconds=seconds))
        if position.ply > 10:
            raise LimitReached(-2, 0, 1234567)
        left = position.left
        return Report(score=Score(1, left), nodes=99, cpu_seconds=0.12345678)


class Terminal(io.StringIO):
    """Text that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "Solver", QuickSolver)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    def type_in(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return type_in


# What it writes.


def test_arguments_are_answered_in_words(capsys: Capture) -> None:
    result = run_here(capsys, "solve", WON, DRAWN, LOST)
    assert result == (
        0,
        f"{WON}: the side to move wins in 11 plies, score +1\n"
        f"{DRAWN}: a draw, with 11 plies to go, score 0\n"
        f"{LOST}: the side to move loses in 10 plies, score -1\n",
        "",
    )


def test_lines_are_answered_with_numbers(capsys: Capture, typed: Any) -> None:
    typed(f"{WON} +1 the rest is ignored\r\n\t{DRAWN}\n{LOST}".encode())
    assert run_here(capsys, "solve") == (0, f"{WON} 1\n{DRAWN} 0\n{LOST} -1\n", "")


def test_json(capsys: Capture, typed: Any) -> None:
    result = run_here(capsys, "solve", "--json", WON, LOST)
    first, second = (json.loads(line) for line in result.out.splitlines())
    assert list(first) == ["moves", "score", "verdict", "plies", "nodes", "cpu_seconds"]
    assert (first["moves"], first["score"], first["verdict"], first["plies"]) == (WON, 1, "win", 11)
    assert (second["moves"], second["score"], second["verdict"], second["plies"]) == (LOST, -1, "loss", 10)
    assert isinstance(first["nodes"], int)
    assert isinstance(first["cpu_seconds"], float)
    typed(f"{WON}\n".encode())
    assert json.loads(run_here(capsys, "solve", "--json").out)["score"] == 1


@pytest.mark.usefixtures("quick")
def test_the_empty_board_is_legible_and_can_be_read_back(capsys: Capture, typed: Any) -> None:
    words = "(empty board): the side to move wins in 41 plies, score +1\n"
    assert run_here(capsys, "solve", "") == (0, words, "")
    typed(b"\n4\n")
    result = run_here(capsys, "solve")
    assert result == (0, '"" 1\n4 1\n', "")
    typed(result.out.encode())
    assert run_here(capsys, "solve") == result
    typed(b"\n")
    assert json.loads(run_here(capsys, "solve", "--json").out) == {
        "moves": "",
        "score": 1,
        "verdict": "win",
        "plies": 41,
        "nodes": 99,
        "cpu_seconds": 0.123457,
    }


def test_columns_above_nine_are_letters(capsys: Capture) -> None:
    moves = "aa46b2973bb3a8742c5168411554269259bc"
    result = run_here(capsys, "solve", "--size", "12x4", moves)
    assert result == (0, f"{moves}: the side to move wins in 1 ply, score +6\n", "")


# What it does not accept.


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("44x", "44x: move 3: 'x' is not a column; columns are 1 to 7"),
        ("08", "08: move 1: '0' is not a column; columns are 1 to 7"),
        ("48", "48: move 2: '8' is not a column; columns are 1 to 7"),
        ("4a", "4a: move 2: 'a' is not a column; columns are 1 to 7"),
        ("-1", "'-1': character 2: '1' is not a disc; expected x or o, or - before the next column"),
        ("٤", "'٤': move 1: '٤' is not a column; columns are 1 to 7"),
        (" 4 8", "' 4 8': move 2: '8' is not a column; columns are 1 to 7"),
        ("\0\x1b", r"'\x00\x1b': move 1: '\x00' is not a column; columns are 1 to 7"),
        ("4444444", "4444444: move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        (FINISHED + "3", "12121213: move 8: the game ended at move 7 with four in a row"),
        ("x" * 100, f"{'x' * 64!r}...: move 1: 'x' is not a column; columns are 1 to 7"),
    ],
)
def test_an_invalid_position_is_reported_and_the_rest_is_solved(
    capsys: Capture, moves: str, message: str
) -> None:
    result = run_here(capsys, "solve", moves, WON)
    assert (result.code, result.err) == (1, f"claimeven: {message}\n")
    assert result.out.startswith(f"{WON}: ")


def test_forty_three_moves(capsys: Capture) -> None:
    result = run_here(capsys, "solve", FULL + "1")
    message = f"claimeven: {FULL}1: move 43: the game ended at move 42 with a full board\n"
    assert result == (1, "", message)


def test_a_bad_line_is_reported_with_its_number(capsys: Capture, typed: Any) -> None:
    typed(f"{WON}\n49 4\n\xff\xfe\n\0\n{WON}".encode("latin-1"))
    result = run_here(capsys, "solve")
    assert (result.code, result.out) == (1, f"{WON} 1\n{WON} 1\n")
    assert result.err.splitlines() == [
        "claimeven: line 2: 49: move 2: '9' is not a column; columns are 1 to 7",
        "claimeven: line 3: '\ufffd\ufffd': move 1: '\ufffd' is not a column; columns are 1 to 7",
        r"claimeven: line 4: '\x00': move 1: '\x00' is not a column; columns are 1 to 7",
    ]


@pytest.mark.parametrize("game", [FINISHED, FULL])
def test_a_line_with_a_finished_game_is_reported(capsys: Capture, typed: Any, game: str) -> None:
    typed(f"{game}\n{WON}\n".encode())
    message = f"line 1: {game}: the game is over after {len(game)} moves; there is no side to move"
    assert run_here(capsys, "solve") == (1, f"{WON} 1\n", f"claimeven: {message}\n")


@pytest.mark.usefixtures("quick")
def test_single_moves_are_positions_and_a_note_says_how_to_give_one_game(capsys: Capture) -> None:
    result = run_here(capsys, "solve", "4", "4", "5", "3")
    assert (result.code, result.out.count("\n")) == (0, 4)
    assert result.err == 'claimeven: read as 4 positions; quote "4 4 5 3" to give one game\n'
    assert run_here(capsys, "solve", "44", "53").err == ""


def test_endless_lines_are_one_line_each(capsys: Capture, typed: Any) -> None:
    typed(b"x" * 3 * MAX_LINE_BYTES + b"\n" + WON.encode() + b" " * MAX_LINE_BYTES + b" 4\n" + WON.encode())
    result = run_here(capsys, "solve")
    assert (result.code, result.out) == (1, f"{WON} 1\n{WON} 1\n")
    assert result.err.startswith("claimeven: line 1: ")
    assert result.err.count("\n") == 1


@given(data=st.binary() | st.text("1234567 \t\r\n\"'x").map(str.encode))
@example(data=b"445312264471")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.usefixtures("quick")
def test_any_bytes_are_answered_line_by_line(capsys: Capture, typed: Any, data: bytes) -> None:
    typed(data)
    result = run_here(capsys, "solve", "--seconds", "1")
    lines = re.split(rb"\r\r\n|\r\n|\n|\r", data)
    lines = lines if lines[-1] else lines[:-1]
    assert result.out.count("\n") + result.err.count("\n") == len(lines)
    assert result.code == (1 if result.err else 0)
    for line in result.out.splitlines():
        moves, score = line.split(" ")
        Position.from_moves(moves.strip('"'))
        assert score == "1"


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--size", "0x0", "a board of 0 columns and 0 rows is too small; the smallest has"),
        (
            "--size",
            "99x99",
            "a board of 99 columns and 99 rows is too large; at most 12 columns are possible",
        ),
        ("--size", "7", "'7' is not a board size; write columns x rows, e.g. 7x6"),
        ("--size", "axb", "'axb' is not a board size; write columns x rows, e.g. 7x6"),
        ("--size", "7x6x5", "'7x6x5' is not a board size; write columns x rows, e.g. 7x6"),
        ("--size", "-7x6", "'-7x6' is not a board size; write columns x rows, e.g. 7x6"),
        ("--size", "\u0667x\u0666", "'\u0667x\u0666' is not a board size; write columns x rows, e.g. 7x6"),
        ("--size", "", "'' is not a board size; write columns x rows, e.g. 7x6"),
        ("--table", "0", "'0' is not a table size; expected a whole number of MiB from 1"),
        ("--table", "-64", "'-64' is not a table size; expected a whole number of MiB from 1"),
        ("--table", "64.5", "'64.5' is not a table size; expected a whole number of MiB from 1"),
        ("--table", "٦", "'٦' is not a table size; expected a whole number of MiB from 1"),
        ("--table", "9" * 5000, f"'{'9' * 64}'... is not a table size; expected a whole number of MiB"),
        ("--threads", "0", "'0' is not a number of threads; expected a whole number from 1 to 64"),
        ("--threads", "-1", "'-1' is not a number of threads; expected a whole number from 1 to 64"),
        ("--threads", "65", "'65' is not a number of threads; expected a whole number from 1 to 64"),
        ("--threads", "two", "'two' is not a number of threads; expected a whole number from 1 to 64"),
        ("--seconds", "0", "'0' is not a time limit; expected a number of seconds above 0"),
        ("--seconds", "-1", "'-1' is not a time limit; expected a number of seconds above 0"),
        ("--seconds", "nan", "'nan' is not a time limit; expected a number of seconds above 0"),
        ("--seconds", "inf", "'inf' is not a time limit; expected a number of seconds above 0"),
        ("--seconds", "1e19", "'1e19' is not a time limit; expected a number of seconds above 0, at most"),
        ("--seconds", "soon", "'soon' is not a time limit; expected a number of seconds above 0"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "analyze"])
def test_bad_options(capsys: Capture, command: str, option: str, value: str, message: str) -> None:
    result = run_here(capsys, command, WON, f"{option}={value}")
    assert (result.code, result.out) == (2, "")
    assert f"claimeven {command}: error: argument {option}: {message}" in result.err


@pytest.mark.parametrize("mebibytes", ["999999999", "9" * 30])
def test_a_table_larger_than_the_memory(capsys: Capture, mebibytes: str) -> None:
    result = run_here(capsys, "solve", WON, "--table", mebibytes)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"claimeven: a table of {mebibytes} MiB is not possible; ")


# Limits and progress.


@pytest.mark.usefixtures("quick")
def test_a_limit_gives_the_bounds_and_the_rest_is_solved(capsys: Capture, typed: Any) -> None:
    result = run_here(capsys, "solve", "--seconds", "2.5", WON, "4")
    bounds = "not solved within 2.5 s; the score is between -2 and 0 (nodes searched: 1,234,567)"
    assert (result.code, result.err) == (1, f"claimeven: {WON}: {bounds}\n")
    assert result.out.startswith("4: ")
    typed(f"4\n{WON}\n".encode())
    result = run_here(capsys, "solve", "--seconds", "2.5")
    assert result == (1, "4 1\n", f"claimeven: line 2: {WON}: {bounds}\n")


def test_a_search_that_cannot_end_in_time(capsys: Capture) -> None:
    result = run_here(capsys, "solve", "--size", "9x6", "--seconds", "0.05", "")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("claimeven: (empty board): not solved within 0.05 s; the score is between ")


@pytest.mark.usefixtures("quick")
def test_progress_is_shown_on_a_terminal_after_a_second_and_erased(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["solve", "4453"]) == 0
    first = "4453: 1 s, 1,000,000 nodes, score between -3 and +10"
    second = first.replace("1 s", "2 s").replace("1,0", "2,0")
    assert screen.getvalue() == f"\r{first}\r{second}\r{' ' * (len(second) + 2)}\r"
    assert capsys.readouterr().out.startswith("4453: the side to move wins")


@pytest.mark.usefixtures("quick")
def test_no_progress_when_nobody_looks(capsys: Capture) -> None:
    assert run_here(capsys, "solve", "4453").err == ""


# Streams, as processes.


def test_suites_can_be_piped_in_and_the_reader_may_leave_early() -> None:
    process = start("solve", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdin.write(f"{WON}\t1\n".encode())
    process.stdin.flush()
    assert process.stdout.readline() == f"{WON} 1\n".encode()  # flushed, while the input is still open
    process.stdout.close()
    process.stdin.write(f"{WON}\n".encode() * 3)
    process.stdin.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=300) == 0


def test_ctrl_c_leaves_quietly() -> None:
    process = start(
        "solve", "--size=9x6", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"121212\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"121212 24\n"
    process.stdin.write(b"\n")  # the empty board of this size keeps it busy for hours
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        ("<&-", "standard input is closed; give positions as arguments instead"),
        ("0>/dev/null", "cannot read standard input: Bad file descriptor"),
    ],
)
def test_unreadable_input(redirection: str, message: str) -> None:
    command = ["sh", "-c", f'"$@" {redirection}', "sh", *CLAIMEVEN, "solve"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"claimeven: {message}\n")


def test_binary_arguments_and_input() -> None:
    result = run_process("solve", stdin=bytes(range(256)))
    assert (result.code, result.out) == (1, '"" 1\n')  # only blanks between LF and CR: the empty board
    assert [line[:18] for line in result.err.splitlines()] == ["claimeven: line 1:", "claimeven: line 3:"]
    done = subprocess.run([*CLAIMEVEN, "solve", b"\xff\x1b[31m"], capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(rb"claimeven: '\udcff\x1b[31m': move 1: ")
