"""`maxconnect4 interactive`: whole transcripts, the saved files, bad input and leaving."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from choosers import use_scripted
from claimeven.cli.maxconnect4.state import decode_state
from claimeven.formats.statefile import State, write_state
from commands import run_here, run_process, start
from sessions import standard_input

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
DATA = Path(__file__).parents[2] / "data"
LATE = ("0202120", "1112111", "2221121", "1222112", "1222222", "1111112", "2")  # three cells are empty
PROMPT = "Player B (green, 2), enter your move, a column from 1 to 7:\n"
END_OF_INPUT = "End of input. The game is left unfinished.\n"


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)


def golden(name: str) -> str:
    return (DATA / f"maxconnect4-{name}.txt").read_text(encoding="ascii")


def write_late(player: str = "2") -> State:
    text = "".join(f"{line}\n" for line in (*LATE[:6], player))
    Path("in.txt").write_text(text, encoding="ascii")
    return decode_state(text.encode()).state


def saved(name: str) -> State:
    """The state in a file, which must be written as the format says."""
    data = Path(name).read_bytes()
    state = decode_state(data).state
    assert write_state(state).encode() == data
    return state


@pytest.mark.parametrize(
    ("turn", "name", "replies", "typed"),
    [
        ("human-next", "interactive-human", "3", b"4\nfour\n8\n\n1\n+7\n"),
        ("human-first", "interactive-human", "3", b"4\r\nfour\r\n8\r\n\r\n 1 \r\n\t7\n1\n"),
        ("computer-next", "interactive-computer", "17", b"3\n"),
        ("computer-first", "interactive-computer", "17", b"3"),
    ],
)
def test_whole_games_to_the_character(
    turn: str, name: str, replies: str, typed: bytes, capsys: Capture, monkeypatch: Patch
) -> None:
    use_scripted(monkeypatch, replies)
    monkeypatch.setattr("sys.stdin", standard_input(typed))
    write_late()
    result = run_here(capsys, "maxconnect4", "interactive", "in.txt", turn, "3")
    assert (result.code, result.out) == (0, golden(name))
    reports = [line for line in result.err.splitlines() if line.startswith("claimeven: move 4")]
    assert len(reports) == len(result.err.splitlines()) == len(replies)


def test_what_is_saved_and_who_moves_next(capsys: Capture, monkeypatch: Patch) -> None:
    chooser = use_scripted(monkeypatch, "3")
    monkeypatch.setattr("sys.stdin", standard_input(b"1\n"))
    before = write_late()
    result = run_here(capsys, "maxconnect4", "interactive", "in.txt", "human-next", "3")
    assert result.out.endswith(PROMPT + END_OF_INPUT)
    persons, computers = before.play(0), before.play(0).play(2)
    assert (saved("human.txt"), saved("computer.txt")) == (persons, computers)
    assert (persons.player, computers.player) == (1, 2)
    assert chooser.calls == [(persons, 3)]
    assert sorted(path.name for path in Path().iterdir()) == ["computer.txt", "human.txt", "in.txt"]
    assert saved("in.txt") == before


@pytest.mark.parametrize("player", ["1", "2"])
@pytest.mark.parametrize("turn", ["computer-next", "human-next"])
def test_the_program_may_be_red_or_green(player: str, turn: str, capsys: Capture, monkeypatch: Patch) -> None:
    use_scripted(monkeypatch, "37")
    monkeypatch.setattr("sys.stdin", standard_input(b"1\n"))
    state = write_late(player)
    result = run_here(capsys, "maxconnect4", "interactive", "in.txt", turn, "3")
    expected = []
    for column in "317" if turn == "computer-next" else "13":
        expected.append(f"move {state.ply + 1}: Player {state.player}, column {column}")
        state = state.play(int(column) - 1)
    assert expected[0].startswith(f"move 40: Player {player}")
    assert [line for line in result.out.splitlines() if line.startswith("move ")] == expected
    assert saved("computer.txt") == state


@pytest.mark.parametrize("typed", ["4", "0", "8", "-1", "x", "1.0", "", "\x00", "1 2", "9" * 900, "9" * 5000])
def test_an_invalid_column_changes_nothing(typed: str, capsys: Capture, monkeypatch: Patch) -> None:
    use_scripted(monkeypatch, "")
    monkeypatch.setattr("sys.stdin", standard_input(f"{typed}\n".encode()))
    write_late()
    result = run_here(capsys, "maxconnect4", "interactive", "in.txt", "human-next", "3")
    assert result.code == 0
    before, refused, last = result.out.split(PROMPT)
    assert before.startswith("MaxConnect-4 game\n")
    assert refused.startswith("Not a valid move: ")
    assert refused.endswith("; playable columns are 1 3 7.\n")
    assert last == END_OF_INPUT
    assert [path.name for path in Path().iterdir()] == ["in.txt"]


def test_unprintable_characters_are_escaped() -> None:
    write_late()
    arguments = ("maxconnect4", "interactive", "in.txt", "human-next", "3")
    result = run_process(*arguments, stdin="\u00e9\x1b\n".encode(), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (result.code, result.err) == (0, "")
    assert r"Not a valid move: '\xe9\x1b' is not a number; playable" in result.out


@pytest.mark.parametrize("turn", ["human-next", "computer-next"])
def test_a_full_board_ends_at_once(turn: str, capsys: Capture, monkeypatch: Patch) -> None:
    use_scripted(monkeypatch, "")
    rows = ("2212122", *LATE[1:6], "1")
    Path("in.txt").write_text("".join(f"{row}\n" for row in rows), encoding="ascii")
    result = run_here(capsys, "maxconnect4", "interactive", "in.txt", turn, "3")
    assert result == (0, golden("interactive-full"), "")
    assert [path.name for path in Path().iterdir()] == ["in.txt"]


def test_a_missing_input_is_the_empty_board(capsys: Capture, monkeypatch: Patch) -> None:
    use_scripted(monkeypatch, "4")
    monkeypatch.setattr("sys.stdin", standard_input(b""))
    result = run_here(capsys, "maxconnect4", "interactive", "missing.txt", "computer-next", "1")
    assert result.code == 0
    assert "missing.txt: there is no such file; starting from the empty board, player 1" in result.err
    assert saved("computer.txt") == State().play(3)


def test_ctrl_c_leaves_cleanly() -> None:
    process = start(
        "maxconnect4",
        "interactive",
        "missing.txt",
        "human-next",
        "3",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    while process.stdout.readline() != PROMPT.replace("B (green, 2)", "A (red, 1)").encode():
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"Interrupted. The game is left unfinished.\n")
    assert err.count(b"\n") == 1  # that the file is missing
    assert list(Path().iterdir()) == []


@pytest.mark.compiled
def test_the_true_lookahead_plays_to_the_end() -> None:
    write_late()
    process = start(
        "maxconnect4",
        "interactive",
        "in.txt",
        "computer-next",
        "perfect",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, err = process.communicate(b"1\n3\n7\n", timeout=300)
    assert process.returncode == 0
    assert b"The board is full. Final score: " in out
    assert err.startswith(b"claimeven: move 40: depth 3, moves explored ")
