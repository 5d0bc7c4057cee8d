"""Chunks are cut to last some seconds, by the cost of earlier ones."""

from __future__ import annotations

import pytest

from claimeven.batch.chunk import Wanted
from claimeven.batch.job_run import CHUNK_SECONDS, MAX_CHUNK_POSITIONS, TRIAL_SECONDS, Costs
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR

MUCH = 1e9  # seconds


def test_the_first_guess_grows_with_the_cells_left() -> None:
    for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR):
        costs = Costs(rules, Wanted.COLUMNS)
        guesses = [costs.expect(42 - left) for left in range(43)]
        assert guesses == sorted(guesses)
        assert costs.expect(12) > Costs(rules, Wanted.SCORE).expect(12)
        assert not costs.learnt


def test_a_mean_replaces_the_guess_and_moves_the_others() -> None:
    costs = Costs(CONNECT_FOUR, Wanted.SCORE)
    ratio = costs.expect(11) / costs.expect(12)
    costs.learn(12, 10, 20.0)
    costs.learn(12, 10, 40.0)
    assert costs.expect(12) == pytest.approx(3.0)
    assert costs.expect(11) == pytest.approx(3.0 * ratio)


def test_a_chunk_lasts_some_seconds() -> None:
    costs = Costs(CONNECT_FOUR, Wanted.SCORE)
    assert costs.chunk_size(12, MUCH, 2) == int(TRIAL_SECONDS / costs.expect(12))
    costs.learn(12, 100, 50.0)
    assert costs.chunk_size(12, MUCH, 2) == CHUNK_SECONDS / 0.5


def test_a_chunk_has_at_least_one_position_and_not_too_many() -> None:
    costs = Costs(CONNECT_FOUR, Wanted.SCORE)
    costs.learn(8, 1, 1000.0)
    assert costs.chunk_size(8, MUCH, 2) == 1
    costs.learn(40, 1000, 0.001)
    assert costs.chunk_size(40, MUCH, 2) == MAX_CHUNK_POSITIONS


def test_the_last_chunks_are_small_so_that_no_worker_waits_long() -> None:
    costs = Costs(CONNECT_FOUR, Wanted.SCORE)
    costs.learn(12, 1000, 100.0)
    assert costs.chunk_size(12, 8.0, 2) == 10
    assert costs.chunk_size(12, 8.0, 4) < 10
