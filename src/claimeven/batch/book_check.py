"""Check a book: count its positions, find gaps and contradictions, and compare entries with a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from claimeven.batch.book_positions import children_of, early_positions, known_score
from claimeven.errors import BookError
from claimeven.formats.moves import write_moves
from claimeven.rules.position import Position
from claimeven.rules.score import VERDICTS, Score
from claimeven.solver.book import Book, book_key, game_to, position_of
from claimeven.solver.solver import Solver


def entries_of(book: Book) -> Iterator[tuple[Position, int]]:
    """Yield every position of a book with its score; raise BookError at a key that is not a position's."""
    for key, score in zip(book.keys, book.scores, strict=True):
        yield position_of(key, book.rules), score


def count_by_ply(book: Book) -> dict[int, dict[str, int]]:
    """Return the number of wins, draws and losses for the side to move, for each number of discs."""
    counts: dict[int, dict[str, int]] = {}
    for position, score in entries_of(book):
        verdict = Score(score, position.left, book.rules).verdict
        if position.ply not in counts:
            counts[position.ply] = dict.fromkeys(VERDICTS, 0)
        counts[position.ply][verdict] += 1
    return dict(sorted(counts.items()))


def contradictions(book: Book, report_count: Callable[[int], None] = lambda _: None) -> Iterator[str]:
    """Yield a message for every contradiction between a book and the rules or within the book.

    A book must have each early position once, under the smaller key, and no position that cannot be reached.
    Every score must equal the best of the children where those are stored, and be no worse than any of them.
    A stored move must be the first that keeps the score, as far as the children are stored.
    ``report_count`` is called with the number of entries checked so far.
    """
    scores = dict(zip(book.keys, book.scores, strict=True))
    if list(book.keys) != sorted(scores):
        yield "the keys are not sorted, or some occur twice"
    expected: set[int] = set()
    for ply, layer in enumerate(early_positions(book.rules, book.plies)):
        expected |= layer.keys()
        missing = sum(key not in scores for key in layer)
        if missing:
            yield f"{missing} of {len(layer)} positions with {ply} discs are missing"
    for number, (key, score) in enumerate(scores.items(), start=1):
        report_count(number)
        yield from _entry_errors(key, score, book, scores, is_expected=key in expected)


def _entry_errors(
    key: int, score: int, book: Book, scores: dict[int, int], *, is_expected: bool
) -> Iterator[str]:
    """Yield a message for everything that is wrong with one entry."""
    try:
        position = position_of(key, book.rules)
    except BookError as error:
        yield str(error)
        return
    is_unreachable = position.ply <= book.plies and not is_expected
    if position.is_over or key != book_key(position) or is_unreachable:
        yield f"{entry_words(position, score)} does not belong in this book"
        return
    children = [known_score(child, scores) for child in children_of(position)]
    best = max((-value for value in children if value is not None), default=score)
    if score < best or (score > best and None not in children):
        yield f"{entry_words(position, score)} contradicts the positions after it: {best:+d}"
    for image, column in _stored_moves(book, position):
        if not _may_be_best(image, column, score, scores):
            yield f"{entry_words(image, score)} has the move {column + 1}, which is not its first best column"


def _stored_moves(book: Book, position: Position) -> Iterator[tuple[Position, int]]:
    """Yield the position of an entry and its mirror image, each with its stored move if it has one."""
    for image in (position, position.mirror()):
        column = book.best_column(image)
        if column is not None:
            yield image, column


def _may_be_best(position: Position, column: int, score: int, scores: dict[int, int]) -> bool:
    """Return False if ``scores`` show that ``column`` is not the first that keeps the score."""
    after = {column: known_score(child, scores) for column, child in position.children()}
    for earlier in position.rules.centre_first:
        if earlier == column:
            return column in after and after[column] in (None, -score)
        if after.get(earlier) == -score:
            return False
    return False


def recomputed(book: Book, solver: Solver, rng: Random, count: int) -> Iterator[list[str]]:
    """Check ``count`` random entries by a search; yield for each a list of messages, empty if it is correct.

    The solver should have no book; otherwise it would only look the entries up.
    """
    for index in rng.sample(range(len(book)), min(count, len(book))):
        position = position_of(book.keys[index], book.rules)
        stored_score = book.scores[index]
        score = solver.score(position)
        if score != stored_score:
            yield [f"{entry_words(position, stored_score)}: a search finds {score}"]
            continue
        wrong_moves = []
        for image, column in _stored_moves(book, position):
            best_column = solver.best_column(image, score)
            if best_column != column:
                entry = entry_words(image, stored_score)
                wrong_moves.append(f"{entry} has the move {column + 1}: a search finds {best_column + 1}")
        yield wrong_moves


def entry_words(position: Position, score: int) -> str:
    """Return the description of an entry in messages, with a game that leads to it.

    >>> entry_words(Position.from_moves("443"), -2)
    'the entry 443 (score -2)'
    """
    game = game_to(position)
    if game is None:
        name = f"without a game (key {position.key})"
    else:
        name = write_moves(game) or "(empty board)"
    return f"the entry {name} (score {score:+d})"
