"""A bot for Kaggle's ConnectX: it plays perfectly if the solver is fast enough, else it uses minimax.

Kaggle calls ``agent`` with the board as a flat list, top row first, and expects a 0-based column.
"""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from claimeven import Game, Limit, LimitReached, Minimax, Position, Rules, Solver

SOLVER = Solver()
MOVE_LIMIT = Limit(seconds=1.5)  # Kaggle allows two seconds for a move


def agent(observation: Any, configuration: Any) -> int:
    """Return the column to play; only games of four in a row are supported."""
    rules = Rules(configuration.columns, configuration.rows)
    position = Position.from_array(observation.board, rules)
    try:
        return SOLVER.choose(position, MOVE_LIMIT).column
    except LimitReached:
        return Minimax(depth=4).choose(position).column


def main() -> None:
    """Play one game against a random player."""
    rng = random.Random(4)
    configuration = SimpleNamespace(columns=7, rows=6, inarow=4)
    game = Game()
    while game.result is None:
        if len(game.moves) % 2 == 0:
            board = game.position.to_array().ravel().tolist()
            game = game.play(agent(SimpleNamespace(board=board, mark=1), configuration))
        else:
            game = game.play(rng.choice(game.position.playable))
    print(game.position)
    outcome = "won" if game.result.winner == 0 else "did not win"
    print(f"The bot {outcome} with {len(game.moves)} discs played.")


if __name__ == "__main__":
    main()
