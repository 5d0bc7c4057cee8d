"""Best lines in a book: an analysis of the first positions then needs no search at all."""

from __future__ import annotations

import pytest

from claimeven.batch.book import line_scores
from claimeven.batch.book_check import contradictions
from claimeven.batch.book_positions import early_positions
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.backend import SearchBackend
from claimeven.solver.book_file import parse_book, write_book
from claimeven.solver.solver import Solver

PLIES, LINES = 2, 1


@pytest.mark.parametrize("rules", [Rules(5, 4), MAX_CONNECT_FOUR.sized(5, 4)], ids=lambda v: v.name)
def test_the_first_analyses_need_no_search(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    searching = Solver(table_mib=1, book=None)
    layers = early_positions(rules, PLIES)
    scores = {key: int(searching.score(p)) for layer in layers for key, p in layer.items()}
    starts = [position for layer in layers[: LINES + 1] for position in layer.values()]
    first = parse_book(write_book(rules, PLIES, scores))
    more = line_scores(first, starts, searching)
    assert more
    assert not more.keys() & scores.keys()
    book = parse_book(write_book(rules, PLIES, scores | more))
    assert list(contradictions(book)) == []
    positions = [position for start in starts for position in (start, start.mirror())]
    searched = [searching.analyze(position) for position in positions]
    reader = Solver(book=lambda _: book)
    monkeypatch.setattr(SearchBackend, "engine", None)  # any search fails now
    for position, analysis in zip(positions, searched, strict=True):
        stored = reader.analyze(position)
        assert (stored.score, stored.columns, stored.line) == (
            analysis.score,
            analysis.columns,
            analysis.line,
        )
        assert stored.nodes == 0
