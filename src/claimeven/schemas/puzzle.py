"""Puzzles: one with its task and hints, and the list of all."""

from __future__ import annotations

from collections.abc import Iterable

from claimeven.formats.moves import write_moves
from claimeven.puzzles.puzzle import Grade, Puzzle, PuzzleKind
from claimeven.schemas.base import Number, Schema


class PuzzleSchema(Schema):
    """A position of Connect Four with exactly one right column, the solution."""

    number: Number
    kind: PuzzleKind
    grade: Grade
    title: str
    moves: str
    task: str
    hints: list[str]
    solution: Number


class PuzzleEntrySchema(Schema):
    """A puzzle in the list of all."""

    number: Number
    kind: PuzzleKind
    grade: Grade
    title: str


class PuzzlesSchema(Schema):
    """All puzzles, in the order of their numbers."""

    puzzles: list[PuzzleEntrySchema]


def puzzle_schema(puzzle: Puzzle, names: tuple[str, str]) -> PuzzleSchema:
    """Describe a puzzle; ``names`` are those of the first and the second player in its task."""
    return PuzzleSchema(
        number=puzzle.number,
        kind=puzzle.kind,
        grade=puzzle.grade,
        title=puzzle.title,
        moves=write_moves(puzzle.moves),
        task=puzzle.task(names),
        hints=list(puzzle.hints),
        solution=puzzle.solution + 1,
    )


def puzzles_schema(puzzles: Iterable[Puzzle]) -> PuzzlesSchema:
    """List puzzles without their positions."""
    entries = []
    for puzzle in puzzles:
        entries.append(PuzzleEntrySchema(puzzle.number, puzzle.kind, puzzle.grade, puzzle.title))
    return PuzzlesSchema(entries)
