"""SearchContext: all searches of one question share a limit, a cost and a cache."""

from __future__ import annotations

import threading

import pytest

from claimeven.errors import GameOver, LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score
from claimeven.solver.backend import SearchBackend
from claimeven.solver.book import Book
from claimeven.solver.engine import Engine
from claimeven.solver.limits import Limit, Progress
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.search_context import SearchContext, SearchRequired
from claimeven.solver.solver import Solver
from fake_clock import Clock
from suites import sample

LATE = Position.from_moves("115661135135232")
LATEST = Position.from_moves("44444432223353567")
ENDLESS = Position(rules=Rules(8, 7))  # takes days, and no book has it
FINISHED = Position.from_moves("1212121")


def test_all_calls_share_the_seconds_of_the_limit(clock: Clock) -> None:
    context = Solver(table_mib=1, book=None).context(Limit(seconds=5))
    clock.now += 2
    score = context.score(LATEST)
    clock.now += 2
    column = context.best_column(LATEST, score)
    assert column in LATEST.playable
    clock.now += 1
    with pytest.raises(LimitReached):
        context.score(ENDLESS)
    assert context.deadline.remaining().seconds == 0


@pytest.mark.compiled
def test_all_calls_share_the_nodes_of_the_limit() -> None:
    limit = Solver(table_mib=1, book=None).solve(LATE).nodes
    context = Solver(table_mib=1, book=None).context(Limit(nodes=limit))
    context.score(LATE)
    assert context.nodes == limit
    with pytest.raises(LimitReached) as stop:
        context.score(ENDLESS)
    assert stop.value.nodes == limit


@pytest.mark.compiled
def test_nodes_of_a_search_that_was_stopped_are_counted() -> None:
    context = Solver(table_mib=1, book=None).context(Limit(nodes=1000))
    with pytest.raises(LimitReached):
        context.score(ENDLESS)
    assert context.nodes == 1000
    with pytest.raises(LimitReached):
        context.score(LATE)


def test_without_a_limit_the_deadline_is_never_over(clock: Clock) -> None:
    context = Solver(table_mib=1, book=None).context()
    clock.now += 1e9
    assert int(context.score(LATEST)) == int(Solver(table_mib=1, book=None).score(LATEST))


@pytest.mark.compiled
def test_the_cost_is_that_of_all_calls() -> None:
    solver = Solver(table_mib=1, book=None)
    choice = Solver(table_mib=1, book=None).choose(LATE)
    context = solver.context()
    score = context.score(LATE)
    column = context.best_column(LATE, score)
    assert (column, score, context.nodes) == (choice.column, choice.score, choice.nodes)
    assert context.cost.nodes == context.nodes
    assert context.cpu_seconds > 0


@pytest.mark.compiled
def test_progress_counts_the_nodes_of_earlier_calls_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimeven.solver.engine.PROGRESS_SECONDS", 0.0)
    reports: list[Progress] = []
    context = Solver(table_mib=1, book=None).context(Limit(nodes=1_000_000))
    context.score(LATE)
    before = context.nodes
    context.progress = reports.append
    with pytest.raises(LimitReached):
        context.score(ENDLESS)
    assert before > 0
    assert all(report.nodes > before for report in reports)
    assert reports[-1].nodes == context.nodes


def test_a_finished_game_has_no_columns() -> None:
    context = Solver().context()
    with pytest.raises(GameOver):
        context.score(FINISHED)
    with pytest.raises(GameOver):
        context.columns(FINISHED)
    with pytest.raises(GameOver):
        context.best_column(FINISHED, Score(0, FINISHED.left))
    assert context.score_in_window(FINISHED, -20, 20) == -18


def test_a_context_without_a_solver_never_searches() -> None:
    context = SearchContext(None, cache=ScoreCache())
    assert context.score(Position()) == Score(1, 42)
    assert [score and int(score) for score in context.columns(Position())] == [-2, -1, 0, 1, 0, -1, -2]
    windows = ((-1, 0), (0, 1), (0, 9), (2, 3))
    assert [context.score_in_window(Position(), *window) for window in windows] == [0, 1, 1, 2]
    with pytest.raises(SearchRequired):
        context.score(LATE)
    with pytest.raises(SearchRequired):
        context.columns(LATE)
    with pytest.raises(SearchRequired):
        context.best_column(LATE, Score(2, 27))
    with pytest.raises(SearchRequired):
        context.score_in_window(LATE, 0, 1)
    assert context.nodes == 0


@pytest.mark.compiled
def test_a_score_that_was_found_is_not_searched_again() -> None:
    cache = ScoreCache()
    searching = Solver(table_mib=1).context(cache=cache)
    reading = SearchContext(None, cache=cache)
    score = searching.score(LATE)
    assert reading.score(LATE.mirror()) == score
    column = searching.best_column(LATE, score)
    assert reading.best_column(LATE, score) == column
    analysis = searching.analyze(LATE)
    assert reading.analyze(LATE).line == analysis.line
    assert reading.columns(LATE) == analysis.columns


