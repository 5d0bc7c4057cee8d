"""Step through a game as a GUI does, each move judged, then print the tree that a beginner would draw.

python examples/step_through.py 44453
"""

from __future__ import annotations

import sys

from claimeven import Game, Solver, build_tree, review_game, write_tree


def main(moves: str) -> None:
    """Every moment of the game, from the start to the last move."""
    game = Game.from_moves(moves)
    review = review_game(game.start, game.moves, Solver())
    moment = game.at(0)
    for number, judged in enumerate(review.moves, start=1):
        moment = moment.redo()
        better = "" if judged is None or judged.better is None else f"; column {judged.better + 1} was better"
        words = "not judged" if judged is None else judged.words
        print(f"move {number}, column {moment.moves[-1] + 1}: {words}{better}")
        print(f"{moment.position}\n")
    if moment.result is None:
        print("What alpha-beta sees two plies ahead:")
        print(write_tree(build_tree(moment.position, depth=2)), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
