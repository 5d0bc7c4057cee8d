"""Make the file of puzzles from random games of sensible players and exact scores.

    .venv/bin/python tools/make_puzzles.py [--seed N] [--games N] [--output FILE]

The same seed and number of games give the same file. A position becomes a puzzle if neither
side can complete four with its next disc, at least two columns besides the solution are safe (they do not
allow a four at once), and exactly one column is right:

    win-2, win-3, win-4   only one column wins, with the second, third or fourth disc of the side to move
    hold                  one column draws and all others lose
    zugzwang              only one column wins, not before the fifth disc nor by a sequence of threats,
                          and after it the rules of `claimeven explain` show a zugzwang

No two puzzles are equal or mirror images. The grade adds points for how far ahead the solver must look and
for how many other columns look at least as good; see `grade_of`. Of each kind, PUZZLES_PER_KIND are chosen,
as evenly from the three grades as possible, in the order in which they were found.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from claimeven import Position, Score, Solver
from claimeven.files import atomic_write
from claimeven.puzzles.appearance import safe_columns, tempting_columns
from claimeven.puzzles.puzzle import GRADES, PUZZLE_KINDS, WIN_DISCS, Grade, Puzzle, PuzzleKind
from claimeven.puzzles.puzzle_file import FILE_NAME, write_puzzles
from claimeven.reasons.reason import why_wins
from claimeven.reasons.threats import forced_win, fours
from sensible import sensible_game

OUTPUT = Path(__file__).parents[1] / "src" / "claimeven" / "puzzles" / FILE_NAME
DISCS = range(10, 34)  # of a puzzle; with fewer, exact scores of all columns take longer
PUZZLES_PER_KIND = 100
MIN_SAFE_COLUMNS = 3  # the solution and two others
DEFAULT_SEED = 4
DEFAULT_GAMES = 40_000
GAMES_PER_MESSAGE = 1_000

Columns = tuple[Score | None, ...]


def puzzle_of(moves: tuple[int, ...], solver: Solver) -> Puzzle | None:
    """Return the puzzle that a position is, numbered 0; None if it is none."""
    position = Position.from_moves(moves)
    if fours(position.other, position.filled, position.rules):
        return None
    if len(safe_columns(position)) < MIN_SAFE_COLUMNS:
        return None
    if solver.score_in_window(position, -1, 0) < 0:
        return None
    columns = solver.columns(position)
    solution = only_right_column(columns)
    if solution is None:
        return None
    kind = kind_of(position, columns, solution)
    if kind is None:
        return None
    return Puzzle(0, kind, grade_of(position, columns, solution), moves, solution)


def only_right_column(columns: Columns) -> int | None:
    """Return the only column that wins or, if none does, the only one that draws; None if there are more."""
    best = max(int(score) for score in columns if score is not None)
    needed = min(best, 1)
    right = []
    for column, score in enumerate(columns):
        if score is not None and score >= needed:
            right.append(column)
    return right[0] if len(right) == 1 else None


def kind_of(position: Position, columns: Columns, solution: int) -> PuzzleKind | None:
    """Return the kind of a puzzle whose solution wins or draws; None if it is of none."""
    score = columns[solution]
    assert score is not None
    if score == 0:
        return "hold"
    own_discs = (score.plies + 1) // 2
    for kind, discs in WIN_DISCS.items():
        if own_discs == discs:
            return kind
    if forced_win(position) is not None:
        return None
    reason = why_wins(position.play(solution), position.turn)
    if reason is not None and reason.is_zugzwang:
        return "zugzwang"
    return None


def grade_of(position: Position, columns: Columns, solution: int) -> Grade:
    """Return how hard a puzzle is: easy with up to 1 point, medium with 2 or 3, hard with more."""
    points = ahead_points(plies_ahead(position, columns, solution))
    points += min(len(tempting_columns(position, solution)), 3)
    if points <= 1:
        return "easy"
    return "medium" if points <= 3 else "hard"


def plies_ahead(position: Position, columns: Columns, solution: int) -> int:
    """Return how long the win takes or, if there is none, the longest loss by another safe column."""
    score = columns[solution]
    assert score is not None
    if score > 0:
        return score.plies
    losses = []
    for column in safe_columns(position):
        loss = columns[column]
        if column != solution and loss is not None:
            losses.append(loss.plies)
    return max(losses)


def ahead_points(plies: int) -> int:
    """Return the points of a puzzle for the number of plies to look ahead."""
    if plies <= 4:
        return 0
    if plies <= 8:
        return 1
    return 2 if plies <= 16 else 3


def found_puzzles(games: int, rng: random.Random) -> Iterator[Puzzle]:
    """Yield the puzzles among the final positions of ``games`` random games, mirror images once."""
    solver = Solver()
    seen: set[int] = set()
    for game in range(games):
        discs = DISCS[rng.randrange(len(DISCS))]
        moves = sensible_game(discs, rng)
        position = Position.from_moves(moves)
        key = min(position.key, position.mirror().key)
        if key not in seen:
            seen.add(key)
            puzzle = puzzle_of(moves, solver)
            if puzzle is not None:
                yield puzzle
        if (game + 1) % GAMES_PER_MESSAGE == 0:
            print(f"{game + 1:,} of {games:,} games", file=sys.stderr)


def chosen_puzzles(found: Iterator[Puzzle]) -> list[Puzzle]:
    """Return PUZZLES_PER_KIND of each kind, sorted by kind and grade; exit if there are not enough."""
    by_kind_and_grade: dict[tuple[PuzzleKind, Grade], list[Puzzle]] = defaultdict(list)
    for puzzle in found:
        by_kind_and_grade[puzzle.kind, puzzle.grade].append(puzzle)
    chosen = []
    for kind in PUZZLE_KINDS:
        by_grade = [by_kind_and_grade[kind, grade] for grade in GRADES]
        counts = even_shares([len(puzzles) for puzzles in by_grade], PUZZLES_PER_KIND)
        if sum(counts) < PUZZLES_PER_KIND:
            raise SystemExit(f"only {sum(counts)} puzzles {kind} were found; expected more --games")
        for puzzles, count in zip(by_grade, counts, strict=True):
            chosen += puzzles[:count]
    return chosen


def even_shares(available: list[int], total: int) -> list[int]:
    """Return how many to take of each so that the sum is ``total`` and the numbers differ little.

    >>> even_shares([50, 10, 100], 100)
    [45, 10, 45]
    """
    shares = [0] * len(available)
    while sum(shares) < min(total, sum(available)):
        open_places = [place for place, limit in enumerate(available) if shares[place] < limit]
        smallest = min(open_places, key=lambda place: shares[place])
        shares[smallest] += 1
    return shares


def main() -> None:
    """Write the file."""
    options = argparse.ArgumentParser(description="Make the file of puzzles.")
    options.add_argument("--seed", type=int, default=DEFAULT_SEED)
    options.add_argument("--games", type=int, default=DEFAULT_GAMES)
    options.add_argument("--output", type=Path, default=OUTPUT)
    chosen = options.parse_args()
    found = found_puzzles(chosen.games, random.Random(chosen.seed))
    atomic_write(str(chosen.output), write_puzzles(chosen_puzzles(found)).encode("ascii"))


if __name__ == "__main__":
    main()
