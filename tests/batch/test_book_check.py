"""Checking a book: a correct one passes, and every kind of mistake is reported."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from claimeven.batch.book_check import contradictions, count_by_ply, entries_of, recomputed
from claimeven.batch.book_positions import early_positions
from claimeven.errors import BookError
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.book import Book, book_key
from claimeven.solver.book_file import packaged_book, parse_book, write_book
from claimeven.solver.solver import Solver

SMALL = Rules(4, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(4, 4)
PLIES = 3


@cache
def scores(rules: Rules = SMALL) -> dict[int, int]:
    """True scores of every early position of 4x4."""
    solver = Solver(table_mib=1, book=None)
    layers = early_positions(rules, PLIES)
    return {key: int(solver.score(position)) for layer in layers for key, position in layer.items()}


def book_of(entries: dict[int, int], rules: Rules = SMALL, plies: int = PLIES) -> Book:
    return parse_book(write_book(rules, plies, entries))


def key_of(moves: str) -> int:
    return book_key(Position.from_moves(moves, SMALL))


@pytest.mark.parametrize("rules", [SMALL, MAX_SMALL], ids=lambda v: v.name)
def test_a_right_book_has_no_contradictions(rules: Rules) -> None:
    book = book_of(scores(rules), rules)
    assert list(contradictions(book)) == []
    found = list(recomputed(book, Solver(table_mib=1, book=None), Random(1), 1000))
    assert found == [[]] * len(book)


def test_the_packaged_book_of_max_connect4_has_no_contradictions() -> None:
    assert list(contradictions(packaged_book(MAX_CONNECT_FOUR))) == []


def test_missing_entries_are_counted() -> None:
    entries = {key: score for key, score in scores().items() if key not in (key_of("11"), key_of("12"))}
    assert list(contradictions(book_of(entries))) == ["2 of 8 positions with 2 discs are missing"]


@pytest.mark.parametrize("change", [-1, 1])
def test_an_entry_that_is_not_the_best_of_its_children(change: int) -> None:
    entries = scores() | {key_of("1"): scores()[key_of("1")] + change}
    (complaint, *_) = contradictions(book_of(entries))
    assert "the entry 1 (score " in complaint or "the entry (empty board)" in complaint
    assert "contradicts the positions after it" in complaint


def test_a_last_entry_that_is_better_for_the_side_before_it() -> None:
    worse = key_of("123")
    complaints = list(contradictions(book_of(scores() | {worse: -8})))
    assert [c for c in complaints if "the entry 12 " in c or "the entry 21 " in c]


def test_entries_that_do_not_belong_there() -> None:
    below, above = (SMALL.cell(0, row) for row in range(2))
    unreachable = Position.from_discs(above, below, SMALL)  # the second player would have begun
    alone = 2 * SMALL.cell(0, 0) + SMALL.bottom  # one disc, of the side to move
    mirrored = max(Position.from_moves("1", SMALL).key, Position.from_moves("4", SMALL).key)
    won = Position.from_moves("1212121", SMALL)
    for key in (unreachable.key, mirrored, book_key(won)):
        (complaint,) = contradictions(book_of(scores() | {key: 0}))
        assert complaint.endswith("does not belong in this book")
    for key in (7, alone):
        (complaint,) = contradictions(book_of(scores() | {key: 0}))
        assert complaint == f"{key} is not the key of a position of 4x4"


def test_a_later_entry_must_not_be_worse_than_a_stored_child() -> None:
    later, child = (Position.from_moves(moves, SMALL) for moves in ("12341", "123412"))
    true = int(Solver(table_mib=1, book=None).score(later))
    assert list(contradictions(book_of(scores() | {book_key(later): true}))) == []
    entries = scores() | {book_key(later): true, book_key(child): -true - 1}
    (complaint,) = contradictions(book_of(entries))
    assert f"contradicts the positions after it: {true + 1:+d}" in complaint


def test_unsorted_keys_are_reported() -> None:
    book = book_of(scores())
    book.keys[0], book.keys[1] = book.keys[1], book.keys[0]
    assert "the keys are not sorted, or some occur twice" in list(contradictions(book))


def test_a_wrong_last_entry_is_found_by_search() -> None:
    wrong = next(key for key in early_positions(SMALL, PLIES)[-1])
    book = book_of(scores() | {wrong: scores()[wrong] + 1})
    found = recomputed(book, Solver(table_mib=1, book=None), Random(1), len(book))
    ((complaint,),) = [complaints for complaints in found if complaints]
    assert complaint.startswith("the entry 1")
    true = Score(scores()[wrong], 13)
    assert f"(score {true + 1:+d}): a search finds {true}" in complaint


def test_the_same_seed_recomputes_the_same_entries() -> None:
    wrong = book_of({key: score + 1 for key, score in scores().items()})

    def chosen(seed: int) -> list[list[str]]:
        return list(recomputed(wrong, Solver(table_mib=1, book=None), Random(seed), 5))

    assert chosen(1) == chosen(1) != chosen(2)
    assert [len(complaints) for complaints in chosen(1)] == [1] * 5


def test_count_by_ply_counts_verdicts() -> None:
    counts = count_by_ply(packaged_book())
    assert counts[0] == {"win": 1, "draw": 0, "loss": 0}
    assert counts[1] == {"win": 2, "draw": 1, "loss": 1}
    assert sum(sum(row.values()) for row in counts.values()) == len(packaged_book())
    with pytest.raises(BookError, match="is not the key of a position"):
        list(entries_of(book_of({7: 0})))


def book_with_moves(moves: dict[str, tuple[int, int]]) -> Book:
    return parse_book(
        write_book(SMALL, PLIES, scores(), moves={key_of(game): m for game, m in moves.items()})
    )


def first_best(game: str) -> tuple[int, int]:
    """The moves that a search finds for the position of the book key and its mirror image."""
    position = Position.from_moves(game, SMALL)
    if position.key != book_key(position):
        position = position.mirror()
    solver = Solver(table_mib=1, book=None)
    return solver.choose(position).column, solver.choose(position.mirror()).column


def test_right_moves_are_right() -> None:
    book = book_with_moves({game: first_best(game) for game in ("", "1", "12", "123")})
    assert list(contradictions(book)) == []
    assert not any(recomputed(book, Solver(table_mib=1, book=None), Random(1), 1000))


@pytest.mark.parametrize("column", range(5))
def test_a_move_that_is_not_the_first_best_column_contradicts_the_positions_after_it(column: int) -> None:
    right, mirrored = first_best("12")
    complaints = list(contradictions(book_with_moves({"12": (column, mirrored)})))
    assert len(complaints) == int(column != right)
    assert all(f"has the move {column + 1}, which is not its first best" in text for text in complaints)


def test_a_wrong_move_of_a_last_entry_is_found_by_search() -> None:
    right, mirrored = first_best("123")
    wrong = next(c for c in range(4) if c != mirrored)
    book = book_with_moves({"123": (right, wrong)})
    assert list(contradictions(book)) == []
    found = [
        text for texts in recomputed(book, Solver(table_mib=1, book=None), Random(1), 1000) for text in texts
    ]
    assert len(found) == 1
    assert f"has the move {wrong + 1}: a search finds {mirrored + 1}" in found[0]
