"""`claimeven puzzle`: task, solution, JSON, a random choice, answers on a terminal, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from claimeven.cli.puzzle import PROMPT
from claimeven.puzzles.puzzle_file import puzzle_numbered
from commands import run_here
from terminals import Terminal

Capture = pytest.CaptureFixture[str]

TASK = """\
Puzzle 1: Win in 2 (easy)

 .  .  .  .  O  .  .
 .  .  .  X  O  .  .
 .  .  .  O  O  .  .
 .  X  O  X  X  .  .
 O  X  O  X  X  O  X
 X  O  X  O  X  O  X
 -------------------
 1  2  3  4  5  6  7

O (second player) to move; 23 discs on the board.

Find the only column with which O wins: whatever X replies, O completes four
with its second disc at the latest, counting the one you drop now.

Run `claimeven puzzle 1 --solution` for the solution.
"""


def stripped(text: str) -> str:
    """Return text without spaces at the ends of lines."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_a_puzzle_is_printed_without_its_solution(capsys: Capture) -> None:
    code, out, err = run_here(capsys, "puzzle", "1")
    assert (code, stripped(out), err) == (0, TASK, "")


def test_the_solution_is_explained(capsys: Capture) -> None:
    code, out, _ = run_here(capsys, "puzzle", "1", "--solution")
    assert code == 0
    assert out.startswith("Puzzle 1: Win in 2 (easy)\n")
    assert "\nSolution: column 3\n" in out
    assert "\nO plays 3, which threatens two fours, at b4 and c5: X can stop only one.\n" in out
    assert "--solution" not in out


def test_json_has_everything(capsys: Capture) -> None:
    code, out, _ = run_here(capsys, "puzzle", "1", "--json")
    assert code == 0
    puzzle = puzzle_numbered(1)
    found = json.loads(out)
    assert list(found) == ["number", "kind", "grade", "title", "moves", "task", "hints", "solution"]
    assert found["solution"] == puzzle.solution + 1 == 3
    assert found["hints"] == list(puzzle.hints)
    assert found["task"] == puzzle.task()


def test_a_seed_repeats_the_choice_among_the_kind_and_grade(capsys: Capture) -> None:
    seen = set()
    for seed in range(12):
        arguments = ("puzzle", "--kind", "hold", "--grade", "medium", "--seed", str(seed), "--json")
        out = run_here(capsys, *arguments).out
        assert run_here(capsys, *arguments).out == out
        found = json.loads(out)
        assert (found["kind"], found["grade"]) == ("hold", "medium")
        seen.add(found["number"])
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("501",), 1, "there is no puzzle 501; puzzles are numbered 1 to 500"),
        (("0",), 2, "'0' is not the number of a puzzle"),
        (("x",), 2, "'x' is not the number of a puzzle"),
        (("--kind", "win-2", "--grade", "hard"), 1, "there is no puzzle win-2 of grade hard"),
        (("1", "--seed", "2"), 2, "--kind, --grade and --seed choose a random puzzle; omit them or NUMBER"),
        (("1", "--kind", "hold"), 2, "--kind, --grade and --seed choose a random puzzle"),
        (("1", "--json", "--solution"), 2, "not allowed with argument"),
    ],
)
def test_what_is_refused(capsys: Capture, arguments: tuple[str, ...], code: int, message: str) -> None:
    result = run_here(capsys, "puzzle", *arguments)
    assert result.code == code
    assert message in result.err
    assert result.out == ""


def test_answers_on_a_terminal(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal("puzzle", "1"))
    assert "Solution" not in terminal.until(PROMPT)
    terminal.type("5")
    assert "Column 5 is full; playable columns are 1 2 3 4 6 7." in terminal.until(PROMPT)
    terminal.type("9")
    assert "'9' is not a column; columns are 1 to 7." in terminal.until(PROMPT)
    for hint in puzzle_numbered(1).hints:
        terminal.type("hint")
        assert hint in terminal.until(PROMPT)
    terminal.type("hint")
    assert "There are no more hints; type solution to see it." in terminal.until(PROMPT)
    terminal.type("6")
    assert "Not that one. Column 6: X completes four on top, at f4." in terminal.until(PROMPT)
    terminal.type("3")
    shown = terminal.until("Column 7:")
    assert "Right." in shown
    assert "Solution: column 3" in shown
    assert terminal.leave()[0] == 0


def test_the_solution_on_request(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal("puzzle", "1"))
    terminal.until(PROMPT)
    terminal.type("solution")
    shown = terminal.until("Column 7:")
    assert "Right." not in shown
    assert "Solution: column 3" in shown
    assert terminal.leave()[0] == 0


def test_quit_and_the_end_of_input_leave(terminals: list[Terminal]) -> None:
    terminals.append(by_word := Terminal("puzzle", "1"))
    by_word.until(PROMPT)
    by_word.type("quit")
    by_word.until("Run `claimeven puzzle 1` to try this one again.")
    assert by_word.leave()[0] == 0
    terminals.append(by_key := Terminal("puzzle", "1"))
    by_key.until(PROMPT)
    by_key.press("D")
    by_key.until("Run `claimeven puzzle 1` to try this one again.")
    assert by_key.leave()[0] == 0
