"""The strategy behind a reason, played to the end: it never falls short of what the reason promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from check_strategies import Playout, is_contradicted, play_game, reasons_of, shortfall
from claimeven.players.choosers import PerfectPlayer, RandomPlayer, StrategyPlayer
from claimeven.players.player import Player
from claimeven.reasons.deciding_lines import find_deciding_lines, lines_suffice
from claimeven.reasons.reason import REASON_KINDS, why_holds
from claimeven.reasons.strategy import find_answers, find_reply_by_lines
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.solver import Solver
from sensible import sensible_position

SOLVER = Solver()
MAX_LEFT = 16
BY_ANSWERING = ("cover", "zugzwang")
# A four now needs no strategy, and deciding lines are looked for only along a line of play.
NOT_PLAYED_OUT = {"four", "lines", "search"}
NEED_EVEN_ROWS = {"zugzwang", "mutual-zugzwang"}
TOO_FEW_FOR_MUTUAL = {(6, 4), (8, 6)}  # sizes whose few positions have no mutual zugzwang

# Size, a seed, the number of positions, and the fewest strategies by answering among what they give.
RUNS = [
    ((7, 6), 1, 1800, 900),
    ((7, 6), 2, 1800, 900),
    ((7, 6), 3, 1800, 900),
    ((6, 4), 1, 400, 220),
    ((8, 6), 1, 200, 90),
    ((5, 8), 1, 400, 220),
    ((7, 5), 1, 300, 40),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("size", "seed", "count", "fewest"), RUNS)
def test_against_every_reply(size: tuple[int, int], seed: int, count: int, fewest: int) -> None:
    rules, chance, playout = Rules(*size), Random(f"{size} {seed}"), Playout()
    kinds: Counter[str] = Counter()
    for _ in range(count):
        position = sensible_position(rules.cells - chance.randint(6, MAX_LEFT), chance, rules)
        for reason in reasons_of(position):
            assert not is_contradicted(reason, SOLVER.score(position)), str(position)
            assert playout.failure(reason) == "", str(position)
            kinds[reason.kind] += 1
    assert sum(kinds[kind] for kind in BY_ANSWERING) >= fewest, kinds
    expected = set(REASON_KINDS) - NOT_PLAYED_OUT
    if size[1] % 2:
        expected -= NEED_EVEN_ROWS
    if size in TOO_FEW_FOR_MUTUAL:
        expected -= {"mutual-zugzwang"}
    assert set(kinds) == expected


@pytest.mark.compiled
@pytest.mark.parametrize("discs", [(8, 13), (14, 19), (20, 24)])
def test_against_perfect_and_random_players_from_earlier_positions(discs: tuple[int, int]) -> None:
    chance = Random(f"early {discs}")
    seen: Counter[str] = Counter()
    for _ in range(120):
        position = sensible_position(chance.randint(*discs), chance)
        for reason in reasons_of(position):
            assert not is_contradicted(reason, SOLVER.score(position)), str(position)
            assert play_game(reason, SOLVER, None) == "", str(position)
            assert play_game(reason, SOLVER, chance) == "", str(position)
            seen[reason.kind] += 1
    assert sum(seen[kind] for kind in BY_ANSWERING) >= 12, seen


# Moves, the side that needs only a few lines, and whether it needs them to win.
BY_LINES = [
    ("5255252243674344674", 0, True),
    ("511755343442543345266242", 1, True),
    ("46576335416366443463547713", 1, True),
    ("1444234253333734", 0, False),
    ("545625216644333344", 1, False),
    ("474514234224435222", 0, False),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("moves", "side", "wins"), BY_LINES)
def test_the_strategy_player_follows_deciding_lines_to_what_they_promise(
    moves: str, side: int, wins: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = []

    def follow_lines(position: Position, *, wins: bool) -> int | None:
        column = find_reply_by_lines(position, wins=wins)
        if column is not None:
            followed.append(column)
        return column

    monkeypatch.setattr("claimeven.players.choosers.find_reply_by_lines", follow_lines)
    start = Position.from_moves(moves)
    chance = Random(f"lines {moves}")
    player = StrategyPlayer(SOLVER)
    opponents: list[Player] = [PerfectPlayer(SOLVER), RandomPlayer(chance), RandomPlayer(chance)]
    for opponent in opponents:
        position = start
        while not position.is_over:
            mover = player if position.turn == side else opponent
            position = position.play(mover.choose(position).column)
        assert shortfall(position, side, wins) == ""
    assert followed


@pytest.mark.compiled
@pytest.mark.parametrize(("moves", "side", "wins"), BY_LINES)
def test_the_same_lines_stay_enough_to_the_end(moves: str, side: int, wins: bool) -> None:
    """Without any exact score: whatever the other side plays, a column keeps the same lines enough."""
    start = Position.from_moves(moves)
    found = find_deciding_lines(start, side, wins=wins)
    assert found is not None
    lines = [line.cells for line in found.lines]
    chance = Random(f"the same lines {moves}")
    for is_perfect in (True, False, False):
        position = start
        while not position.is_over:
            if position.turn == side:
                column = column_that_keeps(position, lines, wins)
                assert column is not None, str(position)
            elif is_perfect:
                column = SOLVER.best_column(position, SOLVER.score(position))
            else:
                column = chance.choice(position.playable)
            position = position.play(column)
        assert shortfall(position, side, wins) == ""


def column_that_keeps(position: Position, lines: list[int], wins: bool) -> int | None:
    """A column after which the lines are enough for the side to move, None if there is none."""
    side = position.turn
    for column, after in position.children():
        if after.is_over:
            if shortfall(after, side, wins) == "":
                return column
            continue
        still_open = [line for line in lines if not line & after.own]
        if lines_suffice(after, side, still_open, wins=wins, max_nodes=300_000):
            return column
    return None


def test_every_move_has_an_answer_with_a_reason_or_there_are_no_answers() -> None:
    chance, seen = Random("answers"), 0
    for _ in range(300):
        position = sensible_position(chance.randint(14, 36), chance)
        side = 1 - position.turn
        for wins in (True, False):
            found = find_answers(position, side, wins=wins)
            if found is None:
                continue
            seen += 1
            answered = {answer.column: answer for answer in found}
            for column, after in position.children():
                if column not in answered:
                    assert after.is_over
                    assert shortfall(after, side, wins) == ""
                    continue
                then = after.play(answered[column].reply)
                reason = answered[column].reason
                if reason is None:
                    assert shortfall(then, side, wins) == ""
                else:
                    assert (reason.position, reason.side) == (then, side)
                    assert reason.wins or not wins
    assert seen > 60


def test_a_broken_promise_is_detected() -> None:
    position = Position.from_moves("223411432243", Rules(4, 4))
    assert SOLVER.score(position) == 0
    reason = why_holds(position, 1)
    assert reason is not None
    wrong = replace(reason, wins=True)
    assert is_contradicted(wrong, 0)
    assert not is_contradicted(reason, 0)
    assert Playout().failure(reason) == play_game(reason, SOLVER, None) == ""
    assert Playout().failure(wrong).endswith(": no reply")
    assert play_game(wrong, SOLVER, None).endswith(": no reply")


@pytest.mark.parametrize(
    ("moves", "side", "wins", "failure"),
    [
        ("1212121", 0, True, ""),
        ("1212121", 1, False, ": lost"),
        ("2234114322434311", 0, True, ": drawn"),
        ("2234114322434311", 1, False, ""),
    ],
)
def test_the_end_of_a_game_is_what_was_promised_or_not(
    moves: str, side: int, wins: bool, failure: str
) -> None:
    rules = Rules(4, 4) if len(moves) == 16 else Rules()
    assert shortfall(Position.from_moves(moves, rules), side, wins) == failure
