"""Check deciding lines against exact play; measure how far they reach, and what threats are good for.

    .venv/bin/python tools/check_lines.py
    .venv/bin/python tools/check_lines.py --checked 20000 --positions 100

The positions are those of sensible players (tools/sensible.py). --checked of them, with 8 to 40 discs, are
asked for deciding lines of both sides, whatever the solver says. For each row of the last table, --positions
are taken that no other reason settles within 7 plies of a best line, as far as they are found in --seconds.
The same --seed gives the same positions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from claimeven import Position, Solver
from claimeven.cli.options import whole_number
from claimeven.reasons.deciding_lines import DecidingLines, earliest_deciding_lines, find_deciding_lines
from claimeven.reasons.strategy import follow_line
from claimeven.reasons.threats import threat_uses
from sensible import sensible_position

BANDS = ((8, 11), (12, 15), (16, 19), (20, 23), (24, 27))
UNSETTLED = ("search", "lines")  # kinds of reasons where nothing simpler is found
CHECKED_NODES = 5_000  # for one claim of the many that are checked


@dataclass
class Count:
    """Claims that were made, and those that exact play contradicts."""

    asked: int = 0
    wrong: int = 0

    def add(self, is_true: bool) -> None:
        """Count a claim."""
        self.asked += 1
        self.wrong += not is_true


def gain_of(position: Position, side: int, value: int) -> int:
    """Return the value of a position for a side."""
    return value if position.turn == side else -value


def winner_of(position: Position, value: int) -> int | None:
    """Return who wins with best play; None in a draw."""
    if value == 0:
        return None
    return position.turn if value > 0 else 1 - position.turn


def check_deciding_lines(
    positions: Iterable[Position], solver: Solver, max_nodes: int = CHECKED_NODES
) -> Count:
    """Check deciding lines of both sides, for a win and for a draw, whatever the score."""
    count = Count()
    for position in positions:
        value = solver.score(position)
        for side in (0, 1):
            for wins in (True, False):
                if find_deciding_lines(position, side, wins=wins, max_nodes=max_nodes) is not None:
                    least = 1 if wins else 0
                    count.add(gain_of(position, side, value) >= least)
    return count


@dataclass
class Reach:
    """What became of the positions, or halves of draws, that no other reason settles."""

    seconds: list[float] = field(default_factory=list)
    at_once: list[int] = field(default_factory=list)  # the number of lines of those settled at once
    within: list[int] = field(default_factory=list)  # and within the plies of a best line
    new_threats: int = 0  # of those within, how many need more than threats on the board

    def add(self, position: Position, found: DecidingLines | None, seconds: float) -> None:
        """Count what was found for a position."""
        self.seconds.append(seconds)
        if found is None:
            return
        lines = len(found.lines)
        self.within.append(lines)
        self.new_threats += not found.needs_nothing_new
        if found.position == position:
            self.at_once.append(lines)

    def row(self) -> str:
        """Return the cells of a row."""
        number = len(self.seconds)
        if not number:
            return "0 | | | | | "
        shares = []
        for lines in (2, 3):
            at_once = sum(count <= lines for count in self.at_once)
            within = sum(count <= lines for count in self.within)
            shares.append(f"{100 * at_once / number:.0f} / {100 * within / number:.0f} %")
        nothing_new = 100 * (len(self.within) - self.new_threats) / number
        ordered = sorted(self.seconds)
        mean = sum(ordered) / number
        p95 = ordered[number * 95 // 100]
        return f"{number} | {shares[0]} | {shares[1]} | {nothing_new:.0f} % | {mean:.4f} | {p95:.4f}"


def measure_reach(count: int, seconds: float, solver: Solver, rng: Random) -> None:
    """Print the tables of what deciding lines settle."""
    print("Deciding lines where no other reason is found within 7 plies: at once / within 7 plies\n")
    print("| discs | | number | at most 2 lines | at most 3 | threats suffice | mean s | 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for least, most in BANDS:
        reaches = {True: Reach(), False: Reach()}
        end = time.monotonic() + seconds
        while time.monotonic() < end and min(len(reach.seconds) for reach in reaches.values()) < count:
            position = sensible_position(rng.randrange(least, most + 1), rng)
            score = solver.score(position)
            reach = reaches[score != 0]
            if len(reach.seconds) < count:
                _add_reach(position, score != 0, reach, solver)
        for wins, reach in reaches.items():
            print(f"| {least}-{most} | {'wins' if wins else 'halves of draws'} | {reach.row()} |", flush=True)
    print()


def _add_reach(position: Position, wins: bool, reach: Reach, solver: Solver) -> None:
    """Look for deciding lines where ``follow_line`` finds nothing simpler."""
    followed = follow_line(position, solver.score(position), solver)
    positions = list(position.along(followed.line))
    for reason in followed.reasons:
        if reason.kind in UNSETTLED:
            start = time.process_time()
            found = earliest_deciding_lines(positions, reason.side, wins=wins)
            reach.add(position, found, time.process_time() - start)


def measure_threat_uses(count: int, solver: Solver, rng: Random) -> None:
    """Print the table of what threats are good for."""
    print("Uses of threats\n")
    print("| discs | decides | holds-draw | not-needed | not-enough | not known | seconds a position |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for least, most in (*BANDS, (28, 40)):
        found: dict[str | None, int] = {}
        spent = 0.0
        for _ in range(count):
            position = sensible_position(rng.randrange(least, most + 1), rng)
            winner = winner_of(position, solver.score(position))
            start = time.process_time()
            uses = threat_uses(position, winner)
            spent += time.process_time() - start
            for use in uses.values():
                found[use] = found.get(use, 0) + 1
        kinds = ("decides", "holds-draw", "not-needed", "not-enough", None)
        numbers = " | ".join(str(found.get(use, 0)) for use in kinds)
        print(f"| {least}-{most} | {numbers} | {spent / count:.4f} |", flush=True)
    print()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print everything; 1 if a claim is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    number = whole_number("a number of positions")
    parser.add_argument("--positions", type=number, default=100, help="for each row of a table")
    parser.add_argument("--seconds", type=float, default=120.0, help="to find them, for each row")
    parser.add_argument("--checked", type=number, default=20_000, help="positions asked for wrong claims")
    parser.add_argument("--seed", type=int, default=18)
    args = parser.parse_args(arguments)
    solver = Solver()
    rng = Random(args.seed)
    positions = [sensible_position(rng.randrange(8, 41), rng) for _ in range(args.checked)]
    lines = check_deciding_lines(positions, solver)
    print(f"Contradicted by exact play: {lines.wrong} of {lines.asked:,} deciding lines.\n", flush=True)
    measure_threat_uses(args.positions, solver, rng)
    measure_reach(args.positions, args.seconds, solver, rng)
    return int(lines.wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