@pytest.mark.compiled
def test_a_window_is_searched_for_or_follows_from_a_cached_value() -> None:
    cache = ScoreCache()
    solver = Solver(table_mib=1)
    value = int(solver.score(LATE))
    windows = ((value - 2, value - 1), (value - 1, value + 1), (value + 1, value + 2))
    expected = [value - 1, value, value + 1]
    assert [solver.context(cache=cache).score_in_window(LATE, *window) for window in windows] == expected
    cache.add_value(LATE, value)
    reading = SearchContext(None, cache=cache)
    assert [reading.score_in_window(LATE.mirror(), *window) for window in windows] == expected


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_each_column_is_reported_once_when_it_is_found(threads: int) -> None:
    for position, _ in sample("opening", 3) + sample("end", 3):
        values: dict[int, int] = {}
        counts: list[int] = []

        def found(column: int, score: Score, values: dict[int, int] = values) -> None:
            assert column not in values
            values[column] = int(score)

        def listen(_: Progress, values: dict[int, int] = values, counts: list[int] = counts) -> None:
            counts.append(len(values))

        solver = Solver(table_mib=1, threads=threads, book=None)
        columns = solver.context(progress=listen).columns(position, found)
        assert columns == Solver(book=None).columns(position)
        playable = [column for column in position.rules.centre_first if column in position.playable]
        assert list(values) == playable, "the centre first"
        assert values == {column: int(score) for column, score in enumerate(columns) if score is not None}
        assert counts == sorted(counts)


@pytest.mark.compiled
@pytest.mark.parametrize("is_warm", [False, True])
def test_cached_columns_are_reported_first_and_not_searched(is_warm: bool) -> None:
    (position, _), *_ = sample("opening", 2)
    cache = ScoreCache()
    invented = Score(-99, position.left)
    for column in position.playable[1:]:
        cache.add_value(position.play(column), 99)
    order: list[int] = []
    solver = Solver(table_mib=1, book=None)
    if is_warm:
        solver.score(position)
    columns = solver.context(cache=cache).columns(position, lambda column, _: order.append(column))
    assert order[-1] == position.playable[0]
    assert sorted(order) == list(position.playable)
    assert set(columns) - {columns[position.playable[0]]} == {invented}


@pytest.mark.compiled
def test_a_search_stops_when_its_event_is_set() -> None:
    stop = threading.Event()
    context = Solver(table_mib=1).context(Limit(stop=stop), progress=lambda _: stop.set())
    with pytest.raises(LimitReached):
        context.score(ENDLESS)


class CountingBook:
    """A book that counts the lookups of each position."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Position] = []
        score = Book.score

        def counted(book: Book, position: Position) -> int | None:
            self.asked.append(position)
            return score(book, position)

        monkeypatch.setattr(Book, "score", counted)


@pytest.mark.compiled
@pytest.mark.parametrize("cache", [None, ScoreCache()], ids=["no cache", "cache"])
def test_the_book_is_used_once_for_each_position(
    cache: ScoreCache | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = Position.from_moves("4444")
    book = CountingBook(monkeypatch)
    for position in (early, LATE):
        Solver(table_mib=1).context(cache=cache).score(position)
        assert book.asked == [position]
        book.asked.clear()
        Solver(table_mib=1).context(cache=cache).columns(position)
        assert len(book.asked) == len(set(book.asked)) == len(position.playable)
        book.asked.clear()
        Solver(table_mib=1).context(cache=cache).analyze(position)
        assert len(book.asked) == len(set(book.asked))
        book.asked.clear()


@pytest.mark.compiled
def test_the_first_move_of_the_line_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Position] = []
    solve = Engine.solve

    def noted(engine: Engine, board: Position, *more: object) -> object:
        searched.append(board)
        return solve(engine, board, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Engine, "solve", noted)
    analysis = Solver(table_mib=1, book=None).analyze(LATE)
    assert analysis.line[0] == analysis.best[0]
    assert not {child for _, child in LATE.children()} & set(searched)


def test_a_context_needs_a_solver_or_a_cache() -> None:
    with pytest.raises(AssertionError):
        SearchContext(None)


def test_a_backend_makes_its_engine_when_it_is_needed() -> None:
    made: list[Rules] = []

    def new_engine(rules: Rules) -> Engine:
        made.append(rules)
        raise MemoryError

    def empty_book(rules: Rules) -> Book:
        from claimeven.solver.book import no_book

        return no_book(rules)

    backend = SearchBackend(empty_book, new_engine)
    assert not backend.has_engine
    assert backend.value(FINISHED) == -18
    with pytest.raises(MemoryError):
        backend.engine(LATE.rules)
    assert made == [LATE.rules]
    assert not backend.has_engine
