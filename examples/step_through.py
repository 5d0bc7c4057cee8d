"""Step through a game as a GUI does, review each move, then print the tree of a two-ply search.

python examples/step_through.py 44453
"""

from __future__ import annotations

import sys

from claimeven import Game, Solver, build_tree, review_game, write_tree


def main(moves: str) -> None:
    """Print the position after each move with its review."""
    game = Game.from_moves(moves)
    review = review_game(game.start, game.moves, Solver())
    current = game.at(0)
    for number, move_review in enumerate(review.moves, start=1):
        current = current.redo()
        text = "not reviewed"
        if move_review is not None:
            text = move_review.words
            if move_review.better is not None:
                text += f"; column {move_review.better + 1} was better"
        print(f"move {number}, column {current.moves[-1] + 1}: {text}")
        print(f"{current.position}\n")
    if current.result is None:
        print("What alpha-beta sees two plies ahead:")
        print(write_tree(build_tree(current.position, depth=2)), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
