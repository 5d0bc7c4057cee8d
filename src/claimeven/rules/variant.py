"""The games that can be played on the board, as data: when a game ends and what it pays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """One game. A full board always ends it; a line of four does if ``line_ends_game``.

    Where a line ends the game, its maker wins and sooner is better. Where it does not, the board is
    always filled and the side with more lines wins.
    """

    name: str
    title: str
    line_ends_game: bool


CONNECT_FOUR = Variant(name="four", title="Connect Four", line_ends_game=True)
MAX_CONNECT_FOUR = Variant(name="max", title="Max-Connect4", line_ends_game=False)
VARIANTS = {variant.name: variant for variant in (CONNECT_FOUR, MAX_CONNECT_FOUR)}
