"""Games and positions, counted by the kernels: the numbers are known, and the rules count the same."""

from __future__ import annotations

import numpy as np
import pytest

from boards import kernel_board
from claimeven.kernels.bits import drops_on, mirror
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, Words, kernel, popcount
from claimeven.kernels.lines import has_line
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from strategies import SIZES

GAMES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
DISTINCT = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]
UP_TO_MIRROR = [1, 4, 25, 121, 568, 2144, 8231, 27473, 92244]


@kernel
def perft(board: Board, own: U64, filled: U64, depth: I64) -> I64:
    """The number of ways to play exactly ``depth`` plies from here; nobody plays on after a line."""
    if depth == 0:
        return I64(1)
    other = filled ^ own
    if has_line(other, board.stride):
        return I64(0)
    drops = drops_on(board, filled)
    if depth == 1:
        return popcount(drops)
    games = I64(0)
    while drops != ZERO:
        drop = drops & (~drops + ONE)
        drops ^= drop
        games += perft(board, other, filled | drop, depth - 1)
    return games


def kernel_perft(position: Position, depth: int) -> int:
    return int(perft(kernel_board(position.rules), U64(position.own), U64(position.filled), I64(depth)))


def rules_perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(rules_perft(position.play(column), depth - 1) for column in position.playable)


def test_perft_of_the_common_board() -> None:
    assert [kernel_perft(Position(), depth) for depth in range(5)] == GAMES[:5]


@pytest.mark.compiled
def test_perft_of_the_common_board_to_depth_8() -> None:
    assert [kernel_perft(Position(), depth) for depth in range(9)] == GAMES


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_perft_of_other_sizes_is_that_of_the_rules(columns: int, rows: int) -> None:
    position = Position(rules=Rules(columns, rows))
    for depth in range(4):
        assert kernel_perft(position, depth) == rules_perft(position, depth)


@pytest.mark.parametrize(
    ("moves", "columns", "rows"),
    [
        ("121212", 7, 6),  # a line at once
        ("1212121", 7, 6),  # won: nothing follows
        ("4455", 7, 5),
        ("112233", 8, 7),
        ("89898", 9, 6),
        ("abab9c9c", 12, 4),
        ("1111111111111112222222222222", 4, 15),
        ("1112223331", 4, 4),
        ("1122334411223344", 4, 4),  # full
    ],
)
def test_perft_around_the_end_of_games_is_that_of_the_rules(moves: str, columns: int, rows: int) -> None:
    position = play_over(moves, Rules(columns, rows))
    for depth in range(5):
        assert kernel_perft(position, depth) == rules_perft(position, depth)


def play_over(moves: str, rules: Rules) -> Position:
    """The position after ``moves``, or after as many of them as the game lasted."""
    position = Position(rules=rules)
    for move in moves:
        if position.is_over:
            break
        position = position.play(rules.column_named(move))
    return position


@kernel
def expand(board: Board, own: Words, filled: Words, next_own: Words, next_filled: Words) -> I64:
    """Write every successor of every unfinished position; the number of them comes back."""
    count = 0
    for index in range(own.size):
        other = filled[index] ^ own[index]
        if has_line(other, board[4]):
            continue
        drops = drops_on(board, filled[index])
        while drops != ZERO:
            drop = drops & (~drops + ONE)
            drops ^= drop
            next_own[count] = other
            next_filled[count] = filled[index] | drop
            count += 1
    return I64(count)


@kernel
def fold(board: Board, keys: Words) -> None:
    """Put the smaller of a key and its mirror image in its place."""
    for index in range(keys.size):
        keys[index] = min(keys[index], mirror(board, keys[index]))


def count_by_ply(plies: int) -> tuple[list[int], list[int]]:
    """Positions of the common board by ply: all of them, and up to mirror."""
    board = kernel_board(Rules())
    own, filled = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    distinct, up_to_mirror = [1], [1]
    for _ in range(plies):
        next_own, next_filled = np.zeros(7 * own.size, np.uint64), np.zeros(7 * own.size, np.uint64)
        count = expand(board, own, filled, next_own, next_filled)
        keys, first = np.unique((next_own + next_filled + board[0])[:count], return_index=True)
        own, filled = next_own[first], next_filled[first]
        distinct.append(keys.size)
        fold(board, keys)
        up_to_mirror.append(np.unique(keys).size)
    return distinct, up_to_mirror


def test_count_by_ply_of_the_common_board() -> None:
    assert count_by_ply(4) == (DISTINCT[:5], UP_TO_MIRROR[:5])


@pytest.mark.compiled
def test_count_by_ply_of_the_common_board_to_ply_8() -> None:
    assert count_by_ply(8) == (DISTINCT, UP_TO_MIRROR)
