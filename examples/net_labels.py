"""Labels for a net: random positions as planes, and their exact scores, in one file for numpy.

    python examples/net_labels.py labels.npz

For more than some thousand positions there is ``claimeven dataset``, which uses all cores.
"""

from __future__ import annotations

import random
import sys

import numpy as np

from claimeven import Position, Solver

COUNT = 1000
DISCS = range(16, 36)


def random_position(chance: random.Random) -> Position:
    """A position of a random game that is not over."""
    while True:
        position, discs = Position(), chance.choice(DISCS)
        while position.ply < discs and not position.is_over:
            position = position.play(chance.choice(position.playable))
        if not position.is_over:
            return position


def main(path: str) -> None:
    """Write the arrays ``planes`` (own discs, then the other side's) and ``scores``."""
    chance = random.Random(1)
    positions = [random_position(chance) for _ in range(COUNT)]
    planes = np.stack([position.to_planes() for position in positions])
    scores = Solver().scores(positions)
    np.savez_compressed(path, planes=planes, scores=scores)
    wins, draws, losses = ((np.sign(scores) == sign).sum() for sign in (1, 0, -1))
    print(f"{path}: planes {planes.shape}, {wins} wins, {draws} draws, {losses} losses for the side to move")


if __name__ == "__main__":
    main(*sys.argv[1:])
