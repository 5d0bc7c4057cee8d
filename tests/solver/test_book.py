"""Books: what is stored comes back, and a file that is not as it was written is refused."""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.errors import BookError, LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver import book_file
from claimeven.solver.boards import Boards
from claimeven.solver.book import Book, book_key, game_to, position_of
from claimeven.solver.book_file import MAGIC, packaged_book, packaged_bytes, parse_book, write_book
from claimeven.solver.limits import Limit
from claimeven.solver.solver import Solver
from strategies import games as played_games
from strategies import naive_board, random_moves, sizes

SMALL = Rules(4, 4)
PLIES = 3


def games(rules: Rules, plies: int) -> Iterator[list[int]]:
    """Every unfinished game of up to ``plies`` discs."""
    waiting: list[tuple[list[int], Position]] = [([], Position(rules=rules))]
    while waiting:
        moves, position = waiting.pop()
        yield moves
        if len(moves) < plies:
            children = ((column, position.play(column)) for column in position.playable)
            waiting += [([*moves, column], child) for column, child in children if not child.is_over]


@cache
def small_scores() -> dict[int, int]:
    """Return the book keys and true scores of every early position of 4x4."""
    return {
        book_key(Position.from_moves(moves, SMALL)): naive.score(naive_board(SMALL, moves))
        for moves in games(SMALL, PLIES)
    }


@cache
def small_file() -> bytes:
    return write_book(SMALL, PLIES, small_scores())


def test_a_book_has_every_early_position_and_its_mirror_image() -> None:
    book = parse_book(small_file())
    assert (book.rules, book.plies, len(book)) == (SMALL, PLIES, len(small_scores()))
    asked = 0
    for moves in games(SMALL, PLIES):
        position = Position.from_moves(moves, SMALL)
        score = naive.score(naive_board(SMALL, moves))
        assert book.score(position) == book.score(position.mirror()) == score
        asked += 1
    assert asked > 2 * len(book) > 20


@given(
    sizes,
    st.integers(0, 255),
    st.dictionaries(st.integers(0, 2**64 - 1), st.integers(-128, 127), max_size=30),
)
def test_books_round_trip(rules: Rules, plies: int, scores: dict[int, int]) -> None:
    book = parse_book(write_book(rules, plies, scores))
    assert (book.rules, book.plies) == (rules, plies)
    assert dict(zip(book.keys, book.scores, strict=True)) == scores
    assert list(book.keys) == sorted(book.keys)


def test_the_same_scores_make_the_same_file() -> None:
    scores = list(small_scores().items())
    random.Random(0).shuffle(scores)
    assert write_book(SMALL, PLIES, dict(scores)) == small_file()


def test_positions_that_a_book_does_not_cover_have_no_score_in_it() -> None:
    book = parse_book(small_file())
    later, other_size = Position.from_moves("1234", SMALL), Position()
    won = Position.from_moves("1212121")
    assert book.score(later) is None
    assert book.score(other_size) is None
    assert Book(Rules(), 42, book.keys, book.scores).score(won) is None


def test_a_later_position_that_is_stored_has_its_score() -> None:
    later = Position.from_moves("12341", SMALL)
    book = parse_book(write_book(SMALL, PLIES, small_scores() | {book_key(later): -2}))
    assert book.score(later) == book.score(later.mirror()) == -2
    assert book.score(Position.from_moves("12342", SMALL)) is None


@given(played_games())
def test_a_key_gives_its_position_and_a_position_gives_a_game(
    game: tuple[Rules, list[int]],
) -> None:
    rules, moves = game
    position = Position.from_moves(moves[:12], rules)
    assert position_of(position.key, rules) == position
    found = game_to(position)
    assert found is not None
    assert Position.from_moves(found, rules) == position


@pytest.mark.parametrize("key", [0, 1, 2**49, Position().key - 1, Position().key | 1 << 49])
def test_a_number_that_is_not_a_key(key: int) -> None:
    with pytest.raises(BookError, match=f"{key} is not the key of a position of 7x6"):
        position_of(key, Rules())


