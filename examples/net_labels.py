"""Labels for a neural network: random positions as planes, and their exact scores, in a numpy file.

    python examples/net_labels.py labels.npz

For more than a few thousand positions use ``claimeven dataset``, which uses all cores.
"""

from __future__ import annotations

import random
import sys

import numpy as np

from claimeven import Boards, Position, Solver

COUNT = 1000
DISCS = range(16, 36)


def random_position(rng: random.Random) -> Position:
    """Return an unfinished position of a random game."""
    while True:
        position = Position()
        discs = rng.choice(DISCS)
        while position.ply < discs and not position.is_over:
            position = position.play(rng.choice(position.playable))
        if not position.is_over:
            return position


def main(path: str) -> None:
    """Write the arrays ``planes`` (own discs, then the other side's) and ``scores``."""
    rng = random.Random(1)
    positions = [random_position(rng) for _ in range(COUNT)]
    boards = Boards.from_positions(positions)
    planes = boards.to_planes()
    scores = Solver().scores(boards)
    np.savez_compressed(path, planes=planes, scores=scores)
    wins = (scores > 0).sum()
    draws = (scores == 0).sum()
    losses = (scores < 0).sum()
    print(f"{path}: planes {planes.shape}, {wins} wins, {draws} draws, {losses} losses for the side to move")


if __name__ == "__main__":
    main(*sys.argv[1:])
