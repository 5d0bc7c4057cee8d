"""Draw the animation of docs/minimax.md: the minimax player moves first and loses to the perfect one.

    .venv/bin/python tools/draw_game_picture.py docs/images/game.svg

The players choose the moves. Styles inside the file make the discs fall; it needs no script and no other
file. With reduced motion, it shows the end of the game.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

from claimeven import CONNECT_FOUR, Game, Solver
from claimeven.players.registry import new_player
from claimeven.rules.board_svg import CELL, draw_board, draw_discs, draw_lines

PLAYERS = ("minimax", "perfect")
BEAT, FALL, REST = 0.7, 0.12, 5.0  # seconds from disc to disc, for the first cell of a fall, at the end


def play() -> Game:
    """Return the game between the two players."""
    solver = Solver(table_mib=1)
    players = [new_player(name, CONNECT_FOUR, solver=solver, rng=Random(0)) for name in PLAYERS]
    game = Game()
    while not game.position.is_over:
        game = game.play(players[game.position.turn].choose(game.position).column)
    return game


def draw(game: Game) -> str:
    """Return the game as an SVG whose discs fall one after another, in a loop."""
    end = game.position
    seconds = len(game.moves) * BEAT + REST
    before = [f'<g class="line">{"".join(draw_lines(end))}</g>']
    return draw_board(end, [_style(game, seconds), *_falling(game)], before)


def _falling(game: Game) -> Iterator[str]:
    """Yield the discs in the order in which they fall, each as a group."""
    rules = game.start.rules
    for number, cell in enumerate(_cells(game)):
        yield f'<g class="disc d{number}">{"".join(draw_discs(cell, number % 2, rules))}</g>'


def _style(game: Game, seconds: float) -> str:
    """Return the styles: when each disc falls and how far; the line appears after the last one."""
    rules = game.start.rules
    rules_of_discs = []
    for number, cell in enumerate(_cells(game)):
        cells = rules.rows - rules.row_of(cell)  # to fall from above the plate
        start = 100 * number * BEAT / seconds
        end = start + 100 * FALL * cells**0.5 / seconds
        rules_of_discs.append(
            f".d{number}{{animation-name:f{number}}}@keyframes f{number}{{0%,{start:.2f}%"
            f"{{transform:translateY({-cells * CELL}px);animation-timing-function:ease-in}}"
            f"{end:.2f}%,100%{{transform:none}}}}"
        )
    shown = 100 * len(game.moves) * BEAT / seconds
    return (
        f"<style>@media (prefers-reduced-motion:no-preference){{"
        f".disc,.line{{animation-duration:{seconds:g}s;animation-iteration-count:infinite}}"
        f".line{{animation-name:line}}@keyframes line{{0%,{shown:.2f}%{{opacity:0}}"
        f"{shown + 2:.2f}%,100%{{opacity:1}}}}{''.join(rules_of_discs)}}}</style>"
    )


def _cells(game: Game) -> list[int]:
    """Return the cell of every disc."""
    filled = [position.filled for position in game.positions]
    return [after ^ before for before, after in pairwise(filled)]


def picture() -> str:
    """Return the whole file."""
    return draw(play())


def main() -> None:
    """Write the file."""
    options = argparse.ArgumentParser(description="Draw a game whose discs fall.")
    options.add_argument("out", type=Path)
    options.parse_args().out.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
