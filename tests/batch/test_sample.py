"""Random positions: distinct, unfinished, the right number of them, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.batch import sample as sample_module
from claimeven.batch.book_positions import early_positions
from claimeven.batch.sample import SAMPLES, random_games
from claimeven.errors import SampleError, UnknownName
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, MAX_CONNECT_FOUR, Rules
from claimeven.solver.book import book_key
from claimeven.solver.solver import Solver
from strategies import sizes


def drawn(
    plies: range, count: int, *, seed: int = 1, sample: str = "playout", rules: Rules = CONNECT_FOUR
) -> list[tuple[int, ...]]:
    return list(random_games(rules, plies, count, Random(seed), sample=sample))


@given(
    sizes,
    st.sampled_from(sorted(GAMES)),
    st.sampled_from(SAMPLES),
    st.integers(3, 10),
    st.integers(0, 5),
    st.integers(1, 30),
)
def test_positions_are_distinct_unfinished_and_of_the_right_size(
    size: Rules, name: str, sample: str, first: int, more: int, count: int
) -> None:
    plies = range(first, first + more + 1)
    rules = GAMES[name].sized(size.columns, size.rows)
    games = list(random_games(rules, plies, count, Random(count), sample=sample))
    positions = [Position.from_moves(game, rules) for game in games]
    assert len({book_key(position) for position in positions}) == len(games) == count
    assert not any(position.is_over for position in positions)
    assert {position.ply for position in positions} <= set(plies)


def test_the_same_seed_draws_the_same_and_another_one_others() -> None:
    assert drawn(range(8, 20), 50) == drawn(range(8, 20), 50)
    assert drawn(range(8, 20), 50) != drawn(range(8, 20), 50, seed=2)


def test_the_sample_of_a_seed_is_the_same_on_every_machine() -> None:
    assert drawn(range(6, 9), 3) == [(5, 5, 1, 3, 3, 4), (0, 0, 5, 3, 5, 0, 3, 5), (6, 6, 0, 0, 3, 6)]


def test_uniform_gives_every_number_of_discs_its_share() -> None:
    games = drawn(range(5, 8), 20, sample="uniform")
    assert Counter(map(len, games)) == {5: 7, 6: 7, 7: 6}


def test_playout_continues_where_few_positions_run_out() -> None:
    counts = Counter(map(len, drawn(range(3), 30)))
    assert counts == {0: 1, 1: 4, 2: 25}


def test_all_positions_of_a_ply_can_be_drawn() -> None:
    keys = {book_key(Position.from_moves(game)) for game in drawn(range(3, 4), 121)}
    assert keys == early_positions(CONNECT_FOUR, 3)[3].keys()


@pytest.mark.parametrize(
    ("plies", "sample", "found"),
    [
        (range(1, 2), "playout", "only 4 of 5 distinct positions of 1 disc were found"),
        (range(2), "playout", "only 5 of 6 distinct positions of 0 to 1 discs were found"),
        (range(2), "uniform", "only 1 of 3 distinct positions of 0 discs were found"),
    ],
)
def test_more_than_there_are_end_with_a_clear_error(
    plies: range, sample: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample_module, "MAX_MISSES", 1000)
    count = 5 if len(plies) == 1 else 6
    with pytest.raises(SampleError, match=f"{found}: the last 1,000 random games led to no new one"):
        drawn(plies, count, sample=sample)


def test_the_last_cell_can_be_empty_but_a_full_board_is_not_drawn() -> None:
    for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR):
        assert [len(game) for game in drawn(range(41, 42), 3, rules=rules)] == [41] * 3


def test_lines_are_drawn_in_max_connect4_only() -> None:
    def with_line(rules: Rules) -> int:
        positions = [Position.from_moves(g, rules) for g in drawn(range(30, 31), 30, rules=rules)]
        return sum(rules.has_line(p.own) or rules.has_line(p.other) for p in positions)

    assert with_line(CONNECT_FOUR) == 0
    assert with_line(MAX_CONNECT_FOUR) > 20


def test_an_unknown_way_to_sample() -> None:
    with pytest.raises(UnknownName, match="there is no way to sample 'best'; there are playout, uniform"):
        drawn(range(3), 1, sample="best")


def test_sensible_players_neither_miss_nor_allow_a_four_that_could_be_blocked() -> None:
    games = list(random_games(CONNECT_FOUR, range(8, 20), 100, Random(1), play="sensible"))
    for game in games:
        for position, column in zip(Position().along(game), game, strict=False):
            for winning in position.playable:
                assert position.play(winning).winner is None
            other = Position(position.other, position.filled, CONNECT_FOUR) if position.turn == 0 else None
            if other is not None:
                threats = [
                    cell for cell in other.playable if other.rules.has_line(other.own | other.drop(cell))
                ]
                assert not threats or column in threats


@pytest.mark.compiled
@pytest.mark.parametrize("plies", [2, 3, 6, 7])
def test_no_game_ends_too_soon(plies: int) -> None:
    solver = Solver(table_mib=4)
    games = list(random_games(CONNECT_FOUR, range(20, 34), 60, Random(1), min_plies_to_end=plies))
    lengths = [solver.score(Position.from_moves(game)).plies for game in games]
    assert min(lengths) == plies or min(lengths) == plies + 1


def test_an_unknown_way_to_play() -> None:
    with pytest.raises(UnknownName, match="way to play"):
        list(random_games(CONNECT_FOUR, range(8, 9), 1, Random(1), play="badly"))
