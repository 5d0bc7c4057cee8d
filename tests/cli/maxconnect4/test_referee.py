"""`maxconnect4 referee`: whole games, every way to lose one, and what is left behind."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.cli.maxconnect4.program import run_program
from claimeven.cli.maxconnect4.referee import check_answer, referee
from claimeven.errors import IllegalMove
from claimeven.formats.statefile import State, write_state
from commands import run_here, start

Capture = pytest.CaptureFixture[str]
DATA = Path(__file__).parents[2] / "data"
PYTHON = (sys.executable, "-I", "-S", "-c")
HONEST = """
import sys
*rows, player = open(sys.argv[1]).read().split()
column = min(rows[0].index("0") if "0" in rows[0] else 9, 6)
row = max(row for row in range(6) if rows[row][column] == "0")
rows[row] = rows[row][:column] + player + rows[row][column + 1:]
open(sys.argv[2], "w").write("\\r\\n".join((*rows, "12"[player == "1"])))
"""
LATE = ("0202120", "1112111", "2221121", "1222112", "1222222", "1111112", "2")
SAMPLE = State().play(3).play(3).play(4)  # player 2 moves next


def command(code: str) -> str:
    """A program for CMD1 and CMD2 that runs ``code``."""
    return shlex.join((*PYTHON, f"import os, sys, time\n{code}", "{input}", "{output}"))


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def golden(name: str) -> str:
    return (DATA / f"maxconnect4-{name}.txt").read_text(encoding="ascii")


def without_times(text: str) -> str:
    """The output with the CPU times, which differ from run to run, replaced."""
    text, count = re.subn(r"= [0-9]+\.[0-9]{3} s\b", "= ... s", text)
    assert count == 2
    return text


def write_late() -> str:
    Path("late.txt").write_text("".join(f"{line}\n" for line in LATE), encoding="ascii")
    return "late.txt"


def test_a_whole_game_to_the_character(capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "referee", command(HONEST), command(HONEST))
    assert (result.code, without_times(result.out)) == (0, golden("referee"))
    lines = result.err.splitlines()
    assert len(lines) == 42
    assert lines[0].startswith("claimeven: move 1: player 1 used 0.")
    assert lines[41].startswith("claimeven: move 42: player 2 used 0.")


def test_a_game_from_a_file_with_everything_kept(capsys: Capture) -> None:
    options = ("--start", write_late(), "--keep", "kept", "--seconds", "5")
    result = run_here(capsys, "maxconnect4", "referee", command(HONEST), command(HONEST), *options)
    assert result.code == 0
    assert [line for line in result.out.splitlines() if line.startswith("move ")] == [
        "move 40: Player 2, column 1",
        "move 41: Player 1, column 3",
        "move 42: Player 2, column 7",
    ]
    names = [f"move-{move}-{what}.txt" for move in (40, 41, 42) for what in ("input", "log", "output")]
    assert sorted(path.name for path in Path("kept").iterdir()) == names
    again = run_here(capsys, "maxconnect4", "referee", command(HONEST), command(HONEST), "--keep", "kept")
    assert again.code == 2
    assert "the folder 'kept' of --keep is not empty; expected a new or empty one" in again.err


def test_a_full_board_needs_no_program(capsys: Capture) -> None:
    Path("full.txt").write_text("\n".join(("2212122", *LATE[1:6], "1")), encoding="ascii")
    broken = "/no/such/program {input} {output}"
    result = run_here(capsys, "maxconnect4", "referee", broken, broken, "--start", "full.txt")
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith("Final score: Player 1 = 4, Player 2 = 3. Player 1 wins.\n")


def test_a_start_that_is_missing_is_no_empty_board(capsys: Capture) -> None:
    result = run_here(
        capsys, "maxconnect4", "referee", command(HONEST), command(HONEST), "--start", "missing.txt"
    )
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("claimeven: missing.txt: No such file or directory; expected a file of six")


FORFEITS = {
    "writes nothing": ("pass", "it wrote no output file"),
    "writes garbage": (
        r"open(sys.argv[2], 'wb').write(b'\xff\x00hello')",
        "its output file holds no state: line 1, column 1: '\\ufffd' is no cell; expected 0 (empty), 1 or 2 "
        "(a disc of that player)",
    ),
    "writes an empty file": (
        "open(sys.argv[2], 'w')",
        "its output file holds no state: line 1, column 1: the text ends after 0 of 6 rows; expected 6 lines "
        "of 7 digits",
    ),
    "makes a folder": ("os.mkdir(sys.argv[2])", "it wrote no output file"),
    "makes a pipe": ("os.mkfifo(sys.argv[2])", "it wrote no output file"),
    "copies its input": (
        "open(sys.argv[2], 'w').write(open(sys.argv[1]).read())",
        "it added 0 discs; expected exactly one",
    ),
    "plays an illegal move": (
        "open(sys.argv[2], 'w').write(open(sys.argv[1]).read().replace('0', '2', 1)[:-2] + '1')",
        "its disc is not in the lowest empty cell of column 1",
    ),
    "crashes": ("print('help'); sys.exit(3)", "it crashed (exit code 3), and its last words were 'help'"),
    "crashes in silence": ("sys.exit(3)", "it crashed (exit code 3)"),
    "crashes in Python": (
        "1 / 0",
        "it crashed (exit code 1), and its last words were 'ZeroDivisionError: division by zero'",
    ),
    "is killed": ("os.kill(os.getpid(), 9)", "it crashed (SIGKILL)"),
}


@pytest.mark.parametrize(("code", "words"), FORFEITS.values(), ids=FORFEITS)
def test_ways_to_lose(code: str, words: str, capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "referee", command(HONEST), command(code), "--seconds", "0.5")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[11:13] == ["move 1: Player 1, column 1", "game state at the end:"]
    *_, times, verdict = lines
    assert times.startswith("CPU time: Player 1 = 0.")
    assert verdict == f"Player 2 loses with move 2: {words}. Player 1 wins."


def test_too_much_cpu_time_loses(capsys: Capture) -> None:
    endless = command("while True: pass")
    result = run_here(capsys, "maxconnect4", "referee", command(HONEST), endless, "--seconds", "0.5")
    verdict = result.out.splitlines()[-1]
    words = r"it used [1-9]\.[0-9]{2} s of CPU time; 0\.5 s are allowed"
    assert re.fullmatch(rf"Player 2 loses with move 2: {words}\. Player 1 wins\.", verdict)


def test_a_program_that_prints_without_end_does_not_fill_the_disk(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimeven.cli.maxconnect4.program.MOST_FILE_BYTES", 1 << 20)
    talker = "yes {input} {output}"
    result = run_here(capsys, "maxconnect4", "referee", talker, command(HONEST), "--keep", "kept")
    words = "it wrote more than 1 MiB to a file, or printed so much"
    assert result.out.splitlines()[-1] == f"Player 1 loses with move 1: {words}. Player 2 wins."
    assert sum(path.stat().st_size for path in Path("kept").iterdir()) < 2 << 20


def test_player_1_can_lose_too(capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "referee", command("pass"), command(HONEST))
    assert result.code == 0
    assert result.out.endswith("Player 1 loses with move 1: it wrote no output file. Player 2 wins.\n")


def test_a_program_that_cannot_be_started_loses(capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "referee", "/no/such/program {input} {output}", command(HONEST))
    assert result.code == 0
    assert result.out.endswith(
        "Player 1 loses with move 1: its program could not be started: '/no/such/program': No such file or "
        "directory. Player 2 wins.\n"
    )


def test_a_sleeping_program_loses_on_the_clock(capsys: Capture) -> None:
    sleeping = shlex.split(command("time.sleep(600)"))
    referee((sleeping, sleeping), State(), seconds=60, clock_seconds=0.3, keep=None)
    assert capsys.readouterr().out.endswith(
        "Player 1 loses with move 1: it did not end within 0.3 s on the clock. Player 2 wins.\n"
    )


def test_what_a_program_has_started_is_ended_with_it(tmp_path: Path) -> None:
    code = (
        "import subprocess\n"
        "left = subprocess.Popen([sys.executable, '-I', '-S', '-c', 'import time; time.sleep(600)'])\n"
        "open(sys.argv[1], 'w').write(str(left.pid))\n"
    )
    note = tmp_path / "pid"
    arguments = (*PYTHON, f"import os, sys\n{code}", str(note))
    run = run_program(arguments, cpu_seconds=60, clock_seconds=60, log=os.devnull)
    assert (run.code, run.is_late) == (0, False)
    pid = int(note.read_text(encoding="ascii"))
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}/stat").exists() and time.monotonic() < deadline:
        if Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2][0] == "Z":
            return  # dead, and nobody has asked for its exit code
        time.sleep(0.01)
    assert not Path(f"/proc/{pid}").exists()


def test_cpu_time_is_that_of_the_program_and_of_what_it_waited_for() -> None:
    burn = "import time\nwhile time.process_time() < 0.2: pass"
    code = (
        f"import subprocess, sys, time\nsubprocess.run([sys.executable, '-I', '-S', '-c', {burn!r}])\n{burn}"
    )
    run = run_program((*PYTHON, code), cpu_seconds=60, clock_seconds=60, log=os.devnull)
    assert run.code == 0
    assert run.cpu_seconds >= 0.4


def test_ctrl_c_ends_the_program_too(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"open({str(note)!r}, 'w').write(str(os.getpid()) + '.'); time.sleep(600)"
    process = start(
        "maxconnect4", "referee", command(code), command(code), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not (note.exists() and note.read_text(encoding="ascii").endswith(".")):
        time.sleep(0.01)
    pid = int(note.read_text(encoding="ascii").rstrip("."))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_ctrl_c_while_a_program_is_being_started_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def start_interrupted(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(real(*arguments, **options))
        signal.raise_signal(signal.SIGINT)
        return started[0]

    monkeypatch.setattr(subprocess, "Popen", start_interrupted)
    sleeper = (*PYTHON, "import time; time.sleep(600)")
    with pytest.raises(KeyboardInterrupt):
        run_program(sleeper, cpu_seconds=60, clock_seconds=60, log=os.devnull)
    assert started[0].returncode == -signal.SIGKILL


@given(st.lists(st.integers(0, 6), max_size=41), st.integers(0, 6))
def test_a_legal_move_is_recognised(moves: list[int], column: int) -> None:
    state = State()
    for move in moves:
        state = state.play(move) if move in state.playable else state
    if column in state.playable:
        assert check_answer(state, write_state(state.play(column)).encode()) == column


def changed(state: State, *, row: int, column: int, digit: str) -> list[str]:
    """The lines of ``state`` with one digit replaced; row 1 is the top."""
    lines = write_state(state).splitlines()
    line = lines[row - 1]
    lines[row - 1] = line[: column - 1] + digit + line[column:]
    return lines


ILLEGAL = {
    "no disc": (write_state(State(SAMPLE.other, SAMPLE.filled, 1)).split(), "it added 0 discs"),
    "two discs": (changed(SAMPLE.play(0), row=6, column=7, digit="2"), "it added 2 discs"),
    "the other's disc": (
        [*changed(SAMPLE, row=6, column=1, digit="1")[:6], "1"],
        "it added a disc of player 1 in column 1",
    ),
    "a floating disc": (
        [*changed(SAMPLE, row=4, column=5, digit="2")[:6], "1"],
        "not in the lowest empty cell of column 5",
    ),
    "a disc removed": (
        changed(SAMPLE.play(0), row=6, column=5, digit="0"),
        "it removed or recoloured a disc of player 1",
    ),
    "a disc recoloured": (
        changed(SAMPLE.play(0), row=6, column=4, digit="2"),
        "it removed or recoloured a disc of player 1",
    ),
    "its own disc removed": (
        changed(SAMPLE.play(0), row=5, column=4, digit="0"),
        "it removed or recoloured a disc of player 2",
    ),
    "the same player next": (
        [*write_state(SAMPLE.play(0)).split()[:6], "2"],
        "says that player 2 moves next; expected 1",
    ),
    "nobody next": (write_state(SAMPLE.play(0)).split()[:6], "does not say who moves next"),
    "another format": (["4"], "holds no state: line 1, column 1: '4' is no cell"),
}


@pytest.mark.parametrize(("lines", "words"), ILLEGAL.values(), ids=ILLEGAL)
def test_every_other_answer_is_refused_in_words(lines: list[str], words: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        check_answer(SAMPLE, "".join(f"{line}\n" for line in lines).encode())
    assert words in str(raised.value)


def test_line_ends_do_not_matter() -> None:
    text = write_state(SAMPLE.play(5))
    for end in ("\r\n", "\r\r\n", "  \n"):
        assert check_answer(SAMPLE, text.replace("\n", end).encode()) == 5