def test_a_position_that_no_game_leads_to_has_no_game() -> None:
    below, above = (Rules().cell(3, row) for row in range(2))
    assert game_to(Position.from_discs(above, below)) is None  # the second player would have begun


def test_disc_counts_that_alternate_moves_cannot_give_have_no_key() -> None:
    lonely = Rules().cell(3, 0)
    with pytest.raises(BookError, match="is not the key of a position of 7x6"):
        position_of(lonely + lonely + Rules().bottom, Rules())


def test_a_covered_position_that_is_missing_is_an_error() -> None:
    scores = dict(small_scores())
    gone = Position.from_moves("12", SMALL)
    del scores[book_key(gone)]
    book = parse_book(write_book(SMALL, PLIES, scores))
    for position in (gone, gone.mirror()):
        with pytest.raises(BookError, match="the book of 3 plies lacks a position of 2: it is incomplete"):
            book.score(position)
    with pytest.raises(BookError, match="incomplete"):
        Solver(table_mib=1, book=lambda _: book).score(gone)
    with pytest.raises(BookError, match="the book of 3 plies lacks a position of 2: it is incomplete"):
        Solver(table_mib=1, book=lambda _: book).scores([gone.mirror()])
    assert book.score(Position.from_moves("11", SMALL)) is not None


def test_every_flipped_bit_is_detected() -> None:
    for place in range(len(small_file())):
        for bit in range(8):
            damaged = bytearray(small_file())
            damaged[place] ^= 1 << bit
            with pytest.raises(BookError):
                parse_book(bytes(damaged))


def test_every_truncated_or_longer_file_is_detected() -> None:
    for length in range(len(small_file())):
        with pytest.raises(BookError):
            parse_book(small_file()[:length])
    for more in (b"\0", small_file()):
        with pytest.raises(BookError, match="its checksum does not match"):
            parse_book(small_file() + more)


@pytest.mark.parametrize("rules", [CONNECT_FOUR, MAX_CONNECT_FOUR], ids=lambda v: v.name)
def test_a_changed_byte_or_a_missing_end_of_the_packaged_book_is_detected(rules: Rules) -> None:
    data, chance = packaged_bytes(rules), random.Random(3)
    everywhere = [*range(64), *(chance.randrange(len(data)) for _ in range(500))]
    for place in everywhere:
        damaged = bytearray(data)
        damaged[place % len(data)] ^= chance.randrange(1, 256)
        with pytest.raises(BookError, match=r"not a book|its checksum does not match"):
            parse_book(bytes(damaged))
    for length in [*range(64), *(chance.randrange(len(data)) for _ in range(200)), len(data) - 1]:
        with pytest.raises(BookError, match=r"not a book|its checksum does not match"):
            parse_book(data[: min(length, len(data) - 1)])


def test_a_packaged_book_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(book_file.PACKAGED, CONNECT_FOUR, "no-such-book.bin")
    packaged_book.cache_clear()
    with pytest.raises(BookError, match=r"the book no-such-book.bin cannot be read"):
        Solver(table_mib=1).score(Position())


@given(st.binary(max_size=200))
def test_foreign_bytes_are_not_a_book(data: bytes) -> None:
    for foreign in (data, MAGIC + data):
        with pytest.raises(BookError, match=r"not a book|damaged"):
            parse_book(foreign)


def sealed(magic: bytes, sizes: tuple[int, int, int, int], count: int, body: bytes) -> bytes:
    """A file by the drawing in docs/formats.md, with a checksum that is right whatever its parts are."""
    header = magic + bytes(sizes) + count.to_bytes(4, "little")
    return header + hashlib.sha256(header + body).digest() + body


