"""The strategy player: it needs no score where a reason holds, and keeps the result that it proves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from check_strategies import shortfall
from claimeven.errors import UnknownName
from claimeven.players.choosers import StrategyPlayer
from claimeven.players.registry import new_player
from claimeven.reasons.strategy import find_answers, find_reason
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.solver import Solver
from sensible import sensible_column, sensible_position

SOLVER = Solver()


class Silent:
    """A ScoreSource that must not be used."""

    def score(self, position: Position, /) -> Score:
        raise AssertionError(f"asked for a score\n{position}")

    def columns(self, position: Position, /) -> tuple[Score | None, ...]:
        raise AssertionError(f"asked for the columns\n{position}")

    def score_in_window(self, position: Position, lower: int, upper: int, /) -> int:
        raise AssertionError(f"asked whether from {lower} to {upper}\n{position}")

    def best_column(self, position: Position, score: Score, /) -> int:
        raise AssertionError(f"asked for a best column\n{position} {score}")


def promised(position: Position, side: int) -> bool | None:
    """Return whether a reason proves a win of ``side``; None if none proves even a draw."""
    if find_reason(position, side, wins=True) is not None:
        return True
    return None if find_reason(position, side, wins=False) is None else False


def play_on(position: Position, side: int, player: StrategyPlayer, rng: Random, kind: str) -> Position:
    """The end of the game, the player on one ``side``, a perfect, sensible or random one on the other."""
    while not position.is_over:
        if position.turn == side:
            column = player.choose(position).column
        elif kind == "perfect":
            column = SOLVER.best_column(position, SOLVER.score(position))
        elif kind == "sensible":
            column = sensible_column(position, rng)
        else:
            column = rng.choice(position.playable)
        position = position.play(column)
    return position


@pytest.mark.compiled
@pytest.mark.parametrize("size", [(7, 6), (6, 4), (5, 8), (7, 5), (5, 7)])
@pytest.mark.parametrize("kind", ["perfect", "sensible", "random"])
def test_from_a_reason_on_it_needs_no_solver_and_never_falls_short(size: tuple[int, int], kind: str) -> None:
    rules, rng = Rules(*size), Random(f"{size} {kind}")
    seen: Counter[tuple[int, bool]] = Counter()
    for _ in range(120):
        discs = rng.randint(rules.cells // 4, rules.cells * 4 // 5)
        position = sensible_position(discs, rng, rules)
        for side in (0, 1):
            wins = promised(position, side)
            if wins is not None:
                end = play_on(position, side, StrategyPlayer(Silent()), rng, kind)
                assert shortfall(end, side, wins) == "", str(position)
                seen[side, wins] += 1
    assert min(seen[0, True], seen[1, True]) > 2, seen
    assert sum(seen.values()) > 15, seen


@pytest.mark.compiled
def test_every_answer_holds_against_random_moves_where_every_move_has_one() -> None:
    rng, seen = Random("answered"), 0
    for _ in range(100):
        position = sensible_position(rng.randint(14, 30), rng)
        side = 1 - position.turn
        for wins in (True, False):
            if find_reason(position, side, wins=wins) is None and find_answers(position, side, wins=wins):
                end = play_on(position, side, StrategyPlayer(Silent()), rng, "random")
                assert shortfall(end, side, wins) == "", str(position)
                seen += 1
    assert seen > 4


@pytest.mark.compiled
def test_without_a_reason_it_is_perfect_and_knows_the_score() -> None:
    position = Position.from_moves("44")
    choice = StrategyPlayer(SOLVER).choose(position)
    assert choice.score == SOLVER.score(position)
    assert choice.column == 3


def test_it_begins_to_answer_on_the_first_disc_beside_the_middle() -> None:
    """Rules hold the draw at once; only a first disc in the middle of seven columns needs more."""
    choice = StrategyPlayer(Silent()).choose(Position.from_moves("1"))
    assert (choice.column, choice.score) == (3, None)


def test_it_plays_connect_four_only() -> None:
    with pytest.raises(UnknownName, match="no player 'strategy'"):
        new_player("strategy", MAX_CONNECT_FOUR, solver=SOLVER, rng=Random(1))
