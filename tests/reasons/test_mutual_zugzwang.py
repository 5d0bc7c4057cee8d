"""Mutual zugzwang: true by exact play, and counted as the free cells are filled."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.reasons.allis import find_cover
from claimeven.reasons.cells import names_of
from claimeven.reasons.reason import Reason, why_wins
from claimeven.reasons.sentences import reason_text
from claimeven.reasons.zugzwang import closed_column_claims
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver
from sensible import sensible_position

BOTH_WANT_BOTH = Position.from_moves("255455526741574413241277")
ONE_WAITS = Position.from_moves("4554655224425344625666")
THREE_COLUMNS = (
    ("14654143244513533536546", (7, 6)),
    ("4843233655543164334885556", (8, 6)),
    ("3552156234522833767655382666837772994", (9, 6)),
    ("694538447387384766387346746376812122281", (9, 6)),
)


def mutual_zugzwang(position: Position) -> Reason | None:
    """Return why the side not to move wins, if the reason is a mutual zugzwang."""
    reason = why_wins(position, 1 - position.turn)
    return reason if reason is not None and reason.kind == "mutual-zugzwang" else None


def test_both_sides_want_two_cells_and_eight_others_are_left() -> None:
    found = mutual_zugzwang(BOTH_WANT_BOTH)
    assert found is not None
    rules = BOTH_WANT_BOTH.rules
    assert found.side == 1
    assert names_of(found.cells, rules) == ["c3", "f3"]
    assert names_of(found.count.last, rules) == ["c2", "f2"]
    assert (found.count.free.bit_count(), found.plies) == (8, 10)
    assert Solver(book=None).score(BOTH_WANT_BOTH).plies == 10
    assert reason_text(found).startswith("Both want c3 and f3, so neither plays c2 or f2. Eight other cells")


def test_one_side_waits_for_two_cells() -> None:
    found = mutual_zugzwang(ONE_WAITS)
    assert found is not None
    assert names_of(found.cells, ONE_WAITS.rules) == ["c3", "g3"]
    assert (found.count.free.bit_count(), found.plies) == (10, 12)
    assert Solver(book=None).score(ONE_WAITS).plies == 12
    assert reason_text(found).startswith("O waits for c3 and g3. Ten other cells can be filled first")


def test_nothing_is_claimed_with_odd_rows_in_the_other_game_or_after_the_end() -> None:
    chance = Random(5)
    for _ in range(50):
        position = sensible_position(chance.randrange(15, 30), chance, Rules(7, 5))
        assert list(closed_column_claims(position)) == []
    other_game = Position(BOTH_WANT_BOTH.own, BOTH_WANT_BOTH.filled, MAX_CONNECT_FOUR)
    assert mutual_zugzwang(other_game) is None
    assert mutual_zugzwang(Position.from_moves("1212121")) is None


def found_in(size: tuple[int, int], count: int) -> list[Reason]:
    rules, chance, found = Rules(*size), Random(f"mutual {size}"), []
    for _ in range(count):
        position = sensible_position(chance.randrange(rules.cells // 3, rules.cells - 4), chance, rules)
        zugzwang = mutual_zugzwang(position)
        if zugzwang is not None:
            found.append(zugzwang)
    return found


@pytest.mark.compiled
@pytest.mark.parametrize(("size", "count"), [((7, 6), 800), ((6, 4), 3000), ((5, 8), 500)])
def test_the_waiting_side_wins_within_the_counted_plies(size: tuple[int, int], count: int) -> None:
    solver, exact = Solver(book=None), 0
    found = found_in(size, count)
    for zugzwang in found:
        score = solver.score(zugzwang.position)
        assert score < 0, str(zugzwang.position)
        assert zugzwang.plies is not None
        assert score.plies <= zugzwang.plies, str(zugzwang.position)
        exact += score.plies == zugzwang.plies
    assert found
    assert exact


@pytest.mark.compiled
def test_three_columns_of_the_first_player_are_won() -> None:
    """They are rare: these positions were found among random ones."""
    solver = Solver(book=None)
    for moves, size in THREE_COLUMNS:
        position = Position.from_moves(moves, Rules(*size))
        covered = [claim for claim in closed_column_claims(position) if find_cover(claim.problem) is not None]
        assert [len(claim.threats) for claim in covered][:1] == [3]
        assert solver.score(position) < 0


def fill(zugzwang: Reason, chance: Random) -> tuple[int, int]:
    """Fill free cells in any order until none is left: who is to move then, and how many were filled."""
    position = zugzwang.position
    rules, filled, ply = position.rules, position.filled, position.ply
    cells = [rules.cell(column, row) for column in range(rules.columns) for row in range(rules.rows)]
    while True:
        drops = filled + rules.bottom & rules.board & ~filled
        free = [cell for cell in cells if cell & drops and not cell & zugzwang.count.last]
        if not free:
            return ply % 2, ply - position.ply
        filled |= chance.choice(free)
        ply += 1


@pytest.mark.compiled
def test_the_other_side_has_to_open_a_column_after_as_many_cells_as_are_counted() -> None:
    chance = Random("fill")
    found = [*found_in((7, 6), 500), mutual_zugzwang(BOTH_WANT_BOTH), mutual_zugzwang(ONE_WAITS)]
    counted = [zugzwang for zugzwang in found if zugzwang is not None]
    for zugzwang in counted:
        for _ in range(3):
            assert fill(zugzwang, chance) == (1 - zugzwang.side, zugzwang.count.free.bit_count())
    assert len(counted) >= 3
