"""Matches of the Max-Connect4 player `lookahead`: against chance, and against a simpler estimate.

    .venv/bin/python tools/max_matches.py

The first match is --pairs times two games at --depth against a player that drops its discs anywhere. The
second is between the estimates `potential` and `difference` at every depth up to --deepest, from --openings
of four random discs. Every opening is played twice, with swapped sides. The same --seed gives the same games.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from random import Random

from claimeven import MAX_CONNECT_FOUR, Position
from claimeven.cli.options import whole_number
from claimeven.players.choosers import LookaheadPlayer, RandomPlayer
from claimeven.players.player import Player
from claimeven.solver.lookahead import Lookahead

TABLE_MIB = 4
OPENING_DISCS = 4
HEADING = "{:<22}{:>6}{:>6}{:>6}{:>6}{:>9}".format("match", "games", "won", "drawn", "lost", "lines")


def play(position: Position, players: Sequence[Player]) -> int:
    """The first player's lines less the second's at the end of the game."""
    while not position.is_over:
        position = position.play(players[position.turn].choose(position).column)
    return len(position.lines_of(position.first)) - len(position.lines_of(position.second))


def match(pair: Sequence[Player], openings: Sequence[Position]) -> list[int]:
    """For every opening and both sides, our lines less the other player's."""
    swapped = pair[::-1]
    return [sign * play(start, players) for start in openings for sign, players in ((1, pair), (-1, swapped))]


def random_opening(rng: Random) -> Position:
    """A few discs dropped anywhere."""
    position = Position(rules=MAX_CONNECT_FOUR)
    for _ in range(OPENING_DISCS):
        position = position.play(rng.choice(position.playable))
    return position


def looking(depth: int, estimate: str) -> Player:
    """The player under test, or the same with another estimate."""
    return LookaheadPlayer(Lookahead(table_mib=TABLE_MIB, estimate=estimate), depth=depth)


def summary(name: str, margins: Sequence[int]) -> str:
    """One row: how many games were won, drawn and lost, and by how many lines on average."""
    counts = Counter((margin > 0) - (margin < 0) for margin in margins)
    mean = sum(margins) / len(margins)
    return f"{name:<22}{len(margins):>6}{counts[1]:>6}{counts[0]:>6}{counts[-1]:>6}{mean:>+9.2f}"


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    number = whole_number("a number")
    options.add_argument("--depth", type=number, default=3, help="plies ahead against chance (default: 3)")
    options.add_argument("--pairs", type=number, default=100, help="pairs of those games (default: 100)")
    options.add_argument("--deepest", type=number, default=6, help="the largest depth of both (default: 6)")
    options.add_argument("--openings", type=number, default=30, help="openings for each depth (default: 30)")
    options.add_argument("--seed", type=int, default=1, help="what is left to chance (default: 1)")
    args = options.parse_args()
    rng = Random(args.seed)
    print(HEADING, flush=True)
    against_chance = looking(args.depth, "potential"), RandomPlayer(rng)
    empty = [Position(rules=MAX_CONNECT_FOUR)] * args.pairs
    print(summary(f"random, depth {args.depth}", match(against_chance, empty)), flush=True)
    openings = [random_opening(rng) for _ in range(args.openings)]
    for depth in range(1, args.deepest + 1):
        pair = looking(depth, "potential"), looking(depth, "difference")
        print(summary(f"difference, depth {depth}", match(pair, openings)), flush=True)


if __name__ == "__main__":
    main()
