"""Make the suites of positions with exact scores: those of the tests, and the positions of the bench.

    PYTHONPATH=tests .venv/bin/python tools/make_suites.py [--seed N] [--only tests|bench|max]

Positions come from random games: no finished game, no two positions that are equal or mirror images, and none
that the side to move wins at once, except a few in the end suites. The openings of the bench are also far
from the end of the game. Each score comes from BitBully, and Claimeven must agree.

No other solver checks the bench of Max-Connect4. Its last positions are checked by the slow oracle of the
tests; for the others, the margin must follow from those of all positions two plies later, each solved with a
new solver.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bitbully import BitBully, Board

import naive
from claimeven import CONNECT_FOUR, MAX_CONNECT_FOUR, Position, Rules, Solver
from claimeven.formats.moves import write_moves

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests" / "data"
BENCH = ROOT / "src" / "claimeven" / "cli" / "bench" / "positions.txt"
BENCH_MAX = BENCH.with_name("max-positions.txt")
NAIVE_LEFT = 9  # cells; with more the oracle takes long


@dataclass(frozen=True)
class Suite:
    """The number of positions to make, their numbers of discs, how many may be won at once, and how many
    plies from the end of the game they must be at least.
    """

    name: str
    size: int
    lengths: range
    won_at_once: int = 0
    plies: int = 0
    rules: Rules = CONNECT_FOUR


# Below 8 discs BitBully takes seconds to minutes for one position.
SUITES = {
    "tests": (
        Suite("opening", 200, range(8, 15)),
        Suite("middle", 300, range(15, 29)),
        Suite("end", 300, range(29, 42), won_at_once=15),
    ),
    "bench": (
        Suite("bench opening", 30, range(8, 15), plies=24),
        Suite("bench middle", 300, range(15, 29)),
        Suite("bench end", 1000, range(29, 42), won_at_once=50),
    ),
    "max": (
        Suite("max opening", 10, range(13, 15), won_at_once=10, rules=MAX_CONNECT_FOUR),
        Suite("max middle", 200, range(15, 29), won_at_once=200, rules=MAX_CONNECT_FOUR),
        Suite("max end", 500, range(29, 42), won_at_once=500, rules=MAX_CONNECT_FOUR),
    ),
}


def random_game(length: int, chance: random.Random, rules: Rules) -> tuple[tuple[int, ...], Position]:
    """Return the moves of an unfinished random game of ``length`` discs, and the position they lead to."""
    while True:
        position = Position(rules=rules)
        moves: list[int] = []
        while len(moves) < length and not position.is_over:
            moves.append(chance.choice(position.playable))
            position = position.play(moves[-1])
        if not position.is_over:
            return tuple(moves), position


def wins_at_once(position: Position) -> bool:
    """Return True if some disc of the side to move completes a line."""
    wins = position.rules.has_line
    return any(wins(position.own | position.drop(column)) for column in position.playable)


def games(suite: Suite, chance: random.Random) -> Iterator[tuple[int, ...]]:
    """Yield games for ``suite`` endlessly: every length equally often, no position twice."""
    seen: set[int] = set()
    won = 0
    for length in itertools.cycle(suite.lengths):
        while True:
            moves, position = random_game(length, chance, suite.rules)
            key = min(position.key, position.mirror().key)
            wins = wins_at_once(position)
            if key not in seen and (not wins or won < suite.won_at_once):
                break
        seen.add(key)
        won += wins
        yield moves


def score(moves: tuple[int, ...], solver: Solver, judge: BitBully) -> int:
    """Return the exact score on which both solvers agree; exit if they do not."""
    ours = int(solver.score(Position.from_moves(moves)))
    theirs = int(judge.mtdf(Board(list(moves))))
    if ours != theirs:
        raise SystemExit(f"{write_moves(moves)}: Claimeven says {ours:+d}, BitBully {theirs:+d}")
    return ours


def margin(moves: tuple[int, ...], solver: Solver) -> int:
    """Return the exact margin, found in two ways; exit if they do not agree."""
    position = Position.from_moves(moves, rules=MAX_CONNECT_FOUR)
    ours = int(solver.score(position))
    if position.left <= NAIVE_LEFT:
        board = naive.empty(position.rules.columns, position.rules.rows)
        for column in moves:
            board = naive.play(board, column)
        second = naive.margin(board)
    else:
        fresh = Solver(book=None, table_mib=16)
        children = [position.play(column) for column in position.playable]
        replies = [[child.play(column) for column in child.playable] for child in children]
        second = max(min(int(fresh.score(reply)) for reply in group) for group in replies)
    if ours != second:
        raise SystemExit(f"{write_moves(moves)}: Claimeven says {ours:+d}, the second way {second:+d}")
    return ours


def suite_lines(suite: Suite, seed: int) -> list[str]:
    """Return the lines ``MOVES SCORE`` of a suite, sorted by number of discs and then by moves."""
    solver = Solver(book=None)
    judge = BitBully(opening_book=None)
    found = []
    for moves in games(suite, random.Random(f"{seed} {suite.name}")):
        if suite.plies and solver.score(Position.from_moves(moves)).plies < suite.plies:
            continue
        is_max = suite.rules == MAX_CONNECT_FOUR
        value = margin(moves, solver) if is_max else score(moves, solver, judge)
        found.append((len(moves), write_moves(moves), value))
        if len(found) % 20 == 0:
            print(f"{suite.name}: {len(found)} of {suite.size}", file=sys.stderr)
        if len(found) == suite.size:
            break
    return [f"{moves} {value}\n" for _, moves, value in sorted(found)]


def main() -> None:
    """Write the files."""
    options = argparse.ArgumentParser(description="Make the suites of scored positions.")
    options.add_argument("--seed", type=int, default=4)
    options.add_argument("--only", choices=SUITES)
    chosen = options.parse_args()
    if chosen.only in (None, "tests"):
        for suite in SUITES["tests"]:
            lines = suite_lines(suite, chosen.seed)
            (TESTS / f"suite-{suite.name}.tsv").write_text("".join(lines), encoding="ascii")
    for name, file in (("bench", BENCH), ("max", BENCH_MAX)):
        if chosen.only in (None, name):
            bench = [line for suite in SUITES[name] for line in suite_lines(suite, chosen.seed)]
            file.write_text("".join(bench), encoding="ascii")


if __name__ == "__main__":
    main()
