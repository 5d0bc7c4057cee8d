"""`claimeven tree`: what it prints and writes, what it refuses, and how it checks a tree."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from claimeven.cli import tree as command
from commands import Result, run_here, run_process, start

Capture = pytest.CaptureFixture[str]
DATA = Path(__file__).parent.parent / "data" / "tree"
CASES = sorted(DATA.glob("*.in"))
SMALL = ("bbba", "aaabba", "bba", "bababa", "b", "abaaba", "baaabb")  # three columns have room
PRUNED = """\
A1: 1
|-B2: 1; h=4
|-B2: 3; h=0
|-B2: 5; h=3
A1: 3
|-B2: 1; h=6
|-B2: 3; h=2
|-B2: 5; h=5
A1: 5
|-B2: 1; h=3
|-B2: 3; h=-2
|-B2: pruning 5; alpha=2, beta=-2
first move: 3
"""
OLD = "what was here before"


@pytest.fixture
def small(tmp_path: Path) -> str:
    return written(tmp_path / "small.txt", *SMALL)


def written(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    return str(path)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_the_cases_to_the_byte(case: Path, tmp_path: Path, capsys: Capture) -> None:
    output = tmp_path / "out.txt"
    expected = case.with_suffix(".out").read_bytes()
    assert run_here(capsys, "tree", str(case), str(output)) == (0, expected.decode(), "")
    assert output.read_bytes() == expected
    assert list(tmp_path.iterdir()) == [output]


def test_a_process_reads_standard_input_and_writes_bytes() -> None:
    done = run_process("tree", "-", stdin=CASES[2].read_bytes().replace(b"\n", b"\r\n"))
    assert done == (0, CASES[2].with_suffix(".out").read_text(encoding="ascii"), "")


def test_depth_and_pruning(small: str, capsys: Capture) -> None:
    assert run_here(capsys, "tree", small, "--depth", "2") == (0, PRUNED, "")
    full = run_here(capsys, "tree", small, "--depth", "2", "--no-pruning")
    assert full.out == PRUNED.replace("B2: pruning 5; alpha=2, beta=-2", "B2: 5; h=4")
    deep = run_here(capsys, "tree", small, "--depth", "42")
    assert deep.code == 0
    assert deep.out.endswith("first move: 5\n")


def test_the_estimates(capsys: Capture) -> None:
    def values(*options: str) -> list[str]:
        source = str(DATA / "case13-n34.in")
        lines = run_here(capsys, "tree", source, "--depth", "1", *options).out.splitlines()
        return [line.partition("; h=")[2] for line in lines[:-1]]

    assert values() == values("--estimate", "lines") == ["-6", "-13", "1000"]
    assert values("--estimate", "open-ends") == ["-11", "-18", "1000"]
    assert values("--estimate", "strict") == ["-5", "-14", "1000"]
    assert values("--heuristic", "strict") == ["-5", "-14", "1000"]  # the word of many courses


def test_bill_may_be_first(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path / "in.txt", "bbb", "a", "a", "a", *"eee")
    result = run_here(capsys, "tree", path, "--first", "bill", "--depth", "1")
    lines = result.out.splitlines()
    assert (lines[0], lines[-1]) == ("B1: 1; h=-1000", "first move: 1")
    ahead = written(tmp_path / "in.txt", "a", *"eeeeee")
    assert run_here(capsys, "tree", ahead, "--first", "bill").code == 0
    assert "with Alice to move, expected as many" in run_here(capsys, "tree", ahead).err


def test_json_and_graphviz_go_where_lines_would(small: str, tmp_path: Path, capsys: Capture) -> None:
    output = tmp_path / "out"
    result = run_here(capsys, "tree", small, str(output), "--json", "--depth", "2")
    assert result.code == 0
    assert output.read_text(encoding="ascii") == result.out
    assert json.loads(result.out)["children"][0]["move"] == 1
    assert json.loads(result.out)["value"] == 2
    dot = run_here(capsys, "tree", small, str(output), "--dot")
    assert dot.out.startswith("digraph tree {\n")
    assert output.read_text(encoding="ascii") == dot.out
    assert run_here(capsys, "tree", small, "--dot", "--json").code == 2


def test_the_drawing_is_written_beside_what_is_printed(small: str, tmp_path: Path, capsys: Capture) -> None:
    drawing = tmp_path / "tree.svg"
    assert run_here(capsys, "tree", small, "--depth", "2", "--svg", str(drawing)) == (0, PRUNED, "")
    assert drawing.read_text(encoding="ascii").startswith("<svg ")


BAD = {
    "six columns": ("\n".join(SMALL[:6]).encode(), "line 7, column 1: the text ends after 6 of 7 columns"),
    "seven discs": (b"abababa\ne\ne\ne\ne\ne\ne\n", "line 1, column 7: a disc on top of 6; expected 1 to 6"),
    "third letter": (b"e\ne\nac\ne\ne\ne\ne\n", "line 3, column 2: 'c' is not a disc; expected a or b"),
    "counts": (b"a\ne\ne\ne\ne\ne\ne\n", "line 7, column 1: 1 discs of Alice and 0 of Bill"),
    "won": (
        b"bbbb\naaa\ne\ne\ne\ne\ne\n",
        "line 1, column 1: Bill has already won with four in a row from here",
    ),
    "full": (
        b"aabbaa\nbbaabb\naabbaa\nbbaabb\naabbaa\nbbaabb\nababab\n",
        "line 7, column 1: the board is full; expected at least one empty cell",
    ),
    "empty": (b"", "line 1, column 1: the text ends after 0 of 7 columns; expected one line for each"),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "line 1, column 1: '\ufffd' is not a disc; expected a or b"),
    "endless": (b"\n" * 100_000, "expected"),
}


@pytest.mark.parametrize(("data", "words"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_touches_no_file(
    data: bytes, words: str, tmp_path: Path, capsys: Capture
) -> None:
    source, output, drawing = (tmp_path / name for name in ("in.txt", "out.txt", "tree.svg"))
    source.write_bytes(data)
    output.write_text(OLD, encoding="ascii")
    result = run_here(capsys, "tree", str(source), str(output), "--svg", str(drawing))
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"claimeven: {source}: line ")
    assert words in result.err
    assert "expected" in result.err
    assert result.err.count("\n") == 1
    assert output.read_text(encoding="ascii") == OLD
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "out.txt"]


def test_a_byte_order_mark_in_a_position_is_ignored(tmp_path: Path, capsys: Capture) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes(b"\xef\xbb\xbf" + CASES[0].read_bytes())
    assert run_here(capsys, "tree", str(source)).code == 0


def test_what_cannot_be_read_or_written_is_one_line(small: str, tmp_path: Path, capsys: Capture) -> None:
    missing, folder = str(tmp_path / "missing.txt"), str(tmp_path)
    result = run_here(capsys, "tree", missing, str(tmp_path / "out.txt"))
    assert result == (
        1,
        "",
        f"claimeven: {missing}: No such file or directory; "
        "expected a file of seven lines, each e or 1 to 6 letters a and b\n",
    )
    assert run_here(capsys, "tree", folder).err.startswith(f"claimeven: {folder}: Is a directory; expected")
    nowhere = str(tmp_path / "no" / "out.txt")
    result = run_here(capsys, "tree", small, nowhere)
    assert result == (1, "", f"claimeven: {nowhere}: No such file or directory\n")
    assert [path.name for path in tmp_path.iterdir()] == ["small.txt"]


def test_closed_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    result = run_here(capsys, "tree", "-")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("claimeven: standard input: it is closed; expected")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("a", "b", "c"),
        ("a", "a"),
        ("a", "b", "--svg", "b"),
        ("-", "--check", "-"),
        ("a", "b", "--check", "c"),
        ("a", "--check", "c", "--svg", "b"),
        ("a", "--check", "c", "--json"),
        ("a", "--depth", "0"),
        ("a", "--first", "carol"),
        ("a", "--estimate", "hope"),
    ],
)
def test_usage_errors_come_before_any_file_is_read(arguments: tuple[str, ...], capsys: Capture) -> None:
    result = run_here(capsys, "tree", *arguments)
    assert (result.code, result.out) == (2, "")
    assert "usage: claimeven" in result.err


def test_a_large_tree_needs_force(
    small: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "MAX_LINES", 12)
    output, student = tmp_path / "out.txt", written(tmp_path / "mine.txt", "A1: 1")
    for files in ((small, str(output)), ("--check", student, small)):
        result = run_here(capsys, "tree", *files, "--depth", "2")
        assert (result.code, result.out) == (1, "")
        assert "more than 12 lines" in result.err
        assert "--force" in result.err
    assert not output.exists()
    assert run_here(capsys, "tree", small, "--depth", "2", "--force") == (0, PRUNED, "")
    monkeypatch.setattr(command, "MAX_LINES", 13)
    assert run_here(capsys, "tree", small, "--depth", "2") == (0, PRUNED, "")


def check(capsys: Capture, tmp_path: Path, small: str, text: str, *options: str) -> Result:
    student = tmp_path / "mine.txt"
    student.write_text(text, encoding="utf-8", newline="")
    result = run_here(capsys, "tree", "--check", str(student), small, "--depth", "2", *options)
    return result._replace(out=result.out.replace(str(student), "mine.txt"))


def test_checking_the_true_tree(small: str, tmp_path: Path, capsys: Capture) -> None:
    assert check(capsys, tmp_path, small, PRUNED) == (0, "mine.txt: the tree is correct\n", "")
    done = run_process("tree", "--check", "-", small, "--depth", "2", stdin=PRUNED.encode())
    assert done == (0, "standard input: the tree is correct\n", "")


def test_checking_a_tree_with_a_mistake(small: str, tmp_path: Path, capsys: Capture) -> None:
    assert check(capsys, tmp_path, small, PRUNED.replace("h=-2", "h=-3")) == (
        1,
        "mine.txt: line 11: wrong estimate: h=-3 instead of h=-2\n"
        "  seen:     |-B2: 3; h=-3\n"
        "  expected: |-B2: 3; h=-2\n",
        "",
    )


def test_checking_a_tree_with_other_spacing(small: str, tmp_path: Path, capsys: Capture) -> None:
    spaced = PRUNED.replace("h=", "h = ")
    assert check(capsys, tmp_path, small, spaced) == (
        0,
        "mine.txt: line 2: only spacing differs, which is commonly accepted\n"
        "  seen:     |-B2: 1; h = 4\n"
        "  expected: |-B2: 1; h=4\n"
        "mine.txt: apart from spacing the tree is correct\n",
        "",
    )
    assert check(capsys, tmp_path, small, spaced, "--strict").code == 1
    assert check(capsys, tmp_path, small, f"\ufeff{PRUNED}").out == "mine.txt: the tree is correct\n"
    assert check(capsys, tmp_path, small, f"\ufeff{PRUNED}", "--strict").code == 1
    assert check(capsys, tmp_path, small, PRUNED, "--strict") == (0, "mine.txt: the tree is correct\n", "")
    code, out, _ = check(capsys, tmp_path, small, PRUNED.replace("\n", "\n\n").replace("h=-2", "h=2"))
    assert code == 1
    assert "line 2: a blank line, which is commonly accepted\nmine.txt: line 21" in out
    assert "line 21: wrong estimate" in out
    _, out, _ = check(capsys, tmp_path, small, PRUNED.replace("\n", "\r\n"))
    assert "  seen:     'A1: 1\\r'\n  expected: A1: 1\n" in out


def test_a_blank_line_is_reported_without_an_empty_comparison(
    small: str, tmp_path: Path, capsys: Capture
) -> None:
    for mine in (f"\n{PRUNED}", f"{PRUNED}\n", f"{PRUNED}  \n", PRUNED.replace("\n", "\n\n")):
        code, out, _ = check(capsys, tmp_path, small, mine)
        assert (code, "(nothing)" in out) == (0, False)
        assert "a blank line, which is commonly accepted\n" in out
        assert check(capsys, tmp_path, small, mine, "--strict").code == 1


def test_an_endless_tree_is_not_read_to_its_end(small: str, capsys: Capture) -> None:
    result = run_here(capsys, "tree", "--check", "/dev/zero", small)
    assert result == (1, "", "claimeven: /dev/zero: more than 67,108,864 bytes; expected a printed tree\n")


def test_a_tree_that_is_correct_under_another_estimate_is_reported(
    small: str, tmp_path: Path, capsys: Capture
) -> None:
    strict = run_here(capsys, "tree", small, "--estimate", "strict", "--depth", "2").out
    code, out, _ = check(capsys, tmp_path, small, strict)
    assert code == 1
    assert "wrong estimate" in out
    assert out.endswith("mine.txt: with --estimate strict the tree is correct\n")


def test_unprintable_characters_are_escaped(small: str) -> None:
    mine = PRUNED.replace("h=-2", "h=\x1b[31m\u00e9").encode()
    done = run_process(
        "tree", "--check", "-", small, "--depth", "2", stdin=mine, PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert (done.code, done.err) == (1, "")
    assert r"line 11: wrong estimate: h=\x1b[31m\xe9 instead of h=-2" in done.out


def test_a_missing_tree_to_check(small: str, tmp_path: Path, capsys: Capture) -> None:
    missing = str(tmp_path / "missing.txt")
    result = run_here(capsys, "tree", "--check", missing, small)
    assert result == (1, "", f"claimeven: {missing}: No such file or directory\n")


def test_a_closed_pipe_is_not_an_error() -> None:
    tree = start("tree", str(CASES[2]), "--no-pruning", stdout=PIPE, stderr=PIPE)
    assert tree.stdout is not None
    assert tree.stdout.readline() == b"A1: 1\n"
    tree.stdout.close()
    assert tree.stderr is not None
    assert (tree.stderr.read(), tree.wait(timeout=60)) == (b"", 0)
    tree.stderr.close()


def test_counts_that_fit_the_other_side_mention_the_option(tmp_path: Path, capsys: Capture) -> None:
    ahead = written(tmp_path / "ahead.txt", "a", *"eeeeee")
    result = run_here(capsys, "tree", ahead)
    assert (result.code, result.out) == (1, "")
    assert result.err.endswith("; if it is Bill's turn, use --first bill\n")
    assert run_here(capsys, "tree", ahead, "--first", "bill", "--depth", "1").code == 0
    impossible = written(tmp_path / "impossible.txt", "aa", *"eeeeee")
    assert "--first" not in run_here(capsys, "tree", impossible).err


def test_a_missing_cut_of_one_column_is_named_in_the_singular(
    small: str, tmp_path: Path, capsys: Capture
) -> None:
    mine = written(tmp_path / "mine.txt", *[line for line in PRUNED.splitlines() if "pruning" not in line])
    out = run_here(capsys, "tree", small, "--depth", "2", "--check", mine).out
    assert "a missing pruning: B2 in column 5\n" in out


def test_a_drawing_must_be_called_svg(small: str, tmp_path: Path, capsys: Capture) -> None:
    result = run_here(capsys, "tree", small, "--svg", str(tmp_path / "tree.png"))
    assert (result.code, result.out) == (2, "")
    assert "is not a name for a drawing; expected one that ends in .svg" in result.err
    assert not (tmp_path / "tree.png").exists()
