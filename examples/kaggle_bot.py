"""A bot for Kaggle's ConnectX: exact where it can be in time, else a few plies ahead.

Kaggle calls ``agent`` with the board as a flat list, top row first, and wants a 0-based column.
"""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from claimeven import Game, Limit, LimitReached, Minimax, Position, Rules, Solver

SOLVER = Solver()
IN_TIME = Limit(seconds=1.5)  # Kaggle allows two seconds for a move


def agent(observation: Any, configuration: Any) -> int:
    """The column to play; four in a row must win."""
    rules = Rules(configuration.columns, configuration.rows)
    position = Position.from_array(observation.board, rules)
    try:
        return SOLVER.choose(position, IN_TIME).column
    except LimitReached:
        return Minimax(depth=4).choose(position).column


def main() -> None:
    """One game against somebody who drops discs anywhere."""
    chance = random.Random(4)
    configuration = SimpleNamespace(columns=7, rows=6, inarow=4)
    game = Game()
    while game.result is None:
        if len(game.moves) % 2 == 0:
            board = game.position.to_array().ravel().tolist()
            game = game.play(agent(SimpleNamespace(board=board, mark=1), configuration))
        else:
            game = game.play(chance.choice(game.position.playable))
    print(game.position)
    print(
        f"The bot {'won' if game.result.winner == 0 else 'did not win'} with {len(game.moves)} discs played."
    )


if __name__ == "__main__":
    main()
