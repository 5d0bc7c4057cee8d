"""What a book holds, and what is wrong with it: gaps, contradictions, entries that a search refutes."""

from __future__ import annotations

from collections import Counter
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
    """Every position of a book with its score; raises BookError at a key that belongs to no position."""
    for key, score in zip(book.keys, book.scores, strict=True):
        yield position_of(key, book.rules), score


def count_by_ply(book: Book) -> dict[int, dict[str, int]]:
    """For each number of discs, how many of its positions are a win, a draw, a loss for the side to move."""
    counts = Counter(
        (position.ply, Score(score, position.left, book.rules).verdict)
        for position, score in entries_of(book)
    )
    plies = sorted({ply for ply, _ in counts})
    return {ply: {verdict: counts[ply, verdict] for verdict in VERDICTS} for ply in plies}


def contradictions(book: Book, tell: Callable[[int], None] = lambda _: None) -> Iterator[str]:
    """Every way in which a book contradicts the rules or itself, in words.

    It must hold each early position once under the smaller key and nothing that no game leads to, and every
    entry must equal the best of its children where those are stored, and be no worse than any of them. A
    stored move must be the first that keeps the score, as far as the children are stored. ``tell`` is
    called with the number of entries that have been looked at.
    """
    scores = dict(zip(book.keys, book.scores, strict=True))
    if list(book.keys) != sorted(scores):
        yield "the keys are not sorted, or some stand there twice"
    expected: set[int] = set()
    for ply, layer in enumerate(early_positions(book.rules, book.plies)):
        expected |= layer.keys()
        missing = sum(key not in scores for key in layer)
        if missing:
            yield f"{missing} of {len(layer)} positions with {ply} discs are missing"
    for number, (key, score) in enumerate(scores.items(), start=1):
        tell(number)
        yield from _complaints(key, score, book, scores, is_expected=key in expected)


def _complaints(
    key: int, score: int, book: Book, scores: dict[int, int], *, is_expected: bool
) -> Iterator[str]:
    """What is wrong with one entry."""
    try:
        position = position_of(key, book.rules)
    except BookError as error:
        yield str(error)
        return
    if position.is_over or key != book_key(position) or (position.ply <= book.plies and not is_expected):
        yield f"{entry_words(position, score)} does not belong into this book"
        return
    children = [known_score(child, scores) for child in children_of(position)]
    best = max((-value for value in children if value is not None), default=score)
    if score < best or (score > best and None not in children):
        yield f"{entry_words(position, score)} contradicts the positions after it: {best:+d}"
    for image, column in _stored_moves(book, position):
        if not _may_be_best(image, column, score, scores):
            yield f"{entry_words(image, score)} has the move {column + 1}, which is not its first best column"


def _stored_moves(book: Book, position: Position) -> Iterator[tuple[Position, int]]:
    """The position of an entry and its mirror image, each with its move, if they have one."""
    for image in (position, position.mirror()):
        column = book.best_column(image)
        if column is not None:
            yield image, column


def _may_be_best(position: Position, column: int, score: int, scores: dict[int, int]) -> bool:
    """True unless ``scores`` show that ``column`` loses something or an earlier column does not."""
    after = {column: known_score(child, scores) for column, child in position.children()}
    for earlier in position.rules.centre_first:
        if earlier == column:
            return column in after and after[column] in (None, -score)
        if after.get(earlier) == -score:
            return False
    return False


def recomputed(book: Book, solver: Solver, rng: Random, count: int) -> Iterator[list[str]]:
    """``count`` random entries, each once: what a search by ``solver`` finds wrong with it, in words.

    The solver should have no book of its own, or it would only look them up.
    """
    for place in rng.sample(range(len(book)), min(count, len(book))):
        position, stored = position_of(book.keys[place], book.rules), book.scores[place]
        score = solver.score(position)
        if score != stored:
            yield [f"{entry_words(position, stored)}: a search finds {score}"]
            continue
        yield [
            f"{entry_words(image, stored)} has the move {column + 1}: a search finds {found + 1}"
            for image, column in _stored_moves(book, position)
            if (found := solver.best_column(image, score)) != column
        ]


def entry_words(position: Position, score: int) -> str:
    """An entry as a message names it, by a game that leads there.

    >>> entry_words(Position.from_moves("443"), -2)
    'the entry 443 (score -2)'
    """
    game = game_to(position)
    name = f"without a game (key {position.key})" if game is None else write_moves(game) or "(empty board)"
    return f"the entry {name} (score {score:+d})"
