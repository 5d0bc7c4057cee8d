"""Play the strategies behind reasons to the end, against every reply: they must never fall short.

    .venv/bin/python tools/check_strategies.py --minutes 10 --seed 1

The positions are those of sensible players (tools/sensible.py) on boards of several sizes, with at most
--left empty cells; every reason of either side is taken, and the exact score must agree. From positions
with 8 to 24 discs the strategies meet a perfect player and a random one. Prints how many strategies of each
kind were played, in how many positions they had to reply, and every failure; exits with 1 if there is one.
docs/explain.md has the result of a long run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from claimeven import Position, Rules, Solver
from claimeven.formats.stacks import write_stacks
from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.reasons.strategy import find_reply
from sensible import sensible_position

SIZES = ((7, 6), (7, 6), (7, 6), (6, 4), (8, 6), (5, 8), (7, 5))
FEWEST_LEFT = 4


def reasons_of(position: Position) -> Iterator[Reason]:
    """Yield every reason of either side that a position has."""
    for side in (0, 1):
        for why in (why_wins, why_holds):
            reason = why(position, side)
            if reason is not None:
                yield reason


class Playout:
    """Plays strategies against every reply, and remembers the positions that it has been through."""

    def __init__(self) -> None:
        self.answered: set[tuple[Position, bool]] = set()

    def failure(self, reason: Reason) -> str:
        """Return how the strategy of a reason falls short, in words; empty if it never does."""
        if reason.position.turn == reason.side:
            return self._after_reply(reason.position, reason.side, reason.wins, None)
        return self._against_every_move(reason.position, reason.side, reason.wins)

    def _against_every_move(self, position: Position, side: int, wins: bool) -> str:
        for column, after in position.children():
            if after.is_over:
                failure = shortfall(after, side, wins)
            else:
                failure = self._after_reply(after, side, wins, column)
            if failure:
                return f"{column + 1}{failure}"
        return ""

    def _after_reply(self, position: Position, side: int, wins: bool, last: int | None) -> str:
        if (position, wins) in self.answered:
            return ""
        self.answered.add((position, wins))
        column = find_reply(position, wins=wins, last=last)
        if column is None:
            return ": no reply"
        after = position.play(column)
        if after.is_over:
            failure = shortfall(after, side, wins)
        else:
            failure = self._against_every_move(after, side, wins)
        return f"{column + 1}{failure}" if failure else ""


def shortfall(position: Position, side: int, wins: bool) -> str:
    """Return what is wrong with the end of a game; empty if ``side`` got what it was promised."""
    winner = position.winner
    if winner == side or (winner is None and not wins):
        return ""
    return ": drawn" if winner is None else ": lost"


def is_contradicted(reason: Reason, value: int) -> bool:
    """Return whether the exact score contradicts a reason."""
    gain = value if reason.position.turn == reason.side else -value
    return gain < reason.wins


def play_game(reason: Reason, solver: Solver, chance: Random | None) -> str:
    """Return how the strategy falls short against perfect play or, with ``chance``, random moves."""
    position = reason.position
    last = None
    moves = ""
    while not position.is_over:
        column: int | None
        if position.turn == reason.side:
            column = find_reply(position, wins=reason.wins, last=last)
            if column is None:
                return f"{moves}: no reply"
        elif chance is None:
            column = solver.best_column(position, solver.score(position))
        else:
            column = chance.choice(position.playable)
        moves += str(column + 1)
        position = position.play(column)
        last = column
    failure = shortfall(position, reason.side, reason.wins)
    return moves + failure if failure else ""


class Check:
    """A run: what was played, and what went wrong."""

    def __init__(self, seed: int, left: int) -> None:
        self._chance = Random(seed)
        self._left = left
        self._solver = Solver()
        self.playout = Playout()
        self.played: Counter[str] = Counter()
        self.failures: list[str] = []

    def late(self) -> None:
        """Play all strategies of one late position against every reply."""
        rules = Rules(*self._chance.choice(SIZES))
        left = self._chance.randint(FEWEST_LEFT, self._left)
        position = sensible_position(rules.cells - left, self._chance, rules)
        for reason in reasons_of(position):
            self._note(reason, "every reply", self.playout.failure(reason))

    def early(self) -> None:
        """Play all strategies of one earlier position against a perfect player and a random one."""
        position = sensible_position(self._chance.randint(8, 24), self._chance)
        for reason in reasons_of(position):
            self._note(reason, "perfect", play_game(reason, self._solver, None))
            self._note(reason, "random", play_game(reason, self._solver, self._chance))

    def _note(self, reason: Reason, against: str, failure: str) -> None:
        side = "second" if reason.side else "first"
        what = f"{side} {'wins' if reason.wins else 'holds'}, {reason.kind}"
        self.played[f"{against}: {what}"] += 1
        if is_contradicted(reason, self._solver.score(reason.position)):
            failure = "contradicted by exact play"
        if failure:
            place = f"{reason.position.rules} {write_stacks(reason.position)}"
            self.failures.append(f"{place}: {what}: {failure}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check for so many minutes, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, metavar="M", help="how long to check")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed, the same positions")
    parser.add_argument("--left", type=int, default=16, metavar="N", help="empty cells at most")
    args = parser.parse_args(arguments)
    check = Check(args.seed, args.left)
    end = time.monotonic() + 60 * args.minutes
    while time.monotonic() < end:
        for _ in range(20):
            check.late()
        check.early()
    print("| against | reason | strategies |\n| --- | --- | --- |")
    for what, count in sorted(check.played.items()):
        print(f"| {what.replace(': ', ' | ')} | {count:,} |")
    print(f"\n{len(check.playout.answered):,} positions replied to, {len(check.failures)} failures")
    print("\n".join(check.failures))
    return int(bool(check.failures))


if __name__ == "__main__":
    sys.exit(main())
