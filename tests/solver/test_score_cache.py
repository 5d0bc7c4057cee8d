"""ScoreCache: what is known without a search."""

from __future__ import annotations

from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.book import book_key
from claimeven.solver.book_file import parse_book, write_book
from claimeven.solver.score_cache import ScoreCache

LATE = Position.from_moves("115661135135232")
HARD = Position.from_moves("1234567123")


def test_book_positions_and_finished_games_have_a_value() -> None:
    cache = ScoreCache()
    assert cache.score(Position()) == Score(1, 42)
    assert cache.score(Position.from_moves("1212121")) == Score(-18, 35)
    assert cache.score(LATE) is None
    assert cache.score(Position(rules=Rules(5, 5))) is None


def test_an_added_value_holds_for_the_mirror_image_but_for_no_other_game() -> None:
    cache = ScoreCache()
    cache.add_value(HARD, 3)
    assert cache.score(HARD) == Score(3, 32)
    assert cache.score(HARD.mirror()) == Score(3, 32)
    assert cache.score(Position(HARD.own, HARD.filled, MAX_CONNECT_FOUR)) is None


def test_known_columns_come_centre_first() -> None:
    columns = ScoreCache().columns(Position())
    assert list(columns) == [3, 2, 4, 1, 5, 0, 6]
    assert [int(columns[column]) for column in range(7)] == [-2, -1, 0, 1, 0, -1, -2]
    assert ScoreCache().columns(LATE) == {}


def test_the_best_column_follows_from_known_values() -> None:
    cache = ScoreCache()
    assert cache.best_column(Position(), Score(1, 42)) == 3
    assert cache.best_column(LATE, Score(2, 27)) is None
    cache.add_best_column(LATE, 6)
    assert cache.best_column(LATE, Score(2, 27)) == 6


def test_the_best_column_may_be_in_the_book() -> None:
    scores = {book_key(Position()): 1, book_key(LATE): 2}
    book = parse_book(write_book(LATE.rules, 0, scores, moves={book_key(LATE): (4, 4)}))
    assert ScoreCache(book=lambda _: book).best_column(LATE, Score(2, 27)) == 4


def test_it_forgets_what_was_used_longest_ago() -> None:
    cache = ScoreCache(max_entries=2)
    first = Position.from_moves("123456712")
    second = HARD
    third = Position.from_moves("112233541")
    cache.add_value(first, 0)
    cache.add_value(second, 0)
    assert cache.score(first) is not None  # used again, so the second one goes
    cache.add_value(third, 0)
    assert cache.score(first) is not None
    assert cache.score(second) is None
