"""Arguments that a call cannot accept: an exception at the call that says what was seen."""

from __future__ import annotations

import copy
import math
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest

from claimeven import (
    BadArgument,
    ClaimevenError,
    Game,
    IllegalMove,
    Limit,
    LimitReached,
    Lookahead,
    Position,
    Solver,
    explain,
    review_game,
)
from claimeven.rules.board import Board
from claimeven.rules.rules import MAX_CONNECT_FOUR

LATE = Position.from_moves("641251673773751121454322555266")
FLOATING = Board(0, 1 << 3)
SOLVER = Solver(table_mib=1, book=None)

VALUES: dict[str, tuple[Callable[[], Any], str]] = {
    "negative nodes": (lambda: Limit(nodes=-1), "a limit of -1 nodes; expected 0 or more"),
    "negative seconds": (lambda: Limit(seconds=-1), "a limit of -1 seconds; expected 0 or more"),
    "seconds that are not a number": (lambda: Limit(seconds=math.nan), "a limit of nan seconds"),
    "a range beyond all scores": (
        lambda: SOLVER.score_in_window(LATE, -129, 128),
        "a range from -129 to 128",
    ),
    "an empty range": (lambda: SOLVER.score_in_window(LATE, 1, 0), "a range from 1 to 0"),
    "a board with floating discs": (lambda: SOLVER.score(FLOATING), "a Board is not enough"),  # type: ignore[arg-type]
    "a name of a column": (lambda: Game().play("4"), "'4' is not a column"),  # type: ignore[arg-type]
    "a name among moves": (lambda: Game(moves=("4",)), "'4' is not a column"),  # type: ignore[arg-type]
}
TYPES: dict[str, tuple[Callable[[], Any], str]] = {
    "moves as a position": (
        lambda: SOLVER.score("4453"),  # type: ignore[arg-type]
        "expected a Position, not the str '4453'; Position.from_moves reads moves",
    ),
    "a game as a position": (lambda: SOLVER.analyze(Game()), "its position is in Game.position"),  # type: ignore[arg-type]
    "seconds as a limit": (
        lambda: SOLVER.score(LATE, 1.0),  # type: ignore[arg-type]
        "expected a Limit, not the float 1.0; Limit(seconds=1.0) stops after so many seconds",
    ),
    "moves as discs": (lambda: Position("4453"), "expected discs as an int"),  # type: ignore[arg-type]
    "moves among positions": (lambda: SOLVER.scores(["4453"]), "expected a Position"),  # type: ignore[list-item]
    "a limit for many": (lambda: SOLVER.scores([LATE], 1.0), "expected a Limit"),  # type: ignore[arg-type]
    "a number as a score": (lambda: SOLVER.best_column(LATE, 1), "expected the Score"),  # type: ignore[arg-type]
    "half a range": (lambda: SOLVER.score_in_window(LATE, 0.5, 1), "expected a range of whole numbers"),  # type: ignore[arg-type]
    "moves to choose for": (lambda: SOLVER.choose("4453"), "expected a Position"),  # type: ignore[arg-type]
    "moves whose columns": (lambda: SOLVER.columns("4453"), "expected a Position"),  # type: ignore[arg-type]
    "moves to look ahead from": (lambda: Lookahead(table_mib=1).choose("4453", 4), "expected a Board"),  # type: ignore[arg-type]
    "moves to explain": (lambda: explain("4453"), "expected a Position"),  # type: ignore[arg-type]
    "moves as a start": (lambda: review_game("4453", (1,), SOLVER), "expected a Position"),  # type: ignore[arg-type]
    "moves as the start of a game": (lambda: Game("4453"), "expected a Position"),  # type: ignore[arg-type]
    "seconds as text": (lambda: Limit(seconds="1"), "expected seconds as a number"),  # type: ignore[arg-type]
    "half a node": (lambda: Limit(nodes=0.5), "expected nodes as a whole number"),  # type: ignore[arg-type]
    "a flag to stop": (lambda: Limit(stop=True), "expected a threading.Event"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", VALUES)
def test_an_impossible_value_is_refused_by_the_call(name: str) -> None:
    call, words = VALUES[name]
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert isinstance(caught.value, ClaimevenError)


@pytest.mark.parametrize("name", TYPES)
def test_a_wrong_type_is_named(name: str) -> None:
    call, words = TYPES[name]
    with pytest.raises(TypeError) as caught:
        call()
    assert words in str(caught.value)


@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(seconds=0)], ids=["nodes", "seconds"])
def test_a_limit_of_0_stops_at_once(limit: Limit) -> None:
    with pytest.raises(LimitReached):
        Solver(table_mib=1, book=None).score(Position.from_moves("4453"), limit)


def test_a_limit_of_infinite_seconds_is_none() -> None:
    assert SOLVER.score(LATE, Limit(seconds=math.inf)) == SOLVER.score(LATE)


def test_a_game_keeps_only_columns() -> None:
    game = Game(LATE)
    with pytest.raises(IllegalMove):
        game.play("3")  # type: ignore[arg-type]
    assert game.moves == ()


def test_a_used_solver_is_copied_and_pickled_as_its_settings() -> None:
    stop = threading.Event()
    solver = Solver(table_mib=2, threads=2, book=None, limit=Limit(seconds=100))
    score = solver.score(LATE)
    for other in (copy.copy(solver), copy.deepcopy(solver), pickle.loads(pickle.dumps(solver))):
        assert other is not solver
        assert other._settings == solver._settings
        assert not other.backend.has_engine
        assert other.score(LATE) == score
    stoppable = Solver(table_mib=1, limit=Limit(stop=stop))
    assert copy.deepcopy(stoppable)._settings["limit"].stop is stop


def test_lookahead_accepts_a_board_with_floating_discs() -> None:
    board = Board(0, 1 << 3, MAX_CONNECT_FOUR)
    assert Lookahead(table_mib=1).choose(board, 2).column in range(7)


def test_bad_argument_is_a_public_name() -> None:
    assert issubclass(BadArgument, ValueError)
