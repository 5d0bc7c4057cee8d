"""`maxconnect4 one-move`: arguments, printing, files, warnings and what is refused."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choosers import use_scripted
from claimeven.cli import main as cli
from claimeven.cli.maxconnect4.state import MAX_BYTES, decode_state
from claimeven.errors import FormatError
from claimeven.formats.statefile import State, write_state
from commands import CLAIMEVEN, run_here, run_process

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
OLD = b"what was here before"
ROWS = ("0000000", "0000000", "0000000", "0002000", "0001000", "0211000")
FULL_ROWS = ("2212122", "1112111", "2221121", "1222112", "1222222", "1111112")
REPORT = (
    "claimeven: move 6: depth 3, moves explored 343, CPU time 0.250000 s, of the whole process 0.500000 s\n"
)


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)


def written(name: str, *lines: str, end: str = "\n") -> str:
    Path(name).write_bytes("".join(f"{line}{end}" for line in lines).encode())
    return name


def golden(name: str) -> str:
    return (DATA / f"maxconnect4-{name}.txt").read_text(encoding="ascii")


def test_one_move_to_the_character(capsys: Capture, monkeypatch: Patch) -> None:
    chooser = use_scripted(monkeypatch, "5")
    written("in.txt", *ROWS, "2")
    assert run_here(capsys, "maxconnect4", "one-move", "in.txt", "out.txt", "3") == (
        0,
        golden("one-move"),
        REPORT,
    )
    assert Path("out.txt").read_bytes() == b"".join(
        b"%s\n" % row
        for row in (b"0000000", b"0000000", b"0000000", b"0002000", b"0001000", b"0211200", b"1")
    )
    state = decode_state(Path("in.txt").read_bytes()).state
    assert chooser.calls == [(state, 3)]
    assert sorted(path.name for path in Path().iterdir()) == ["in.txt", "out.txt"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n", " \t\r\n"])
@pytest.mark.parametrize("final", [True, False])
def test_every_line_end_is_read_and_lf_is_written(
    end: str, final: bool, capsys: Capture, monkeypatch: Patch
) -> None:
    use_scripted(monkeypatch, "5")
    text = end.join((*ROWS, "2")) + end * final
    Path("in.txt").write_bytes(text.encode())
    result = run_here(capsys, "maxconnect4", "one-move", "in.txt", "out.txt", "3")
    assert result == (0, golden("one-move"), REPORT)
    data = Path("out.txt").read_bytes()
    assert (data.count(b"\n"), data.count(b"\r"), data[-3:]) == (7, 0, b"\n1\n")


def test_the_output_may_be_the_input(capsys: Capture, monkeypatch: Patch) -> None:
    use_scripted(monkeypatch, "44")
    for player in "21":
        assert run_here(capsys, "maxconnect4", "one-move", "game.txt", "game.txt", "perfect").code == 0
        assert Path("game.txt").read_text(encoding="ascii").endswith(f"\n{player}\n")
    assert decode_state(Path("game.txt").read_bytes()).state == State().play(3).play(3)


def test_a_missing_input_is_the_empty_board(capsys: Capture, monkeypatch: Patch) -> None:
    chooser = use_scripted(monkeypatch, "4")
    result = run_here(capsys, "maxconnect4", "one-move", "missing.txt", "out.txt", "1")
    assert result.code == 0
    assert result.err.startswith(
        "claimeven: missing.txt: there is no such file; starting from the empty board, player 1 moves next\n"
    )
    assert "move 1: Player 1, column 4\n" in result.out
    assert chooser.calls == [(State(), 1)]
    assert Path("out.txt").read_text(encoding="ascii") == write_state(State().play(3))
    assert not Path("missing.txt").exists()


@pytest.mark.parametrize(("text", "plies"), [("0", 1), ("1", 1), ("007", 7), ("42", 42), ("43", 42)])
def test_depth(text: str, plies: int, capsys: Capture, monkeypatch: Patch) -> None:
    chooser = use_scripted(monkeypatch, "4")
    assert run_here(capsys, "maxconnect4", "one-move", "in.txt", "out.txt", text).code == 0
    assert chooser.calls == [(State(), plies)]


def test_an_enormous_depth_is_to_the_end(capsys: Capture, monkeypatch: Patch) -> None:
    chooser = use_scripted(monkeypatch, "44")
    for text in ("9" * 5000, "perfect"):
        assert run_here(capsys, "maxconnect4", "one-move", "in.txt", "out.txt", text).code == 0
    assert [depth for _, depth in chooser.calls] == [42, None]


WARNINGS = {
    "mismatch": ((*ROWS, "1"), "player 2 would move next, but the seventh line says player 1"),
    "missing seventh line": (ROWS, "the seventh line is missing"),
    "floating": ((*ROWS[:2], "0100002", *ROWS[3:], "2"), "discs float (columns: 2 7)"),
    "counts": ((*ROWS[:5], "0211111", "2"), "can't arise from alternate moves"),
}


@pytest.mark.parametrize(("lines", "words"), WARNINGS.values(), ids=WARNINGS)
def test_warnings_do_not_stop_the_game(
    lines: tuple[str, ...], words: str, capsys: Capture, monkeypatch: Patch
) -> None:
    use_scripted(monkeypatch, "1")
    written("in.txt", *lines)
    result = run_here(capsys, "maxconnect4", "one-move", "in.txt", "out.txt", "3")
    assert result.code == 0
    assert result.err.startswith("claimeven: warning: in.txt: ")
    assert words in result.err.splitlines()[0]
    player = int(lines[6]) if len(lines) == 7 else 2
    assert f": Player {player}, column 1\n" in result.out
    after = decode_state(Path("out.txt").read_bytes()).state
    assert after.player == 3 - player


@pytest.mark.parametrize("player", ["1", "2"])
def test_a_full_board_is_printed_with_its_result(player: str, capsys: Capture, monkeypatch: Patch) -> None:
    chooser = use_scripted(monkeypatch, "")
    written("in.txt", *FULL_ROWS, player)
    Path("out.txt").write_bytes(OLD)
    result = run_here(capsys, "maxconnect4", "one-move", "in.txt", "out.txt", "3")
    assert (result.code, result.out) == (0, golden("full"))
    assert chooser.calls == []
    assert Path("out.txt").read_bytes() == OLD


MALFORMED = {
    "another digit": ((*ROWS[:5], "0213000", "2"), "line 6, column 4: '3' is not a cell; expected 0"),
    "a letter": (("000a000", *ROWS[1:], "2"), "line 1, column 4: 'a' is not a cell"),
    "a short line": ((ROWS[0], "000000", *ROWS[2:], "2"), "line 2, column 7: the row ends after 6 of 7"),
    "a long line": ((*ROWS[:2], "00000000", *ROWS[3:], "2"), "line 3, column 8: '0' after the last cell"),
    "a blank line": ((*ROWS[:3], "", *ROWS[3:], "2"), "line 4, column 1: the row ends after 0 of 7"),
    "too few lines": (ROWS[:4], "line 5, column 1: the text ends after 4 of 6 rows"),
    "no lines": ((), "line 1, column 1: the text ends after 0 of 6 rows"),
    "too many lines": ((*ROWS, "2", "1"), "line 8, column 1: there is more text"),
    "player 3": ((*ROWS, "3"), "line 7, column 1: '3' is not a player"),
    "player 0": ((*ROWS, "0"), "line 7, column 1: '0' is not a player"),
    "player 11": ((*ROWS, "11"), "line 7, column 2: '1' after the player"),
}


@pytest.mark.parametrize(("lines", "words"), MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("mode", ["one-move", "interactive", "referee"])
def test_malformed_files_exit_2_and_nothing_is_written(
    lines: tuple[str, ...], words: str, mode: str, capsys: Capture, monkeypatch: Patch
) -> None:
    chooser = use_scripted(monkeypatch, "")
    written("in.txt", *lines)
    for name in ("out.txt", "computer.txt"):
        Path(name).write_bytes(OLD)
    command = "true {input} {output}"
    arguments = {
        "one-move": ("in.txt", "out.txt", "3"),
        "interactive": ("in.txt", "computer-next", "3"),
        "referee": (command, command, "--start", "in.txt"),
    }[mode]
    result = run_here(capsys, "maxconnect4", mode, *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"claimeven: in.txt: {words}")
    assert "expected" in result.err
    assert result.err.count("\n") == 1
    assert chooser.calls == []
    assert {path.name: path.read_bytes() == OLD for path in Path().iterdir()} == {
        "in.txt": False,
        "out.txt": True,
        "computer.txt": True,
    }


@given(st.binary() | st.text(st.sampled_from("012\r\n \x00")).map(str.encode))
def test_any_bytes_are_a_state_or_refused_at_a_place(data: bytes) -> None:
    words = ""
    try:
        decode_state(data)
    except FormatError as error:
        words = str(error)
    assert re.match("line [1-9][0-9]*, column [1-9][0-9]*: ", words) or not words


def test_an_endless_file_is_refused() -> None:
    with pytest.raises(FormatError, match="more than 65,536 bytes"):
        decode_state(write_state(State()).encode() + b"\n" * MAX_BYTES)


def test_a_byte_order_mark_is_ignored() -> None:
    assert decode_state(b"\xef\xbb\xbf" + write_state(State()).encode()).state == State()


def test_an_input_that_cannot_be_read_exits_2(capsys: Capture) -> None:
    Path("folder").mkdir()
    result = run_here(capsys, "maxconnect4", "one-move", "folder", "out.txt", "3")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "claimeven: folder: Is a directory; expected a file of six lines of seven digits 0, 1 or 2, and the "
        "player who moves next\n"
    )
    assert not Path("out.txt").exists()


MISUSE = {
    "nothing": (),
    "a bad mode": ("two-moves", "in.txt", "out.txt", "3"),
    "a mode in capitals": ("ONE-MOVE", "in.txt", "out.txt", "3"),
    "no arguments": ("one-move",),
    "two arguments": ("one-move", "in.txt", "out.txt"),
    "four arguments": ("one-move", "in.txt", "out.txt", "3", "4"),
    "interactive without a depth": ("interactive", "in.txt", "computer-next"),
    "interactive with a bad turn": ("interactive", "in.txt", "me-next", "3"),
    "interactive in another order": ("interactive", "computer-next", "in.txt", "3"),
    "interactive with too much": ("interactive", "in.txt", "human-next", "3", "x"),
    "a negative depth": ("one-move", "in.txt", "out.txt", "-1"),
    "a fraction": ("one-move", "in.txt", "out.txt", "2.5"),
    "a sign": ("one-move", "in.txt", "out.txt", "+3"),
    "a word": ("one-move", "in.txt", "out.txt", "deep"),
    "no depth": ("one-move", "in.txt", "out.txt", ""),
    "other digits": ("one-move", "in.txt", "out.txt", "\u0663"),
    "Perfect": ("one-move", "in.txt", "out.txt", "Perfect"),
    "an unknown option": ("one-move", "in.txt", "out.txt", "3", "--quick"),
    "report with an argument": ("report", "60"),
    "report in no time": ("report", "--seconds", "0"),
    "report in two forms": ("report", "--csv", "--json"),
    "report to a picture of another kind": ("report", "--plot", "x.jpg"),
    "referee with one command": ("referee", "a {input} {output}"),
    "referee without files": ("referee", "a {input}", "a {input} {output}"),
    "referee with an open quote": ("referee", "a '{input} {output}", "a {input} {output}"),
    "referee with nothing": ("referee", "", ""),
    **{
        f"referee with {seconds} seconds": ("referee", *["a {input} {output}"] * 2, "--seconds", seconds)
        for seconds in ("1e19", "1000001", "nan", "inf", "0", "-1", "soon")
    },
}


@pytest.mark.parametrize("arguments", MISUSE.values(), ids=MISUSE)
def test_a_usage_error_is_a_message_and_exit_code_2(
    arguments: tuple[str, ...], capsys: Capture, monkeypatch: Patch
) -> None:
    chooser = use_scripted(monkeypatch, "")
    result = run_here(capsys, "maxconnect4", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("usage: maxconnect4 ")
    assert chooser.calls == []
    assert list(Path().iterdir()) == []


def test_a_bad_depth_is_rejected_with_what_is_accepted(capsys: Capture) -> None:
    err = run_here(capsys, "maxconnect4", "one-move", "in.txt", "out.txt", "deep").err
    assert "'deep' is not a depth; expected a whole number of plies from 0, or perfect" in err


def become_process(monkeypatch: Patch, *arguments: str) -> None:
    """Give this process the command line of `maxconnect4`; but Ctrl-C stays with pytest."""
    monkeypatch.setattr(sys, "argv", ["maxconnect4", *arguments])
    monkeypatch.setattr(cli, "_install_ctrl_c_handler", lambda: None)
    monkeypatch.setattr(cli, "_is_ending", False)


def test_the_console_command(capsys: Capture, monkeypatch: Patch) -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts["maxconnect4"] == "claimeven.cli.main:maxconnect4"
    use_scripted(monkeypatch, "4")
    become_process(monkeypatch, "one-move", "in.txt", "out.txt", "3")
    assert cli.maxconnect4() == 0
    assert capsys.readouterr().out.startswith("MaxConnect-4 game\n")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("one-move", "full.txt", "out.txt", "3"), 0),
        (("interactive", "full.txt", "human-next", "3"), 0),
        (("one-move", "bad.txt", "out.txt", "3"), 2),
        (("one-move", "bad.txt", "out.txt"), 2),
        (("report", "--seconds", "x"), 2),
    ],
)
def test_what_needs_no_search_loads_no_numba(arguments: tuple[str, ...], code: int) -> None:
    written("full.txt", *FULL_ROWS, "1")
    written("bad.txt", "x")
    script = (
        "import sys; from claimeven.cli.main import main; code = main(['maxconnect4', *sys.argv[1:]]); "
        "heavy = {'numba', 'numpy', 'rich', 'matplotlib'} & set(sys.modules); "
        "sys.exit(f'heavy: {heavy}' if heavy else code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )
    assert "heavy" not in done.stderr
    assert done.returncode == code


def run_by_its_name(capsys: Capture, monkeypatch: Patch, *arguments: str) -> tuple[int, str]:
    """The exit code of the console command `maxconnect4`, and what it says on stderr."""
    become_process(monkeypatch, *arguments)
    capsys.readouterr()
    return cli.maxconnect4(), capsys.readouterr().err


def test_messages_begin_with_the_name_of_the_program(capsys: Capture, monkeypatch: Patch) -> None:
    use_scripted(monkeypatch, "444")
    written("bad.txt", "x")
    move = ("one-move", "in.txt", "out.txt", "3")
    code, messages = run_by_its_name(capsys, monkeypatch, *move)
    assert code == 0
    assert [line.partition(":")[0] for line in messages.splitlines()] == ["maxconnect4", "maxconnect4"]
    for arguments, words in (
        (("one-move", "bad.txt", "out.txt", "3"), "bad.txt: line 1, column 1: "),
        (("one-move", "in.txt", "no/out.txt", "3"), "in.txt: there is no such file"),
    ):
        code, messages = run_by_its_name(capsys, monkeypatch, *arguments)
        assert code > 0
        assert messages.startswith(f"maxconnect4: {words}")
        assert "claimeven" not in messages
    assert run_here(capsys, "maxconnect4", *move).err.startswith("claimeven: in.txt: ")


def test_progress_is_shown_where_a_person_looks(capsys: Capture, monkeypatch: Patch) -> None:
    use_scripted(monkeypatch, "55")
    written("in.txt", *ROWS, "2")
    arguments = ("maxconnect4", "one-move", "in.txt", "out.txt", "3")
    assert run_here(capsys, *arguments).err == REPORT
    monkeypatch.setattr("claimeven.cli.output.is_terminal", lambda _: True)
    line = "move 6: 3 s, 12,345 nodes, score between -1 and +2"
    assert run_here(capsys, *arguments).err == f"\r{line}\r{' ' * (len(line) + 2)}\r{REPORT}"


def test_a_reader_that_has_gone_does_not_cost_the_move() -> None:
    written("last.txt", f"0{FULL_ROWS[0][1:]}", *FULL_ROWS[1:], "2")
    process = subprocess.Popen(
        [*CLAIMEVEN, "maxconnect4", "one-move", "last.txt", "out.txt", "3"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    words = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=300) == 0
    assert "move 42: depth 1, moves explored " in words
    assert Path("out.txt").read_text(encoding="ascii") == "".join(f"{row}\n" for row in (*FULL_ROWS, "1"))


@pytest.mark.compiled
def test_a_process_plays_the_true_lookahead() -> None:
    written("in.txt", *ROWS, "2")
    first, second = (run_process("maxconnect4", "one-move", "in.txt", f"{n}.txt", "4") for n in "12")
    assert first.code == second.code == 0
    assert first.out == second.out
    assert Path("1.txt").read_bytes() == Path("2.txt").read_bytes()
    assert first.err.startswith("claimeven: move 6: depth 4, moves explored ")
