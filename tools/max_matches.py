"""Play matches of the Max-Connect4 player `lookahead` against random moves and a simpler estimate.

    .venv/bin/python tools/max_matches.py

The first match is --pairs pairs of games at --depth against a player that moves at random. The second is
between the estimates `potential` and `difference` at every depth up to --deepest, from --openings openings of
four random discs. Every opening is played twice, with swapped sides. The same --seed gives the same games.
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
    """Play a game to its end; return the first player's lines minus the second's."""
    while not position.is_over:
        position = position.play(players[position.turn].choose(position).column)
    return len(position.lines_of(position.first)) - len(position.lines_of(position.second))


def match(pair: Sequence[Player], openings: Sequence[Position]) -> list[int]:
    """Return the first of the pair's lines minus the other's, for every opening with both sides."""
    ours, theirs = pair
    margins = []
    for opening in openings:
        margins.append(play(opening, (ours, theirs)))
        margins.append(-play(opening, (theirs, ours)))
    return margins


def random_opening(rng: Random) -> Position:
    """Return a position of a few random discs."""
    position = Position(rules=MAX_CONNECT_FOUR)
    for _ in range(OPENING_DISCS):
        position = position.play(rng.choice(position.playable))
    return position


def lookahead_player(depth: int, estimate: str) -> Player:
    """Return the player under test with this estimate."""
    return LookaheadPlayer(Lookahead(table_mib=TABLE_MIB, estimate=estimate), depth=depth)


def summary(name: str, margins: Sequence[int]) -> str:
    """Return a row: how many games were won, drawn and lost, and by how many lines on average."""
    counts = Counter((margin > 0) - (margin < 0) for margin in margins)
    mean = sum(margins) / len(margins)
    return f"{name:<22}{len(margins):>6}{counts[1]:>6}{counts[0]:>6}{counts[-1]:>6}{mean:>+9.2f}"


def main() -> None:
    """Play the matches and print their results."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    number = whole_number("a number")
    options.add_argument(
        "--depth", type=number, default=3, help="plies ahead against random moves (default: 3)"
    )
    options.add_argument("--pairs", type=number, default=100, help="pairs of those games (default: 100)")
    options.add_argument(
        "--deepest", type=number, default=6, help="largest depth of both estimates (default: 6)"
    )
    options.add_argument("--openings", type=number, default=30, help="openings for each depth (default: 30)")
    options.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    args = options.parse_args()
    rng = Random(args.seed)
    print(HEADING, flush=True)
    against_random = (lookahead_player(args.depth, "potential"), RandomPlayer(rng))
    empty = [Position(rules=MAX_CONNECT_FOUR)] * args.pairs
    print(summary(f"random, depth {args.depth}", match(against_random, empty)), flush=True)
    openings = [random_opening(rng) for _ in range(args.openings)]
    for depth in range(1, args.deepest + 1):
        pair = (lookahead_player(depth, "potential"), lookahead_player(depth, "difference"))
        print(summary(f"difference, depth {depth}", match(pair, openings)), flush=True)


if __name__ == "__main__":
    main()