def test_the_file_has_the_documented_format() -> None:
    keys, scores = zip(*sorted(small_scores().items()), strict=True)
    words = [key.to_bytes(8, "little") for key in keys]
    planes = b"".join(bytes(word[plane] for word in words) for plane in range(8))
    body = small_file()[48:]
    no_moves = b"\xff" * 2 * len(keys)
    assert zlib.decompress(body) == planes + bytes(score % 256 for score in scores) + no_moves
    assert small_file() == sealed(b"CLMEVN01", (4, 4, PLIES, 0), len(keys), body)


@pytest.mark.parametrize(
    ("magic", "sizes", "count", "body", "message"),
    [
        (b"CLMEVN02", (4, 4, 3, 0), 0, zlib.compress(b""), "not a book: expected CLMEVN01"),
        (b"CLMEVN01", (3, 4, 3, 0), 0, zlib.compress(b""), "3 columns and 4 rows is too small"),
        (b"CLMEVN01", (4, 4, 3, 9), 0, zlib.compress(b""), "a variant 9; known are 0 to 1"),
        (b"CLMEVN01", (4, 4, 3, 0), 0, b"no zlib", "the book is damaged: Error -3"),
        (b"CLMEVN01", (4, 4, 3, 0), 2, zlib.compress(bytes(9)), "2 positions do not fill 9 bytes"),
    ],
)
def test_a_correct_checksum_is_not_enough_for_a_book(
    magic: bytes, sizes: tuple[int, int, int, int], count: int, body: bytes, message: str
) -> None:
    with pytest.raises(BookError, match=message):
        parse_book(sealed(magic, sizes, count, body))


def test_moves_follow_the_scores_and_differ_for_mirror_images() -> None:
    positions = [Position.from_moves(moves, SMALL) for moves in ("1", "12", "123")]
    moves = {book_key(position): (2, 0) for position in positions[:2]}
    data = write_book(SMALL, PLIES, small_scores(), moves=moves)
    keys = sorted(small_scores())
    planes = zlib.decompress(data[48:])[9 * len(keys) :]
    assert list(planes[: len(keys)]) == [2 if key in moves else 255 for key in keys]
    assert list(planes[len(keys) :]) == [0 if key in moves else 255 for key in keys]
    book = parse_book(data)
    for position in positions[:2]:
        stored, mirrored = position, position.mirror()
        if stored.key > mirrored.key:
            stored, mirrored = mirrored, stored
        assert (book.best_column(stored), book.best_column(mirrored)) == (2, 0)
    assert book.best_column(positions[2]) is None
    assert book.best_column(Position.from_moves("1234", SMALL)) is None
    assert book.best_column(Position.from_moves("12")) is None
    assert parse_book(small_file()).best_column(positions[0]) is None
    assert Book(SMALL, PLIES, book.keys, book.scores).best_column(positions[0]) is None


def test_a_solver_plays_the_move_of_its_book_without_searching() -> None:
    position = Position.from_moves("1", SMALL)  # where no search would choose an edge
    book = parse_book(write_book(SMALL, PLIES, small_scores(), moves={book_key(position): (0, 0)}))
    solver = Solver(table_mib=1, book=lambda _: book)
    report = solver.choose(position)
    assert (report.column, report.nodes) == (0, 0)
    assert solver.best_column(position, report.score) == 0
    assert Solver(table_mib=1, book=None).choose(position).column != 0


def test_a_solver_answers_from_its_book_without_searching() -> None:
    wrong = dict.fromkeys(small_scores(), 7)  # scores that no search would give
    book = parse_book(write_book(SMALL, PLIES, wrong))
    solver = Solver(table_mib=1, book=lambda _: book)
    report = solver.solve(Position.from_moves("12", SMALL))
    assert (report.score, report.nodes) == (7, 0)
    assert int(Solver(table_mib=1, book=None).score(Position.from_moves("121234343", SMALL))) != 7


