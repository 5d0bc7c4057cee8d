"""Positions for tests: sizes, random games and the same board for the package and for the oracles."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import naive
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

# The common one, all 64 bits, one bit to spare, the widest, the tallest, odd rows, and the smallest.
SIZES = ((7, 6), (8, 7), (9, 6), (12, 4), (4, 15), (7, 5), (4, 4))
sizes = st.sampled_from([Rules(columns, rows) for columns, rows in SIZES])


@st.composite
def games(draw: st.DrawFn, game: Rules = CONNECT_FOUR) -> tuple[Rules, list[int]]:
    """The rules of ``game`` on a board of any size, and the columns of a game, from no disc to the end."""
    rules = game.sized(*draw(st.sampled_from(SIZES)))
    position = Position(rules=rules)
    moves: list[int] = []
    for _ in range(draw(st.integers(0, rules.cells))):
        if position.is_over:
            break
        moves.append(draw(st.sampled_from(position.playable)))
        position = position.play(moves[-1])
    return rules, moves


def naive_board(rules: Rules, moves: list[int]) -> naive.Board:
    """The oracle's board after ``moves``."""
    board = naive.empty(rules.columns, rules.rows)
    for column in moves:
        board = naive.play(board, column)
    return board


def random_moves(length: int, chance: random.Random, rules: Rules) -> list[int]:
    """The columns of a random game of ``length`` discs that is not over: no disc completes a line."""
    while True:
        position = Position(rules=rules)
        moves: list[int] = []
        while len(moves) < length:
            quiet = [c for c in position.playable if not rules.has_line(position.own | position.drop(c))]
            if not quiet:
                break
            moves.append(chance.choice(quiet))
            position = position.play(moves[-1])
        if len(moves) == length and not position.is_over:
            return moves
