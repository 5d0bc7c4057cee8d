"""`maxconnect4 referee`: whole games, every way to lose one, and what is left behind."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.cli.maxconnect4.referee import GameSettings, ProgramPlayer, check_answer, play_game
from claimeven.errors import IllegalMove
from claimeven.formats.statefile import State, write_state
from commands import CLAIMEVEN, run_here
from opponents import HONEST, LATE, command

Capture = pytest.CaptureFixture[str]
DATA = Path(__file__).parents[2] / "data"
SAMPLE = State().play(3).play(3).play(4)  # player 2 moves next


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def golden(name: str) -> str:
    return (DATA / f"maxconnect4-{name}.txt").read_text(encoding="ascii")


def without_times(text: str) -> str:
    """The output with the CPU times, which differ from run to run, replaced."""
    text, count = re.subn(r" +[0-9]+\.[0-9]{3}\b", " ...", text)
    assert count == 4
    return text


def write_late() -> str:
    Path("late.txt").write_text("".join(f"{line}\n" for line in LATE), encoding="ascii")
    return "late.txt"


def test_a_whole_game_to_the_character(capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "referee", command(HONEST), command(HONEST))
    assert (result.code, without_times(result.out)) == (0, golden("referee"))
    lines = result.err.splitlines()
    assert len(lines) == 42
    assert lines[0].startswith("claimeven: move 1: player A (red, 1) used 0.")
    assert lines[41].startswith("claimeven: move 42: player B (green, 2) used 0.")


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
    assert result.out.endswith("Final score: Player 1 = 4, Player 2 = 3. Player A (red, 1) wins.\n")


def test_a_missing_start_file_is_not_the_empty_board(capsys: Capture) -> None:
    result = run_here(
        capsys, "maxconnect4", "referee", command(HONEST), command(HONEST), "--start", "missing.txt"
    )
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("claimeven: missing.txt: No such file or directory; expected a file of six")


FORFEITS = {
    "writes nothing": ("pass", "it wrote no output file"),
    "writes garbage": (
        r"open(sys.argv[2], 'wb').write(b'\xff\x00hello')",
        "its output file holds no state: line 1, column 1: '\\ufffd' is not a cell; expected 0 (empty), 1 or "
        "2 (a disc of that player)",
    ),
    "writes an empty file": (
        "open(sys.argv[2], 'w')",
        "its output file holds no state: line 1, column 1: the text ends after 0 of 6 rows; expected 6 lines "
        "of 7 digits",
    ),
    "makes a folder": (
        "os.mkdir(sys.argv[2])",
        "its output file cannot be read: it is not a regular file",
    ),
    "makes a pipe": (
        "os.mkfifo(sys.argv[2])",
        "its output file cannot be read: it is not a regular file",
    ),
    "makes a link": (
        "os.symlink(sys.argv[1], sys.argv[2])",
        "its output file cannot be read: Too many levels of symbolic links",
    ),
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
    assert lines[12:14] == ["move 1: Player 1, column 1", "game state at the end:"]
    *_, times, _, verdict = lines
    assert re.fullmatch(r"player A \(red, 1\) +-( +[0-9]+\.[0-9]{3}){2}", times)
    assert verdict == f"Player B (green, 2) loses with move 2: {words}. Player A (red, 1) wins."


def test_too_much_cpu_time_loses(capsys: Capture) -> None:
    endless = command("while True: pass")
    result = run_here(capsys, "maxconnect4", "referee", command(HONEST), endless, "--seconds", "0.5")
    verdict = result.out.splitlines()[-1]
    words = r"it used (0\.[5-9]|[1-9]\.[0-9])[0-9] s of CPU time; 0\.5 s are allowed"
    assert re.search(rf" loses with move 2: {words}\. ", verdict)


def test_a_program_that_prints_without_end_does_not_fill_the_disk(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimeven.cli.maxconnect4.program.MAX_FILE_BYTES", 1 << 20)
    talker = "yes {input} {output}"
    result = run_here(capsys, "maxconnect4", "referee", talker, command(HONEST), "--keep", "kept")
    words = "it wrote more than 1 MiB to a file, or printed so much"
    assert (
        result.out.splitlines()[-1]
        == f"Player A (red, 1) loses with move 1: {words}. Player B (green, 2) wins."
    )
    assert sum(path.stat().st_size for path in Path("kept").iterdir()) < 2 << 20


@pytest.mark.compiled
def test_the_reported_search_time_is_shown_beside_the_measured_time(capsys: Capture) -> None:
    ours = shlex.join((*CLAIMEVEN, "maxconnect4", "one-move", "{input}", "{output}", "1"))
    result = run_here(capsys, "maxconnect4", "referee", command(HONEST), ours, "--start", write_late())
    assert result.code == 0
    title, first, second = result.out.splitlines()[-4:-1]
    assert title.split("  ")[0] == "CPU seconds"
    assert re.fullmatch(r"player A \(red, 1\) +-( +[0-9]+\.[0-9]{3}){2}", first)
    assert len(title) == len(first) == len(second)
    second_cells = second.removeprefix("player B (green, 2)").split()
    search, processes, largest = map(float, second_cells)
    assert 0 <= search < largest < processes  # two moves, and each also starts Python


def test_player_a_can_lose(capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "referee", command("pass"), command(HONEST))
    assert result.code == 0
    assert result.out.endswith(
        "Player A (red, 1) loses with move 1: it wrote no output file. Player B (green, 2) wins.\n"
    )


def test_a_program_that_cannot_be_started_loses(capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "referee", "/no/such/program {input} {output}", command(HONEST))
    assert result.code == 0
    assert result.out.endswith(
        "Player A (red, 1) loses with move 1: its program could not be started: '/no/such/program': No such "
        "file or directory. Player B (green, 2) wins.\n"
    )


def test_a_sleeping_program_loses_on_the_clock(capsys: Capture) -> None:
    sleeping = ProgramPlayer(shlex.split(command("time.sleep(600)")))
    play_game({1: sleeping, 2: sleeping}, State(), GameSettings(seconds=60, clock_seconds=0.3))
    assert capsys.readouterr().out.endswith(
        "Player A (red, 1) loses with move 1: it did not end within 0.3 s on the clock. Player B (green, 2) "
        "wins.\n"
    )


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
    "another format": (["4"], "holds no state: line 1, column 1: '4' is not a cell"),
}


@pytest.mark.parametrize(("lines", "words"), ILLEGAL.values(), ids=ILLEGAL)
def test_every_other_answer_is_rejected_with_a_reason(lines: list[str], words: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        check_answer(SAMPLE, "".join(f"{line}\n" for line in lines).encode())
    assert words in str(raised.value)


def test_line_ends_do_not_matter() -> None:
    text = write_state(SAMPLE.play(5))
    for end in ("\r\n", "\r\r\n", "  \n"):
        assert check_answer(SAMPLE, text.replace("\n", end).encode()) == 5
