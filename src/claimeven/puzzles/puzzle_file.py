"""Read and write the file of puzzles: a line ``KIND GRADE MOVES SOLUTION`` for each.

For example, ``hold easy 4453 4``. Puzzles are numbered from 1 in the order of the lines. Columns are
1-based, as everywhere in text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources

from claimeven.errors import BadArgument, FormatError
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.puzzles.puzzle import GRADES, PUZZLE_KINDS, Puzzle

FILE_NAME = "puzzles.txt"


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file; raise FormatError at the first line that is not a puzzle."""
    puzzles = []
    for number, line in enumerate(text.splitlines(), start=1):
        puzzles.append(_parse_line(line, number))
    return tuple(puzzles)


def _parse_line(line: str, number: int) -> Puzzle:
    fields = line.split()
    if len(fields) != 4:
        raise FormatError("expected KIND GRADE MOVES SOLUTION", line=number)
    kind, grade, moves, solution = fields
    if kind not in PUZZLE_KINDS:
        raise FormatError(f"{kind!r} is not a kind; expected one of {', '.join(PUZZLE_KINDS)}", line=number)
    if grade not in GRADES:
        raise FormatError(f"{grade!r} is not a grade; expected one of {', '.join(GRADES)}", line=number)
    solution_columns = parse_moves(solution, line=number)
    if len(solution_columns) != 1:
        raise FormatError(f"{solution!r} is not a solution; expected one column", line=number)
    return Puzzle(
        number=number,
        kind=kind,
        grade=grade,
        moves=parse_moves(moves, line=number),
        solution=solution_columns[0],
    )


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return puzzles as the text of a file; their numbers are those of the lines."""
    lines = []
    for puzzle in puzzles:
        moves = write_moves(puzzle.moves)
        solution = write_moves((puzzle.solution,))
        lines.append(f"{puzzle.kind} {puzzle.grade} {moves} {solution}\n")
    return "".join(lines)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of the package, the first one being number 1."""
    text = resources.files("claimeven.puzzles").joinpath(FILE_NAME).read_text(encoding="ascii")
    return parse_puzzles(text)


def puzzle_numbered(number: int) -> Puzzle:
    """Return a puzzle of the package; raise BadArgument if there is none with this number."""
    puzzles = all_puzzles()
    if not 1 <= number <= len(puzzles):
        raise BadArgument(f"there is no puzzle {number}; puzzles are numbered 1 to {len(puzzles)}")
    return puzzles[number - 1]