def test_looking_up_many_positions_agrees_with_looking_up_one() -> None:
    late = Position.from_moves("12341", SMALL)
    book = parse_book(write_book(SMALL, PLIES, small_scores() | {book_key(late): -2}))
    upper, lower = SMALL.cell(3, 1), SMALL.cell(3, 0)
    lonely = Position(upper, upper | lower, SMALL)  # no game leads there: the second player would have begun
    positions = [Position.from_moves(moves, SMALL) for moves in games(SMALL, PLIES + 2)]
    positions += [position.mirror() for position in positions] + [lonely]
    scores, known = book.scores_of(Boards.from_positions(positions))
    expected = [book.score(position) for position in positions]
    found = [int(score) if is_known else None for score, is_known in zip(scores, known, strict=True)]
    assert found == expected
    assert None in expected
    assert -2 in expected
    for other in (Position(), Position(rules=MAX_CONNECT_FOUR.sized(4, 4))):
        assert not book.scores_of(Boards.from_positions([other]))[1].any()
    assert not parse_book(write_book(SMALL, 0, {})).scores_of(Boards.from_positions([late]))[1].any()


def test_many_positions_are_looked_up_in_the_book_and_the_rest_is_searched() -> None:
    wrong = dict.fromkeys(small_scores(), 7)  # scores that no search would give
    book = parse_book(write_book(SMALL, PLIES, wrong))
    solver, searcher = Solver(table_mib=1, book=lambda _: book), Solver(table_mib=1, book=None)
    early, late = (Position.from_moves(moves, SMALL) for moves in ("12", "121234343"))
    report = solver.solve_many([early, early.mirror()])
    assert (report.scores.tolist(), report.nodes) == ([7, 7], 0)
    score = int(searcher.score(late))
    assert solver.scores([late, early, late]).tolist() == [score, 7, score]
    rows = Boards.from_positions([early, late]).words
    assert solver.scores(rows, rules=SMALL).tolist() == [7, score]
    windows = np.array([[-1, 1], [score - 1, score + 1]], np.int16)
    assert solver.solve_many(rows, rules=SMALL, windows=windows).scores.tolist() == [7, score]
    assert searcher.scores([late, late.mirror()]).tolist() == [score, score] != [7, 7]


@pytest.mark.compiled
def test_many_positions_without_a_book_are_searched() -> None:
    early = Position.from_moves("12", SMALL)
    wrong = parse_book(write_book(SMALL, PLIES, dict.fromkeys(small_scores(), 7)))
    assert Solver(table_mib=1, book=lambda _: wrong).scores([early]).tolist() == [7]
    assert Solver(table_mib=1, book=None).scores([early]).tolist() == [small_scores()[book_key(early)]]


def test_the_empty_board_needs_no_search_alone_or_among_many() -> None:
    for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR):
        empty, solver = Position(rules=rules), Solver(table_mib=1)
        at_once = Limit(nodes=0)
        assert solver.scores([empty, empty], at_once).tolist() == [solver.score(empty, at_once)] * 2


def test_the_packaged_book_holds_every_position_it_covers() -> None:
    book = packaged_book()
    assert book.rules == Rules()
    plies = min(book.plies, 4)
    keys = {book_key(Position.from_moves(moves)) for moves in games(Rules(), plies)}
    for moves in games(Rules(), plies):
        assert book.score(Position.from_moves(moves)) is not None
    assert len(book) >= len(keys)
    assert int(Solver().score(Position())) == 1


def test_scores_of_the_packaged_book_follow_from_one_another() -> None:
    book = packaged_book()
    for moves in games(Rules(), min(book.plies, 4) - 1):
        position = Position.from_moves(moves)
        children = [book.score(position.play(column)) for column in position.playable]
        assert book.score(position) == max(-score for score in children if score is not None)


@pytest.mark.compiled
def test_a_search_never_contradicts_the_packaged_book() -> None:
    book, solver, chance = packaged_book(), Solver(book=None), random.Random(1)
    for _ in range(20):
        position = Position.from_moves(random_moves(book.plies, chance, Rules()))
        score = book.score(position)
        assert score is not None
        try:
            lower = upper = int(solver.score(position, Limit(nodes=300_000)))
        except LimitReached as stop:
            lower, upper = stop.lower, stop.upper
        assert lower <= score <= upper
