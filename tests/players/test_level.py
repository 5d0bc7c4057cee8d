"""The eight levels: what each overlooks, that seeds repeat games, and that higher levels win."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from claimeven.errors import UnknownName
from claimeven.players.level import LEVELS, Level, LevelPlayer, level_of
from claimeven.players.registry import new_player
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver

SOLVER = Solver(table_mib=1)
ROW = Position.from_moves("112233")  # X completes row 1 in column 4
DIAGONAL = Position.from_moves("457457567664")  # X completes a diagonal in column 7
GAMES = (CONNECT_FOUR, MAX_CONNECT_FOUR)
both_games = pytest.mark.parametrize("rules", GAMES, ids=[rules.name for rules in GAMES])


def player(level: Level | int, rng: Random) -> LevelPlayer:
    return LevelPlayer(level_of(level) if isinstance(level, int) else level, SOLVER, rng)


def play(levels: tuple[int, int], rng: Random, rules: Rules = CONNECT_FOUR) -> tuple[list[int], int | None]:
    """The moves of a game, and who won."""
    players = [player(level, rng) for level in levels]
    position, moves = Position(rules=rules), []
    while not position.is_over:
        moves.append(players[position.turn].choose(position).column)
        position = position.play(moves[-1])
    assert position.outcome is not None
    return moves, position.outcome.winner


def share(level: Level | int, position: Position, column: int, tries: int = 200) -> float:
    """How often a level chooses a column."""
    return sum(player(level, Random(n)).choose(position).column == column for n in range(tries)) / tries


def test_there_are_eight_levels_and_each_overlooks_no_more_than_the_one_below() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    assert len({level.name for level in LEVELS} | {level.title for level in LEVELS}) == 16
    for below, above in pairwise(LEVELS[:-1]):
        assert above.depth >= below.depth
        assert above.misses <= below.misses
        assert above.misses_diagonals <= below.misses_diagonals
        assert above.noise < below.noise
        assert above.solves >= below.solves
    for level in LEVELS:
        assert level.misses <= level.misses_diagonals


@pytest.mark.parametrize("number", [0, 9, -1])
def test_another_level_is_refused(number: int) -> None:
    with pytest.raises(UnknownName, match=f"no level '{number}'; there are 1, 2, 3, 4, 5, 6, 7, 8"):
        level_of(number)


def test_the_table_of_players_has_them() -> None:
    position = Position.from_moves("4")
    for number in range(1, 9):
        named = new_player("level", solver=SOLVER, rng=Random(3), level=number)
        assert named.choose(position) == player(number, Random(3)).choose(position)
    usual = new_player("level", solver=SOLVER, rng=Random(3))
    assert usual.choose(position) == player(5, Random(3)).choose(position)


@both_games
@pytest.mark.parametrize("number", range(1, 8))
def test_the_same_seed_makes_the_same_game_and_another_one_another(number: int, rules: Rules) -> None:
    start = Position.from_moves("444433", rules)
    lines = [[], [], []]  # type: list[list[int]]
    for line, seed in zip(lines, (1, 1, 2), strict=True):
        position, chooser = start, player(number, Random(seed))
        while not position.is_over and position.ply < 17:
            line.append(chooser.choose(position).column)
            position = position.play(line[-1])
    assert lines[0] == lines[1] != lines[2]


def test_without_a_seed_no_game_is_like_another() -> None:
    assert len({tuple(play((1, 1), Random())[0]) for _ in range(5)}) > 1


def test_a_four_is_taken_more_often_from_level_to_level() -> None:
    shares = [share(number, ROW, 3) for number in range(1, 6)]
    assert shares == sorted(shares)
    assert shares[0] < 0.75
    assert shares[-1] > 0.95
    assert share(7, ROW, 3, 20) == 1


def test_diagonals_are_seen_less_well_than_rows() -> None:
    assert DIAGONAL.play(6).is_over
    for number in (1, 2, 3):
        assert share(number, DIAGONAL, 6) < share(number, ROW, 3) - 0.1
    assert share(replace(level_of(3), misses_diagonals=1.0), DIAGONAL, 6) < 0.2
    assert share(7, DIAGONAL, 6, 20) == 1


def test_a_block_is_for_those_who_look_at_the_reply() -> None:
    position = Position.from_moves("112237")
    threatened = position.play(2)
    blocks = [share(number, threatened, 3) for number in (1, 3, 5)]
    assert blocks == sorted(blocks)
    assert blocks[0] < 0.5
    assert blocks[-1] > 0.9


def test_a_disc_under_a_threat_is_played_by_those_who_forget_the_cell_above() -> None:
    position = Position.from_moves("11227373")  # X in column 4 lets O complete row 2 above it
    careful = replace(level_of(2), misses=0.0, misses_diagonals=0.0, misses_above=0.0)
    assert share(careful, position, 3) == 0
    assert share(replace(careful, misses_above=1.0), position, 3) > 0
    assert share(2, position, 3) > share(5, position, 3)


@both_games
def test_the_expert_makes_no_mistake_late_in_the_game(rules: Rules) -> None:
    position, rng = Position(rules=rules), Random(11)
    while position.left > level_of(7).solves:
        position = position.play(rng.choice(position.playable))
    choice = player(7, Random(1)).choose(position)
    assert choice.score == SOLVER.score(position)
    assert SOLVER.columns(position)[choice.column] == choice.score
    assert player(6, Random(1)).choose(position).score is None


@pytest.mark.parametrize("moves", ["", "4", "44", "443", "4444443333332222", "225257625346224"])
def test_perfect_chooses_among_all_best_columns(moves: str) -> None:
    position = Position.from_moves(moves)
    best = SOLVER.analyze(position).best
    chosen = {player(8, Random(seed)).choose(position).column for seed in range(60)}
    assert chosen == set(best)


def test_perfect_begins_max_connect4_with_what_the_book_has_on_both_sides() -> None:
    position = Position.from_moves("43", MAX_CONNECT_FOUR)
    choices = [player(8, Random(seed)).choose(position) for seed in range(20)]
    scores = {SOLVER.score(position.play(choice.column)) for choice in choices}
    assert {-choice.score for choice in choices if choice.score is not None} == scores


@pytest.mark.parametrize(
    ("rules", "stronger", "weaker", "games", "least"),
    [
        (CONNECT_FOUR, 4, 1, 30, 27),
        (CONNECT_FOUR, 5, 3, 30, 24),
        (MAX_CONNECT_FOUR, 4, 1, 20, 17),
        (CONNECT_FOUR, 8, 5, 10, 9),
    ],
    ids=["4-1", "5-3", "max-4-1", "8-5"],
)
def test_the_player_who_sees_more_wins(
    rules: Rules, stronger: int, weaker: int, games: int, least: int
) -> None:
    rng, score = Random(1), 0.0
    for game in range(games):
        side = game % 2
        levels = (stronger, weaker) if side == 0 else (weaker, stronger)
        _, winner = play(levels, rng, rules)
        score += 0.5 if winner is None else float(winner == side)
    assert score >= least
