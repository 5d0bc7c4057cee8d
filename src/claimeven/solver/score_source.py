"""Exact: a source of exact values; best columns, best line and analysis follow from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from claimeven.rules.board import Board
from claimeven.rules.position import Position
from claimeven.rules.score import Score, final_value
from claimeven.solver.limits import Analysis

Columns = tuple[Score | None, ...]
Found = Callable[[int, Score], None]

B = TypeVar("B", bound=Board)


class Exact(Protocol):
    """What perfect play and the review of a game need."""

    def score(self, position: Position, /) -> Score:
        """The exact value of an unfinished position; raises LimitReached when it takes too long."""

    def score_in_window(self, position: Position, lower: int, upper: int, /) -> int:
        """The value of a position, also of a finished game, cut to the range from ``lower`` to ``upper``.

        A narrow range is much cheaper than the exact value; raises as ``score`` does.
        """

    def best_column(self, position: Position, score: Score, /) -> int:
        """The first column, centre first, that keeps the value of the position; raises as ``score`` does."""


def score_of(position: Position, exact: Exact) -> Score:
    """The value of any position, also of a finished one; raises as ``exact`` does."""
    if position.is_over:
        return Score(final_value(position), position.left, position.rules)
    return exact.score(position)


class Analyst(Exact, Protocol):
    """An Exact that finds all columns together, and counts what everything has cost so far."""

    nodes: int
    cpu_seconds: float

    def columns(self, position: Position, found: Found | None, /) -> Columns:
        """The exact value of every column for the side to move, None where no disc fits.

        ``found`` is called with each column and its value as soon as it is known. Raises LimitReached.
        """


def analyze(
    position: Position,
    analyst: Analyst,
    *,
    found: Found | None = None,
    scored: Callable[[Analysis], None] | None = None,
    line: bool = True,
) -> Analysis:
    """Every column of an unfinished position, the best ones and, with ``line``, the best line.

    ``found`` is called with each column, and ``scored`` with the analysis when only the line is missing.
    """
    analysis = analysis_of(position, analyst.columns(position, found), analyst.nodes, analyst.cpu_seconds)
    if scored is not None:
        scored(analysis)
    if not line:
        return analysis
    moves = best_line(position, analysis.score, analyst.best_column) or ()
    return replace(analysis, line=moves, nodes=analyst.nodes, cpu_seconds=analyst.cpu_seconds)


def analysis_of(position: Position, columns: Columns, nodes: int = 0, cpu_seconds: float = 0.0) -> Analysis:
    """What follows from the scores of all columns: the best of them, and where it is; no line."""
    score = max((score for score in columns if score is not None), key=int)
    return Analysis(
        position=position,
        score=score,
        columns=columns,
        best=tuple(column for column in position.rules.centre_first if columns[column] == score),
        line=(),
        nodes=nodes,
        cpu_seconds=cpu_seconds,
    )


def best_line(
    position: Position, score: Score, best_column: Callable[[Position, Score], int | None]
) -> tuple[int, ...] | None:
    """Best play to the end, the first best column each time; None if ``best_column`` does not know one."""
    line: list[int] = []
    value = int(score)
    while not position.is_over:
        column = best_column(position, Score(value, position.left, position.rules))
        if column is None:
            return None
        line.append(column)
        position, value = position.play(column), -value
    return tuple(line)


def known_best_column(position: B, value: int, known: Callable[[B], int | None]) -> int | None:
    """The first column, centre first, that keeps the ``value`` of an unfinished position.

    ``known`` gives the values of the positions after it; None if one of them that matters is not known.
    """
    playable = position.playable
    for column in position.rules.centre_first:
        if column in playable:
            after = known(position.play(column))
            if after is None:
                return None
            if after == -value:
                return column
    return None


def widest_bounds(position: Position) -> tuple[int, int]:
    """Bounds of the score that need no search."""
    left = position.left
    if position.rules.line_ends_game:
        return -(left // 2), (left + 1) // 2
    sides, empty = (position.own, position.other), position.rules.board ^ position.filled
    made, most = ([len(position.lines_of(discs | more)) for discs in sides] for more in (0, empty))
    return made[0] - most[1], most[0] - made[1]
