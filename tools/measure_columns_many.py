"""Compare Solver.columns_many with a call of Solver.columns for each position, on the same random positions.

    python tools/measure_columns_many.py 2000 24 36

The arguments are the number of positions, and the smallest and largest number of discs. Both ways are timed
in turn, three times each, with a new table every time; the scores are compared.
"""

from __future__ import annotations

import random
import sys
import time

from claimeven import ColumnsReport, Position, Score, Solver


def random_position(rng: random.Random, discs: int) -> Position:
    """Return an unfinished position of a random game with so many discs."""
    while True:
        position = Position()
        while position.ply < discs and not position.is_over:
            position = position.play(rng.choice(position.playable))
        if not position.is_over:
            return position


def main(count: str, fewest: str, most: str) -> None:
    """Print the seconds of both ways, three times."""
    rng = random.Random(1)
    positions = [random_position(rng, rng.randint(int(fewest), int(most))) for _ in range(int(count))]
    for _ in range(3):
        one_by_one, columns = time_loop(positions)
        together, report = time_many(positions)
        require_same(columns, report)
        print(f"columns {one_by_one:.3f} s, columns_many {together:.3f} s")


def time_loop(positions: list[Position]) -> tuple[float, list[tuple[Score | None, ...]]]:
    """Return the seconds of a call for each position, and the columns."""
    solver = Solver()
    solver.solve_many([])  # loads the search
    start = time.perf_counter()
    columns = [solver.columns(position) for position in positions]
    return time.perf_counter() - start, columns


def time_many(positions: list[Position]) -> tuple[float, ColumnsReport]:
    """Return the seconds of one call for all positions, and its report."""
    solver = Solver()
    solver.solve_many([])
    start = time.perf_counter()
    report = solver.columns_many(positions)
    return time.perf_counter() - start, report


def require_same(columns: list[tuple[Score | None, ...]], report: ColumnsReport) -> None:
    """Raise AssertionError if the two ways disagree."""
    for row, scores in enumerate(columns):
        for column, score in enumerate(scores):
            assert (score is not None) == report.playable[row, column]
            assert score is None or score == report.scores[row, column]


if __name__ == "__main__":
    main(*sys.argv[1:])
