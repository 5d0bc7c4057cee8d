"""The game in which only listed lines count: against trying everything, and against the solver."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

import naive
import naive_lines
from claimeven.errors import GameOver
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver import line_game
from claimeven.solver.line_game import LineGame
from claimeven.solver.solver import Solver
from naive_lines import Line
from strategies import naive_board, random_moves
from suites import sample

# Columns, rows and the largest number of empty cells: the oracle must come to an end.
BOARDS = (
    (4, 4, 12),
    (5, 4, 10),
    (4, 5, 10),
    (5, 5, 9),
    (7, 5, 8),
    (7, 6, 8),
    (8, 7, 8),
    (12, 4, 7),
    (4, 15, 8),
)
SHARES = (0.1, 0.4, 0.7, 1.0)  # of all lines that count for a side
OTHER_SHARES = (0.0, 0.1, 0.5, 1.0)
PLENTY = 10_000_000
MIDDLE = Position.from_moves("44444432223353567")  # the second player, to move, wins


def some_lines(lines: list[Line], shares: Sequence[float], chance: random.Random) -> list[Line]:
    share = chance.choice(shares)
    return [line for line in lines if chance.random() < share]


def masks(lines: list[Line], rules: Rules) -> list[int]:
    return [naive.word(set(line), rules.rows) for line in lines]


def compare(columns: int, rows: int, most_left: int, count: int) -> int:
    """Compare random questions with the oracle; return how many were answered with yes."""
    rules, chance, game = Rules(columns, rows), random.Random(f"{columns}x{rows}"), LineGame()
    every_line = naive_lines.all_lines(columns, rows)
    yes = 0
    for _ in range(count):
        moves = random_moves(rules.cells - chance.randint(1, most_left), chance, rules)
        side = chance.randrange(2)
        lines = some_lines(every_line, SHARES, chance)
        other_lines = some_lines(every_line, OTHER_SHARES, chance)
        expected = naive_lines.completes_first(naive_board(rules, moves), lines, other_lines, side)
        position = Position.from_moves(moves, rules)
        answer = game.decide(position, masks(lines, rules), masks(other_lines, rules), side, PLENTY)
        assert answer == expected, (moves, side, lines, other_lines)
        yes += expected
    return yes


def test_a_few_answers_agree_with_exhaustive_search() -> None:
    assert compare(5, 4, 7, 80) > 5
    assert compare(5, 5, 6, 50) > 3


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_answers_in_late_positions_agree_with_exhaustive_search(
    columns: int, rows: int, most_left: int
) -> None:
    assert compare(columns, rows, most_left, 400) > 20


@pytest.mark.compiled
def test_with_all_lines_a_side_completes_one_exactly_when_it_wins() -> None:
    game, lines = LineGame(), CONNECT_FOUR.lines
    for position, score in sample("end", 150) + sample("middle", 150):
        for side in (0, 1):
            gain = score if position.turn == side else -score
            assert game.decide(position, lines, lines, side, PLENTY) == (gain > 0), str(position)


@pytest.mark.compiled
def test_with_all_lines_other_sizes_agree_with_the_solver() -> None:
    game, solver, chance = LineGame(), Solver(book=None), random.Random(5)
    for columns, rows in ((6, 5), (5, 6), (6, 7), (8, 5), (4, 9)):
        rules = Rules(columns, rows)
        for _ in range(30):
            moves = random_moves(rules.cells - 18, chance, rules)
            position = Position.from_moves(moves, rules)
            mover = position.turn
            value = solver.score(position)
            assert game.decide(position, rules.lines, rules.lines, mover, PLENTY) == (value > 0)
            assert game.decide(position, rules.lines, rules.lines, 1 - mover, PLENTY) == (value < 0)


def test_without_lines_neither_side_succeeds() -> None:
    position = Position.from_moves("445566")
    for side in (0, 1):
        assert LineGame().decide(position, [], CONNECT_FOUR.lines, side, PLENTY) is False


def test_a_question_whose_nodes_are_used_up_has_no_answer_and_leaves_nothing_wrong() -> None:
    lines = CONNECT_FOUR.lines
    with LineGame().session() as session:
        assert session.decide(MIDDLE, lines, lines, 1, max_nodes=50) is None
        assert session.nodes == 50
        assert session.decide(MIDDLE, lines, lines, 1, PLENTY) is True
        assert session.nodes > 100


def nodes_taken(game: LineGame) -> tuple[bool | None, int]:
    with game.session() as session:
        answer = session.decide(MIDDLE, CONNECT_FOUR.lines, CONNECT_FOUR.lines, 1, PLENTY)
        return answer, session.nodes


def test_a_search_in_many_turns_has_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, nodes = nodes_taken(LineGame())
    assert answer is True
    monkeypatch.setattr(line_game, "TURN_NODES", 7)
    assert nodes_taken(LineGame()) == (answer, nodes)


def test_a_session_takes_the_same_nodes_after_any_other_questions() -> None:
    game, lines = LineGame(), CONNECT_FOUR.lines
    answer, nodes = nodes_taken(game)
    assert game.decide(MIDDLE, lines, lines, 1, nodes) is answer
    assert game.decide(MIDDLE, lines, lines, 1, nodes - 1) is None
    assert game.decide(MIDDLE, [], lines, 1, PLENTY) is False
    assert nodes_taken(game) == (answer, nodes)


def test_a_session_reuses_earlier_results() -> None:
    lines = CONNECT_FOUR.lines
    with LineGame().session() as session:
        session.decide(MIDDLE, lines, lines, 1, PLENTY)
        nodes = session.nodes
        session.decide(MIDDLE, lines, lines, 1, PLENTY)
        assert session.nodes <= nodes + 1


def compare_sessions(columns: int, rows: int, left: int, sessions: int, questions: int) -> None:
    """Ask many questions about a game in one session, longer and shorter lists, at different plies."""
    rules, chance, game = Rules(columns, rows), random.Random(f"sessions {columns}x{rows}"), LineGame()
    every_line = naive_lines.all_lines(columns, rows)
    for _ in range(sessions):
        moves = random_moves(rules.cells - left, chance, rules)
        lists = [some_lines(every_line, SHARES, chance) for _ in range(2)]
        with game.session() as session:
            for _ in range(questions):
                here = moves[: len(moves) - chance.randrange(3)]
                side = chance.randrange(2)
                lines, other_lines = (longer_or_shorter(one, every_line, chance) for one in lists)
                expected = naive_lines.completes_first(naive_board(rules, here), lines, other_lines, side)
                position = Position.from_moves(here, rules)
                answer = session.decide(
                    position, masks(lines, rules), masks(other_lines, rules), side, PLENTY
                )
                assert answer == expected, (here, side, lines, other_lines)


def longer_or_shorter(lines: list[Line], every_line: list[Line], chance: random.Random) -> list[Line]:
    if chance.random() < 0.5:
        return [line for line in lines if chance.random() < 0.8]
    return lines + [line for line in every_line if line not in lines and chance.random() < 0.2]


def test_an_earlier_result_is_used_only_where_it_is_valid() -> None:
    compare_sessions(5, 4, 5, 2, 20)


@pytest.mark.compiled
@pytest.mark.parametrize("size", [(4, 4), (5, 4), (4, 5), (5, 5)])
def test_earlier_results_of_long_sessions_are_used_only_where_valid(size: tuple[int, int]) -> None:
    compare_sessions(*size, 8, 6, 70)


def test_table_entries_of_one_question_do_not_answer_another() -> None:
    """The table is the same, and so is the position; only the lines differ."""
    lines = CONNECT_FOUR.lines
    with LineGame().session() as session:
        for position, score in sample("end", 40):
            side = position.turn if score > 0 else 1 - position.turn
            assert session.decide(position, lines, lines, side, PLENTY) == (score != 0)
            assert session.decide(position, [], lines, side, PLENTY) is False
            assert session.decide(position, lines, lines, side, PLENTY) == (score != 0)


def test_boards_of_different_sizes_may_alternate() -> None:
    game, chance = LineGame(), random.Random(8)
    for _ in range(10):
        for size in ((7, 6), (5, 4), (4, 5)):
            rules = Rules(*size)
            moves = random_moves(rules.cells - 5, chance, rules)
            board = naive_board(rules, moves)
            side = chance.randrange(2)
            wins = naive.score(board) * (1 if naive.mover(board) == side else -1) > 0
            position = Position.from_moves(moves, rules)
            assert game.decide(position, rules.lines, rules.lines, side, PLENTY) == wins


@pytest.mark.compiled
def test_many_threads_at_once_leave_few_workspaces() -> None:
    game, cases, lines = LineGame(), sample("middle", 40), CONNECT_FOUR.lines
    barrier = threading.Barrier(8)

    def ask() -> None:
        barrier.wait(60)
        for position, score in cases:
            assert game.decide(position, lines, lines, position.turn, PLENTY) == (score > 0)

    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(ask) for _ in range(8)]:
            future.result(timeout=300)
    assert 1 <= len(game._idle) <= line_game.MAX_IDLE


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(GameOver):
        LineGame().decide(Position.from_moves("1212121"), [], [], 0, 1)
