"""`claimeven play` in plain text: whole transcripts, bad input, leaving, and the command line."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from claimeven.cli.play.plain import play_plain
from claimeven.cli.play.session import Session
from claimeven.formats.board import parse_board, write_board
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from commands import run_here, run_process, start
from sessions import scripted_session, standard_input

DATA = Path(__file__).parents[2] / "data"
GREETING = "Hello, welcome to Connect 4.\nYou have the first turn.\n"
HOW_TO = "To drop a piece, enter the column you want to drop it at (starting at 1).\n"
PROMPT = "Enter your move:\n"
INVALID = "Invalid action. Please try again.\n"
END_OF_INPUT = "End of input. The game is left unfinished.\n"
OPENING = GREETING + HOW_TO + PROMPT
LATE = Position.from_moves("144766416373514565233524116653")  # +3 for the side to move

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def transcript(capsys: Capture, monkeypatch: Patch, session: Session, typed: bytes) -> str:
    """What the plain form prints when ``typed`` is its input; nothing may go to stderr."""
    monkeypatch.setattr("sys.stdin", standard_input(typed))
    play_plain(session)
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize(
    ("name", "person", "replies", "size", "typed"),
    [
        ("you-win", 0, "123", (7, 6), "4\n4\n4\n4\n"),
        ("computer-wins", 1, "444123", (7, 6), "4\n4\n4\n4\n8\nfour\n7\n7\n"),
        ("draw", 0, "24132331", (4, 4), "2\n3\n1\n4\n2\n4\n4\n1\n"),
    ],
)
def test_whole_games(
    capsys: Capture,
    monkeypatch: Patch,
    name: str,
    person: int,
    replies: str,
    size: tuple[int, int],
    typed: str,
) -> None:
    session = scripted_session(replies, person=person, start=Position(rules=Rules(*size)))
    expected = (DATA / f"play-{name}.txt").read_text(encoding="ascii")
    assert transcript(capsys, monkeypatch, session, typed.encode()) == expected


@pytest.mark.parametrize(
    "typed", ["", "4.0", "\u0664", "x", "4\x00", "4 4", "-", "9" * 5000, "hello " * 50000]
)
def test_what_is_not_a_number_is_refused(capsys: Capture, monkeypatch: Patch, typed: str) -> None:
    out = transcript(capsys, monkeypatch, scripted_session(""), f"{typed}\n".encode())
    assert out == OPENING + INVALID + PROMPT + END_OF_INPUT


@pytest.mark.parametrize("typed", ["0", "8", "-1", "99999999999999999999"])
def test_a_number_off_the_board_is_refused(capsys: Capture, monkeypatch: Patch, typed: str) -> None:
    out = transcript(capsys, monkeypatch, scripted_session(""), typed.encode())
    assert out == OPENING + "Index out of range.\n" + INVALID + PROMPT + END_OF_INPUT


def test_a_full_column_is_refused(capsys: Capture, monkeypatch: Patch) -> None:
    session = scripted_session("", start=Position.from_moves("444444"))
    out = transcript(capsys, monkeypatch, session, b"4\n")
    assert out == OPENING + "This column is already full.\n" + INVALID + PROMPT + END_OF_INPUT


@pytest.mark.parametrize("typed", [b"4", b" 4\n", b"\t4 \r\n", b"+4\n"])
def test_blanks_around_a_number_do_not_matter(capsys: Capture, monkeypatch: Patch, typed: bytes) -> None:
    out = transcript(capsys, monkeypatch, scripted_session("5"), typed)
    boards = [write_board(Position.from_moves(moves)) + "\n" for moves in ("4", "45")]
    assert out == OPENING + "".join(boards) + PROMPT + END_OF_INPUT


def test_the_person_is_x_even_when_second(capsys: Capture, monkeypatch: Patch) -> None:
    out = transcript(capsys, monkeypatch, scripted_session("45", person=1), b"3\n")
    board = out.split(PROMPT)[1]
    assert parse_board("\n".join(board.splitlines()[-8:]), "O", "X") == Position.from_moves("435")
    assert " .  .  X  O  O  .  . \n -------------------\n 1  2  3  4  5  6  7 \n" in board


def test_undo_shows_the_board_before_the_last_move(capsys: Capture, monkeypatch: Patch) -> None:
    out = transcript(capsys, monkeypatch, scripted_session("5"), b"undo\n4\nundo\nundo\n")
    nothing = "You haven't made a move yet.\n"
    boards = [write_board(Position.from_moves(moves)) + "\n" for moves in ("4", "45", "")]
    assert out == OPENING + nothing + PROMPT + boards[0] + boards[1] + PROMPT + boards[2] + (
        PROMPT + nothing + PROMPT + END_OF_INPUT
    )


def test_hint_score_help_and_quit(capsys: Capture, monkeypatch: Patch) -> None:
    out = transcript(capsys, monkeypatch, scripted_session("", start=LATE), b"hint\nscore\nhelp\nQUIT\n4\n")
    words = "With perfect play you win in 7 plies (your 4th disc from now).\n"
    assert out == OPENING + f"Hint: column 4. {words}" + PROMPT + words + PROMPT + (
        "Enter the number of a column, or hint, score, why, undo, help or quit.\n"
        + PROMPT
        + "Goodbye. The game is left unfinished.\n"
    )


@pytest.mark.parametrize(
    ("person", "moves", "reply"),
    [
        (0, "445566", "You win with your next disc. X completes four at c1 or g1.\n"),
        (
            1,  # the second player: a person is always X
            "4455662",
            "Against perfect play you lose in 2 plies (the computer's next disc). "
            "O threatens four at c1 and g1; X can stop only one.\n",
        ),
    ],
)
def test_why_gives_the_score_and_the_reason(
    capsys: Capture, monkeypatch: Patch, person: int, moves: str, reply: str
) -> None:
    session = scripted_session("", person=person, start=Position.from_moves(moves))
    out = transcript(capsys, monkeypatch, session, b"why\nw\n")
    assert out.endswith(PROMPT + reply + PROMPT + reply + PROMPT + END_OF_INPUT)


def test_an_interrupted_game_ends_with_a_message(capsys: Capture, monkeypatch: Patch) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("claimeven.cli.play.plain.read_line", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_plain(scripted_session(""))
    assert capsys.readouterr().out == OPENING + "Interrupted. The game is left unfinished.\n"


def test_the_same_seed_is_the_same_game() -> None:
    arguments = ("play", "--player", "random", "--seed", "5")
    first, second = (run_process(*arguments, stdin=b"4\n3\n2\n1\n") for _ in range(2))
    assert first == second
    assert first.code == 0
    assert first.err == ""
    assert first.out.endswith((END_OF_INPUT, "moves in total.\n"))


def test_the_seed_decides_who_moves_first(capsys: Capture, monkeypatch: Patch) -> None:
    seen = set()
    for seed in range(10):
        monkeypatch.setattr("sys.stdin", standard_input(b""))
        result = run_here(capsys, "play", "--player", "random", "--seed", str(seed))
        seen.add(result.out.splitlines()[1])
    assert seen == {"You have the first turn.", "AI has the first turn."}


@pytest.mark.parametrize("stdin", [b"", b"\n", b"0", b"4\n" * 6 + b"4", b"\xff\xfe\x00\n", b"\n" * 1000])
@pytest.mark.parametrize("first", ["you", "me"])
def test_every_input_ends_with_exit_code_0(
    capsys: Capture, monkeypatch: Patch, stdin: bytes, first: str
) -> None:
    monkeypatch.setattr("sys.stdin", standard_input(stdin))
    result = run_here(capsys, "play", "--player", "random", "--seed", "1", "--first", first)
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith((END_OF_INPUT, "moves in total.\n"))


@pytest.mark.compiled
def test_a_game_against_the_perfect_player() -> None:
    result = run_process("play", "--size", "4x4", "--first", "me", "--table", "1", stdin=b"1\n2\n3\n4\n" * 12)
    assert result.code == 0
    board = " .  .  .  . \n" * 3 + " .  O  .  . \n ----------\n 1  2  3  4 \n"
    opening = "Hello, welcome to Connect 4.\nAI has the first turn.\n" + board + HOW_TO + PROMPT
    assert result.out.startswith(opening)
    assert result.out.endswith(("Game over. Result is a draw.\n", "moves in total.\n"))
    assert "You won!" not in result.out


def test_a_closed_standard_input_is_an_end_of_input() -> None:
    process = start(
        "play", "--player", "random", "--first", "you", stdout=subprocess.PIPE, preexec_fn=lambda: os.close(0)
    )
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out.decode()) == (0, OPENING + END_OF_INPUT)


def test_ctrl_c_exits_130_without_a_traceback() -> None:
    process = start(
        "play",
        "--player",
        "random",
        "--first",
        "you",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    while process.stdout.readline() != PROMPT.encode():
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out.decode()) == (130, "Interrupted. The game is left unfinished.\n")
    assert err == b""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--player", "clever"], ["'clever'", "perfect", "random"]),
        (["--first", "him"], ["'him'", "you", "me", "random"]),
        (["--seed", "x"], ["--seed"]),
        (["--size", "3x3"], ["3 columns and 3 rows"]),
        (["--table", "0"], ["table size"]),
        (["--threads", "-1"], ["threads"]),
        (["4"], ["unrecognized arguments: 4"]),
    ],
)
def test_wrong_options_exit_2(capsys: Capture, arguments: list[str], words: list[str]) -> None:
    result = run_here(capsys, "play", *arguments)
    assert (result.code, result.out) == (2, "")
    for word in words:
        assert word in result.err


def test_a_table_larger_than_the_memory_is_refused() -> None:
    result = run_process("play", "--first", "me", "--table", "999999999", stdin=b"4\n")
    assert result.code == 2
    assert result.err.startswith("claimeven: a table of 999999999 MiB is not possible")
    assert "Traceback" not in result.err
