"""ScoreSource: anything that gives exact scores of positions, and what follows from such scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from claimeven.rules.board import Board
from claimeven.rules.position import Position
from claimeven.rules.score import Score, final_value
from claimeven.solver.limits import NO_COST, Analysis, Cost

Columns = tuple[Score | None, ...]

B = TypeVar("B", bound=Board)


class ScoreSource(Protocol):
    """A source of exact scores, such as a Solver or a SearchContext.

    Scores are for the side to move. Every method raises LimitReached when it takes too long.
    """

    def score(self, position: Position, /) -> Score:
        """Return the exact score of an unfinished position."""

    def columns(self, position: Position, /) -> Columns:
        """Return the exact score of every column of an unfinished position, None where no disc fits."""

    def best_column(self, position: Position, score: Score, /) -> int:
        """Return the first column, centre first, that keeps the ``score`` of an unfinished position."""

    def score_in_window(self, position: Position, lower: int, upper: int, /) -> int:
        """Return the score of any position, cut to the range from ``lower`` to ``upper``.

        A narrow range is much cheaper than the exact score.
        """


def score_of(position: Position, source: ScoreSource) -> Score:
    """Return the score of any position, finished or not; raise as ``source`` does."""
    if position.is_over:
        return Score(final_value(position), position.left, position.rules)
    return source.score(position)


def analysis_of(position: Position, columns: Columns, cost: Cost = NO_COST) -> Analysis:
    """Return the analysis that follows from the scores of all columns; it has no line."""
    score = max((score for score in columns if score is not None), key=int)
    return Analysis(
        position=position,
        score=score,
        columns=columns,
        best=tuple(column for column in position.rules.centre_first if columns[column] == score),
        line=(),
        nodes=cost.nodes,
        cpu_seconds=cost.cpu_seconds,
    )


def best_line(
    position: Position, score: Score, best_column: Callable[[Position, Score], int | None]
) -> tuple[int, ...] | None:
    """Return best play to the end, the first best column each time.

    None means that ``best_column`` did not know one of them.
    """
    line: list[int] = []
    value = int(score)
    while not position.is_over:
        column = best_column(position, Score(value, position.left, position.rules))
        if column is None:
            return None
        line.append(column)
        position = position.play(column)
        value = -value
    return tuple(line)


def known_best_column(position: B, value: int, known: Callable[[B], int | None]) -> int | None:
    """Return the first column, centre first, that keeps the ``value`` of an unfinished position.

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
