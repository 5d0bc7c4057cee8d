"""Every puzzle of the package has one right column and is what its kind says; no mirror images."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from claimeven.puzzles.puzzle import GRADES, PUZZLE_KINDS, WIN_DISCS, Puzzle
from claimeven.puzzles.puzzle_file import FILE_NAME, all_puzzles, parse_puzzles, write_puzzles
from claimeven.reasons.reason import why_wins
from claimeven.rules.position import Position
from claimeven.solver.solver import Solver

pytestmark = pytest.mark.compiled

MAX_FILE_BYTES = 50_000
SAMPLED_BY_BITBULLY = 10  # every tenth puzzle


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def has_four_at_once(position: Position) -> bool:
    """Return whether either side would complete four with its next disc."""
    rules = position.rules
    for column in position.playable:
        cell = position.drop(column)
        if rules.has_line(position.own | cell) or rules.has_line(position.other | cell):
            return True
    return False


def require_claim(puzzle: Puzzle, scores: dict[int, int]) -> None:
    """Fail unless the scores of the playable columns are those that the puzzle claims."""
    right = scores[puzzle.solution]
    wrong = [score for column, score in scores.items() if column != puzzle.solution]
    assert len(wrong) >= 2
    if puzzle.kind == "hold":
        assert right == 0
        assert max(wrong) < 0
    else:
        assert right > 0
        assert max(wrong) <= 0


@pytest.mark.parametrize("kind", PUZZLE_KINDS)
def test_every_puzzle_has_exactly_one_right_column(kind: str, solver: Solver) -> None:
    puzzles = [puzzle for puzzle in all_puzzles() if puzzle.kind == kind]
    assert len(puzzles) == 100
    for puzzle in puzzles:
        columns = solver.columns(puzzle.position)
        require_claim(
            puzzle, {column: int(score) for column, score in enumerate(columns) if score is not None}
        )


def test_a_win_takes_as_many_discs_as_the_kind_says(solver: Solver) -> None:
    for puzzle in all_puzzles():
        if puzzle.kind in WIN_DISCS:
            own_discs = (solver.score(puzzle.position).plies + 1) // 2
            assert own_discs == WIN_DISCS[puzzle.kind], puzzle


def test_a_zugzwang_is_one_by_the_rules_of_explanations(solver: Solver) -> None:
    for puzzle in all_puzzles():
        if puzzle.kind == "zugzwang":
            reason = why_wins(puzzle.position.play(puzzle.solution), puzzle.position.turn)
            assert reason is not None, puzzle
            assert reason.is_zugzwang, puzzle
            assert solver.score(puzzle.position).plies >= 9, puzzle


def test_nobody_can_complete_four_at_once() -> None:
    for puzzle in all_puzzles():
        assert not has_four_at_once(puzzle.position), puzzle


def test_no_two_puzzles_are_equal_or_mirror_images() -> None:
    keys = set()
    for puzzle in all_puzzles():
        keys.add(min(puzzle.position.key, puzzle.position.mirror().key))
    assert len(keys) == len(all_puzzles()) == 500


def test_a_sample_agrees_with_another_solver() -> None:
    bitbully = pytest.importorskip("bitbully")
    judge = bitbully.BitBully(opening_book=None)
    for puzzle in all_puzzles()[::SAMPLED_BY_BITBULLY]:
        scores = judge.score_all_moves(bitbully.Board(list(puzzle.moves)))
        require_claim(puzzle, scores)
        if puzzle.kind in WIN_DISCS:
            own_discs_left = (puzzle.position.left + 1) // 2
            assert own_discs_left - scores[puzzle.solution] + 1 == WIN_DISCS[puzzle.kind], puzzle


def test_the_file_is_small_and_is_written_as_it_is_read() -> None:
    text = resources.files("claimeven.puzzles").joinpath(FILE_NAME).read_bytes()
    assert len(text) <= MAX_FILE_BYTES
    assert write_puzzles(parse_puzzles(text.decode("ascii"))).encode("ascii") == text


def test_puzzles_are_sorted_by_kind_and_grade() -> None:
    order = [(PUZZLE_KINDS.index(puzzle.kind), GRADES.index(puzzle.grade)) for puzzle in all_puzzles()]
    assert order == sorted(order)
    assert len(Counter(grade for _, grade in order)) == len(GRADES)
