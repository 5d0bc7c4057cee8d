"""A puzzle: its task, its hints, the file's format, and how good columns look."""

from __future__ import annotations

import pytest

from claimeven.errors import BadArgument, FormatError
from claimeven.puzzles.appearance import (
    apparent_value,
    best_looking_wrong_column,
    safe_columns,
    tempting_columns,
)
from claimeven.puzzles.puzzle import Puzzle, PuzzleKind
from claimeven.puzzles.puzzle_file import all_puzzles, parse_puzzles, puzzle_numbered, write_puzzles
from claimeven.rules.position import Position

OPEN_TWO = (3, 0, 4, 0)  # X has d1 and e1: c1 or f1 makes three with two free ends


def puzzle_of(kind: PuzzleKind) -> Puzzle:
    return Puzzle(1, kind, "easy", OPEN_TWO, 2)


@pytest.mark.parametrize(("kind", "ordinal"), [("win-2", "second"), ("win-3", "third"), ("win-4", "fourth")])
def test_the_task_says_which_disc_completes_four(kind: PuzzleKind, ordinal: str) -> None:
    task = puzzle_of(kind).task(("Red", "Yellow"))
    assert task == (
        "Find the only column with which Red wins: whatever Yellow replies, Red completes four with its "
        f"{ordinal} disc at the latest, counting the one you drop now."
    )


def test_the_task_names_the_side_to_move() -> None:
    puzzle = Puzzle(1, "hold", "easy", (3,), 3)
    assert puzzle.task().startswith("Find the only column with which O does not lose")
    assert puzzle.task().endswith("X can force a win.")
    assert "X has to play right below a threat of O" in Puzzle(1, "zugzwang", "hard", (3,), 3).task()


def test_the_first_hint_says_whether_the_solution_threatens_four() -> None:
    threatens, _ = puzzle_of("win-2").hints
    assert threatens == "The right column threatens four with the next disc."
    quiet, _ = Puzzle(1, "hold", "easy", (3,), 3).hints
    assert quiet == "The right column does not threaten four with the next disc."


def test_the_second_hint_leaves_the_solution_and_one_other_column() -> None:
    for puzzle in all_puzzles():
        other = best_looking_wrong_column(puzzle.position, puzzle.solution)
        assert other != puzzle.solution
        low, high = sorted((puzzle.solution + 1, other + 1))
        assert puzzle.hints[1] == f"It is column {low} or column {high}."
        assert other in safe_columns(puzzle.position)


def test_safe_columns_do_not_allow_a_four_on_top() -> None:
    # O has b2, c2 and d2 over X's discs: a disc of X at a1 or e1 opens a2 or e2.
    position = Position.from_moves("223344")
    assert safe_columns(position) == (1, 2, 3, 5, 6)


def test_tempting_columns_look_at_least_as_good_as_the_solution() -> None:
    position = Position.from_moves(OPEN_TWO)
    assert tempting_columns(position, 2) == (3, 5)
    assert set(tempting_columns(position, 0)) == {1, 2, 3, 4, 5, 6}


def test_the_best_looking_wrong_column_is_a_safe_one() -> None:
    position = Position.from_moves("223344")
    best_looking = max(position.playable, key=lambda column: apparent_value(position, column))
    assert best_looking not in safe_columns(position)
    assert best_looking_wrong_column(position, 1) == 5


def test_the_format_round_trips() -> None:
    text = "win-2 easy 4153 4\nhold hard 44 3\n"
    puzzles = parse_puzzles(text)
    assert [puzzle.number for puzzle in puzzles] == [1, 2]
    assert puzzles[0].moves == (3, 0, 4, 2)
    assert puzzles[0].solution == 3
    assert write_puzzles(puzzles) == text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("win-2 easy 44", "expected KIND GRADE MOVES SOLUTION"),
        ("win-9 easy 44 3", "'win-9' is not a kind"),
        ("hold simple 44 3", "'simple' is not a grade"),
        ("hold easy 48 3", "'8' is not a column"),
        ("hold easy 44 34", "'34' is not a solution"),
    ],
)
def test_a_wrong_line_is_rejected_with_its_number(line: str, reason: str) -> None:
    with pytest.raises(FormatError, match=r"^line 2, ") as raised:
        parse_puzzles(f"win-2 easy 4153 4\n{line}\n")
    assert reason in str(raised.value)


@pytest.mark.parametrize("number", [0, 501, -1])
def test_a_number_without_a_puzzle_is_rejected(number: int) -> None:
    with pytest.raises(BadArgument, match=f"there is no puzzle {number}; puzzles are numbered 1 to 500"):
        puzzle_numbered(number)


def test_numbers_begin_with_1() -> None:
    assert puzzle_numbered(1) is all_puzzles()[0]
    assert puzzle_numbered(500).number == 500
