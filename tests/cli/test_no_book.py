"""--no-book: solve, analyze and play ask the book unless it is given; a book that is missing is an error."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from claimeven.cli import options
from claimeven.errors import BookError
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.book import Book, book_key
from claimeven.solver.book_file import parse_book, write_book
from commands import run_here, run_process

Capture = pytest.CaptureFixture[str]
COMMANDS = {
    "solve": ("solve", "--size", "4x4", "12"),
    "analyze": ("analyze", "--size", "4x4", "12"),
    "play": ("play", "--size", "4x4", "--plain", "--first", "me", "--seed", "1"),
}


@pytest.fixture(params=sorted(COMMANDS))
def command(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """A command that searches on a small board; standard input is empty."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    return COMMANDS[request.param]


def test_a_missing_book_stops_the_command_unless_it_is_not_used(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def missing(_: Rules) -> Book:
        raise BookError("the book is not there")

    monkeypatch.setattr(options, "packaged_book", missing)
    result = run_here(capsys, *command)
    assert (result.code, result.err) == (1, "claimeven: the book is not there\n")
    result = run_here(capsys, *command, "--no-book")
    assert (result.code, result.err) == (0, "")


def test_the_book_is_used_unless_it_is_switched_off(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Rules(4, 4)
    wrong = {book_key(Position.from_moves("12", small)): 5}  # a score that no search would give
    book = parse_book(write_book(small, 0, wrong))
    monkeypatch.setattr(options, "packaged_book", lambda _: book)
    assert run_here(capsys, "solve", "--size", "4x4", "12").out.endswith("score +5\n")
    assert run_here(capsys, "solve", "--size", "4x4", "--no-book", "12").out.endswith("score 0\n")


def heavy_modules_of(*arguments: str) -> str:
    """What a command has loaded of numba and numpy when it is done."""
    script = (
        "import sys\nfrom claimeven.cli.main import main\n"
        f"assert main({list(arguments)}) == 0\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("variant", ["four", "max"])
def test_a_position_of_the_book_loads_neither_numba_nor_numpy(variant: str) -> None:
    assert heavy_modules_of("solve", "--variant", variant, "") == "[]"


@pytest.mark.parametrize("moves", ["", "4", "7", "21"])
def test_an_analysis_with_its_best_line_loads_neither_numba_nor_numpy(moves: str) -> None:
    assert heavy_modules_of("analyze", moves) == "[]"


@pytest.mark.compiled
def test_a_search_without_the_book_finds_its_scores() -> None:
    """The answers are equal, the work is not."""
    position = "4444443"
    stored, searched = (run_process("solve", "--json", position, *more) for more in ((), ("--no-book",)))
    assert stored.out.partition(', "nodes"')[0] == searched.out.partition(', "nodes"')[0]
    assert '"nodes": 0,' not in searched.out
