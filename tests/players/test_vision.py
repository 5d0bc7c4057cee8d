"""Vision: exactly what lies in the noticed lines is seen, as many plies ahead as it looks."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.players.vision import BLOCK, LASTING, LINE, WIN, Vision
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver

SOLVER = Solver(table_mib=1)
FOUR_NOW = Position.from_moves("112233")  # X completes row 1 in column 4
BLOCK_NOW = Position.from_moves("1122337")  # O has to play column 4
UNDER_A_THREAT = Position.from_moves("11227373")  # X in column 4 lets O complete row 2 above it
OPEN_TWO = Position.from_moves("3344")  # X makes three with both ends open


def values_of(position: Position, depth: int, *, above: bool = True, parity: bool = False) -> dict[int, int]:
    """What a player sees who notices all lines."""
    return Vision(position, position.rules.lines, depth, sees_above=above, knows_parity=parity).values()


def random_position(rules: Rules, ply: int, rng: Random) -> Position:
    """A position that is not over."""
    while True:
        position = Position(rules=rules)
        while position.ply < ply and not position.is_over:
            position = position.play(rng.choice(position.playable))
        if not position.is_over:
            return position


def test_a_four_now_is_seen_one_ply_ahead_if_its_line_is_noticed() -> None:
    assert [column for column, value in values_of(FOUR_NOW, 1).items() if value >= WIN] == [3]
    assert max(Vision(FOUR_NOW, (), 5).values().values()) == 0


def test_a_four_of_the_opponent_is_seen_two_plies_ahead() -> None:
    assert min(values_of(BLOCK_NOW, 1).values()) > -WIN
    assert [column for column, value in values_of(BLOCK_NOW, 2).items() if value > -WIN] == [3]


def test_a_player_who_sees_above_avoids_a_disc_under_a_threat() -> None:
    assert [column for column, value in values_of(UNDER_A_THREAT, 2).items() if value <= -WIN] == [3]
    assert min(values_of(UNDER_A_THREAT, 2, above=False).values()) > -WIN


def test_a_tactic_of_two_moves_is_seen_three_plies_ahead() -> None:
    assert max(values_of(OPEN_TWO, 2).values()) < WIN
    assert max(values_of(OPEN_TWO, 3).values()) >= WIN


def test_a_lost_player_blocks_and_loses_as_late_as_possible() -> None:
    values = values_of(OPEN_TWO.play(4), 5)  # columns 2 and 6
    assert max(values.values()) < -WIN
    assert sorted(values, key=values.__getitem__)[-2:] == [1, 5]
    assert values[1] - values[0] == BLOCK


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_wins_and_losses_are_seen_exactly_so_far_ahead(depth: int) -> None:
    rng = Random(depth)
    wins = losses = 0
    for _ in range(25):
        position = random_position(CONNECT_FOUR, rng.randrange(18, 34), rng)
        exact = SOLVER.columns(position)
        for column, value in values_of(position, depth).items():
            score = exact[column]
            assert score is not None
            is_near = score.plies <= depth
            assert (value >= WIN) == (score.verdict == "win" and is_near)
            assert (value <= -WIN) == (score.verdict == "loss" and is_near)
            wins += value >= WIN
            losses += value <= -WIN
    assert wins
    assert losses or depth == 1


def test_the_end_of_max_connect4_is_counted_in_lines() -> None:
    rng = Random(1)
    for _ in range(20):
        position = random_position(MAX_CONNECT_FOUR, 36, rng)
        now = len(position.lines_of(position.own)) - len(position.lines_of(position.other))
        scores = SOLVER.columns(position)
        expected = {column: LINE * (int(scores[column] or 0) - now) for column in position.playable}
        assert values_of(position, 6) == expected


def threats(position: Position, discs: int, rows: tuple[int, ...]) -> int:
    """Lines of three ``discs`` whose fourth cell is empty and lies in one of the rows."""
    empty = [(position.rules.bottom << row) & ~position.filled for row in rows]
    lines = [line for line in position.rules.lines if (line & discs).bit_count() == 3]
    return sum(any(line & ~discs & row for row in empty) for line in lines)


def test_threats_count_for_more_in_rows_that_their_owner_gets() -> None:
    rng = Random(3)
    differing = 0
    for _ in range(40):
        position = random_position(CONNECT_FOUR, rng.randrange(8, 24), rng)
        plain, knowing = values_of(position, 1), values_of(position, 1, parity=True)
        for column in position.playable:
            after = position.play(column)
            first = threats(after, after.first, (0, 2, 4)) - threats(after, after.second, (1, 3, 5))
            mine = first if position.turn == 0 else -first
            assert after.is_over or knowing[column] - plain[column] == LASTING * mine
            differing += knowing[column] != plain[column]
    assert differing >= 20


def test_alpha_beta_changes_no_value() -> None:
    def best(position: Position, depth: int) -> float:
        """The value by plain minimax over values one ply ahead."""
        if depth == 1 or position.is_over:
            return float(max(values_of(position, 1).values()))
        return float(max(value_of(position, column, depth) for column in position.playable))

    def value_of(position: Position, column: int, depth: int) -> float:
        made = len(position.play(column).lines_of(position.play(column).other)) - len(
            position.lines_of(position.own)
        )
        return made * LINE - best(position.play(column), depth - 1)

    rng = Random(5)
    for _ in range(5):
        position = random_position(MAX_CONNECT_FOUR, 20, rng)
        assert values_of(position, 3) == {
            column: value_of(position, column, 3) for column in position.playable
        }
