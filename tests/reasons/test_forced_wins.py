"""Forced sequences: each move checked by the rules, and their length by a slow oracle."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.reasons.threats import completing, forced_win, fours
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from sensible import sensible_position
from strategies import games, naive_board, random_moves, sizes

LATE = [
    ((7, 6), 16),
    ((6, 4), 14),
    ((7, 5), 14),
    ((5, 8), 16),
    ((4, 4), 12),
]  # sizes, and the most cells left


@given(sizes, st.randoms(use_true_random=False))
def test_cells_that_complete_a_line_agree_with_the_oracle(rules: Rules, chance: Random) -> None:
    taken = {
        (column, row) for column in range(rules.columns) for row in range(rules.rows) if chance.random() < 0.4
    }
    discs = naive.word(taken, rules.rows)
    empty = completing(discs, rules) & ~discs
    assert naive.cells(empty, rules.rows) == naive.completions(taken, rules.columns, rules.rows)


@given(games())
def test_fours_are_the_drops_that_end_the_game_with_a_line(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    winning = {
        position.drop(column)
        for column, after in position.children()
        if (outcome := after.outcome) is not None and outcome.winner is not None
    }
    assert fours(position.own, position.filled, rules) == sum(winning)


def opponents_fours(board: naive.Board) -> list[int]:
    """Return the columns where the side that is not to move would complete a line."""
    player = 1 - naive.mover(board)
    found = []
    for column in naive.legal(board):
        cell = (column, len(board.columns[column]))
        if any(cell in line for line in naive.lines(naive.cells_of(board, player) | {cell})):
            found.append(column)
    return found


@cache
def plies_to_four(board: naive.Board) -> int | None:
    """Return the plies of the shortest sequence in which the mover threatens four with every disc."""
    if any(naive.makes_four(board, column) for column in naive.legal(board)):
        return 1
    must = opponents_fours(board)
    lengths = []
    for column in naive.legal(board):
        if must and must != [column]:
            continue
        after = naive.play(board, column)
        if not naive.legal(after) or any(naive.makes_four(after, reply) for reply in naive.legal(after)):
            continue
        threats = opponents_fours(after)
        if len(threats) > 1:
            lengths.append(3)
        elif threats and (rest := plies_to_four(naive.play(after, threats[0]))) is not None:
            lengths.append(2 + rest)
    return min(lengths, default=None)


def check_line(position: Position, line: tuple[int, ...]) -> None:
    """Assert that every reply is the only one that does not lose at once; at the end, all do."""
    assert len(line) % 2 == 1
    side = position.turn
    for ply, column in enumerate(line):
        assert not position.is_over
        if position.turn != side:
            saved = [reply for reply in position.playable if not loses_at_once(position, reply)]
            assert saved == ([column] if ply < len(line) - 2 else []), str(position)
        position = position.play(column)
    assert position.outcome is not None
    assert position.outcome.winner == side


def loses_at_once(position: Position, column: int) -> bool:
    """Return whether the other side can complete a line after this disc, which completes none."""
    after = position.play(column)
    if after.is_over:
        return False
    return any((end := then.outcome) is not None and end.winner == after.turn for _, then in after.children())


@pytest.mark.parametrize(("size", "most_left"), LATE)
def test_late_in_the_game_the_shortest_forced_sequence_is_found(
    size: tuple[int, int], most_left: int
) -> None:
    rules, chance = Rules(*size), Random(f"forced {size}")
    seen: set[int | None] = set()
    for _ in range(250):
        moves = random_moves(rules.cells - chance.randint(2, most_left), chance, rules)
        position = Position.from_moves(moves, rules)
        line = forced_win(position)
        length = plies_to_four(naive_board(rules, moves))
        assert (line and len(line)) == length, moves
        seen.add(length)
        if line is not None:
            check_line(position, line)
    assert seen >= {None, 1, 3}


def test_early_in_the_game_every_reply_of_a_forced_sequence_is_the_only_one() -> None:
    chance = Random("forced lines")
    lengths = []
    for _ in range(400):
        position = sensible_position(chance.randint(8, 26), chance)
        line = forced_win(position)
        if line is not None:
            check_line(position, line)
            lengths.append(len(line))
    assert len(lengths) > 60
    assert max(lengths) >= 9
