"""`claimeven book`: info, verify and build, right books and wrong ones."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from claimeven.batch.book_positions import early_positions
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.book import book_key
from claimeven.solver.book_file import packaged_bytes, write_book
from claimeven.solver.solver import Solver
from commands import run_here, run_process

SMALL = Rules(4, 4)
Capture = pytest.CaptureFixture[str]
INFO = """\
file      small.bin
variant   four
size      4x4
plies     2
entries   12
moves     0
bytes     {bytes}
version   01
sha256    {sha256}

discs   entries      wins     draws    losses
    0         1         0         1         0
    1         2         0         2         0
    2         8         0         8         0
 more         1         0         1         0
"""


@cache
def scores() -> dict[int, int]:
    """True scores of every position of up to two discs of 4x4, and one later."""
    layers = early_positions(SMALL, 2)
    positions = [position for layer in layers for position in layer.values()]
    positions.append(Position.from_moves("1122", SMALL))
    solver = Solver(table_mib=1, book=None)
    return {book_key(position): int(solver.score(position)) for position in positions}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A right book, small.bin in the current directory."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "small.bin"
    path.write_bytes(write_book(SMALL, 2, scores()))
    return path


def test_info_in_words(capsys: Capture, small: Path) -> None:
    data = small.read_bytes()
    result = run_here(capsys, "book", "info", "small.bin")
    assert result.code == 0
    assert result.out == INFO.format(bytes=len(data), sha256=data[16:48].hex())


def test_info_as_json_about_the_packaged_books(capsys: Capture) -> None:
    for variant, plies, name in (("four", 5, "book-7x6.bin"), ("max", 1, "book-max-7x6.bin")):
        result = run_here(capsys, "book", "info", "--json", "--variant", variant)
        facts = json.loads(result.out)
        assert result.code == 0
        assert (facts["file"], facts["variant"], facts["size"]) == (name, variant, "7x6")
        assert facts["plies"] >= plies
        assert facts["entries"] == sum(row["entries"] for row in facts["by_ply"])
        assert facts["by_ply"][1]["entries"] == 4
    assert (
        json.loads(run_here(capsys, "book", "info", "--json").out)["sha256"] == packaged_bytes()[16:48].hex()
    )


@pytest.mark.usefixtures("small")
def test_a_correct_book_is_reported_as_correct(capsys: Capture) -> None:
    result = run_here(capsys, "book", "verify", "small.bin", "--count", "5", "--seed", "1")
    assert result == (
        0,
        "small.bin: correct; 12 entries agree with one another, 5 of them with a search\n",
        "",
    )
    facts = json.loads(run_here(capsys, "book", "verify", "small.bin", "--json").out)
    assert (facts["recomputed"], facts["wrong"]) == (12, [])


def test_a_contradiction_is_reported_and_nothing_is_searched(capsys: Capture, small: Path) -> None:
    small.write_bytes(write_book(SMALL, 2, scores() | {book_key(Position(rules=SMALL)): 1}))
    result = run_here(capsys, "book", "verify", "small.bin")
    complaint = "the entry (empty board) (score +1) contradicts the positions after it: +0"
    assert result == (1, "", f"claimeven: small.bin: {complaint}\n")
    result = run_here(capsys, "book", "verify", "small.bin", "--json")
    assert result.code == 1
    assert (json.loads(result.out)["wrong"], json.loads(result.out)["recomputed"]) == ([complaint], 0)


def test_a_wrong_score_that_contradicts_nothing_is_found_by_search(capsys: Capture, small: Path) -> None:
    key = book_key(Position.from_moves("1122", SMALL))
    small.write_bytes(write_book(SMALL, 2, scores() | {key: scores()[key] + 1}))
    result = run_here(capsys, "book", "verify", "small.bin")
    assert (result.code, result.out) == (1, "")
    assert result.err == "claimeven: small.bin: the entry 2211 (score +1): a search finds 0\n"


def test_a_long_list_of_errors_is_cut(capsys: Capture, small: Path) -> None:
    empty = dict.fromkeys(range(1, 31), 9)
    small.write_bytes(write_book(SMALL, 0, empty))
    lines = run_here(capsys, "book", "verify", "small.bin").err.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "claimeven: small.bin: and 11 more"


@pytest.mark.parametrize("job", ["info", "verify"])
def test_files_that_are_not_a_book(capsys: Capture, small: Path, job: str) -> None:
    data = bytearray(small.read_bytes())
    data[-1] ^= 1
    small.write_bytes(data)
    result = run_here(capsys, "book", job, "small.bin")
    assert result == (1, "", "claimeven: small.bin: the book is damaged: its checksum does not match\n")
    small.write_bytes(b"something else")
    assert "small.bin: not a book: expected CLMEVN01" in run_here(capsys, "book", job, "small.bin").err
    result = run_here(capsys, "book", job, "nowhere.bin")
    assert result == (1, "", "claimeven: nowhere.bin: No such file or directory\n")
    assert "/dev/zero: not a book" in run_here(capsys, "book", job, "/dev/zero").err


@pytest.mark.usefixtures("small")
def test_a_book_of_the_other_game(capsys: Capture) -> None:
    result = run_here(capsys, "book", "info", "small.bin", "--variant", "max")
    message = "small.bin: a book of Connect Four; expected one of Max-Connect4"
    assert result == (1, "", f"claimeven: {message}\n")
    assert run_here(capsys, "book", "info", "small.bin", "--variant", "four").code == 0


@pytest.mark.compiled
def test_build_makes_a_book_that_verifies(small: Path) -> None:
    command = ("book", "build", "--size", "4x4", "--plies", "3", "--workers", "1", "new.bin")
    result = run_process(*command)
    assert (result.code, result.out) == (0, "")
    assert "entries in" in result.err
    assert f"{len(early_positions(SMALL, 3)[3])} positions solved with" in result.err
    assert run_process(*command, "--repertoire", "4").code == 0
    verified = run_process("book", "verify", "new.bin", "--count", "1000", "--json")
    facts = json.loads(verified.out)
    assert (verified.code, facts["wrong"], facts["plies"]) == (0, [], 3)
    assert facts["recomputed"] == facts["entries"] > facts["moves"] > 0
    assert (small.parent / "new.bin.work.sqlite").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "x.bin"], "the following arguments are required: --plies"),
        (["build", "--plies", "42", "x.bin"], "a book of 42 plies; on 7x6 it can have 0 to 41"),
        (["build", "--plies", "2", "--lines", "3", "x.bin"], "lines from 3 discs in a book of 2 plies"),
        (["build", "--plies", "2", "--lines", "x", "x.bin"], "'x' is not a number of discs"),
        (["build", "--plies", "2", "--repertoire", "42", "x.bin"], "a repertoire of 42 plies; on 7x6 it can"),
        (["verify", "--count", "0"], "'0' is not a number of entries"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_wrong_command_lines(capsys: Capture, arguments: list[str], message: str) -> None:
    result = run_here(capsys, "book", *arguments)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
