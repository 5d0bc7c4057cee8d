"""`claimeven bench FILE`: means over somebody's own positions, and which of their scores are wrong."""

from __future__ import annotations

import sys
import types
from pathlib import Path

import pytest

from claimeven.cli.bench.suite import bench_cases, parse_cases, run_file
from claimeven.rules.rules import MAX_CONNECT_FOUR
from commands import run_here, run_process
from suites import DATA

Capture = pytest.CaptureFixture[str]
HEADING = "positions   mean CPU us    mean nodes  Mnodes/s  wrong"


def test_the_means_of_a_file(capsys: Capture) -> None:
    cases = parse_cases((DATA / "suite-end.tsv").read_text(encoding="ascii"))
    code, out, err = run_here(capsys, "bench", str(DATA / "suite-end.tsv"))
    heading, row = out.splitlines()
    assert (code, err, heading) == (0, "", HEADING)
    count, _, nodes, _, wrong = row.split()
    result = run_file(cases, table_mib=64)
    assert (int(count), nodes, int(wrong)) == (len(cases), f"{result.nodes / len(cases):.1f}", 0)
    assert result.wrong == ()


@pytest.mark.compiled
def test_scores_that_are_wrong_are_named(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("\n4453221616735172 +2\n4453221616735172 -2 a remark\n", encoding="ascii")
    code, out, err = run_here(capsys, "bench", str(file))
    assert (code, out.split()[-1]) == (1, "1")
    assert err == f"claimeven: {file}: 4453221616735172: Claimeven says -2; the file says +2\n"


def test_other_games_and_boards(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text('"" 0\n12345 1\n', encoding="ascii")
    assert run_here(capsys, "bench", str(file), "--size", "5x4").out.split()[-1] == "0"
    late = next(case for case in bench_cases(MAX_CONNECT_FOUR) if len(case[0]) > 35)
    file.write_text(f"{''.join(str(column + 1) for column in late[0])}\t{late[1]}\n", encoding="ascii")
    assert run_here(capsys, "bench", str(file), "--variant", "max").out.split()[-1] == "0"


def test_a_rival_is_compared(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class BitBully:
        def __init__(self, *, opening_book: str | None) -> None:
            assert opening_book is None

        def mtdf(self, board: list[int]) -> int:
            return len(board) - 38

    fake = types.SimpleNamespace(BitBully=BitBully, Board=list)
    monkeypatch.setitem(sys.modules, "bitbully", fake)
    moves, score = (DATA / "suite-end.tsv").read_text(encoding="ascii").splitlines()[0].split()[:2]
    file = tmp_path / "mine.txt"
    file.write_text(f"{moves} {score}\n", encoding="ascii")
    code, out, err = run_here(capsys, "bench", str(file), "--against", "bitbully")
    assert out.splitlines()[0] == HEADING + "    bitbully  ratio"
    wrong = len(moves) - 38 != int(score)
    assert (code, "the rival says" in err) == (int(wrong), wrong)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no positions; expected lines of moves and a score, e.g. 4453 2"),
        ("4453", "line 1, column 1: expected moves and a score, e.g. 4453 2"),
        ("4453 2\n\n44x 1", "line 3, column 3: 'x' is not a column; columns are 1 to 7"),
        ("4453 two", "line 1, column 1: expected moves and a score, e.g. 4453 2"),
        ("4444444 2", "line 1, column 1: "),
        ("1212121 2", "line 1, column 1: the game is over; expected a position to solve"),
        ("4453 ٣", "line 1, column 1: expected moves and a score, e.g. 4453 2"),
    ],
)
def test_a_file_without_positions_and_scores_is_refused(text: str, words: str) -> None:
    code, out, err = run_process("bench", "-", stdin=text.encode())
    assert (code, out) == (1, "")
    assert err.startswith(f"claimeven: standard input: {words}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [("x", "--empty"), ("x", "--threads", "2"), ("x", "--calls"), ("--size", "5x4"), ("--threads", "65")],
)
def test_options_that_exclude_each_other(arguments: tuple[str, ...], capsys: Capture) -> None:
    assert run_here(capsys, "bench", *arguments).code == 2
