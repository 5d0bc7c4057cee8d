"""`claimeven analyze`: what it says to a person, to a program and on a terminal."""

from __future__ import annotations

import json
import re

import pytest

from claimeven.cli import analyze, options
from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.solver.backend import SearchBackend
from commands import run_here, run_on_terminal

MOVES = "641251673773751121454322555266"
THREE_BEST = "36725472351161131721426245"
WIDE = "aa46b2973bb3a8742c5168411554269259bc"  # on 12 x 4

Capture = pytest.CaptureFixture[str]

PLAIN = """\
 .  .  .  .  X  .  .
 O  O  .  .  O  .  .
 O  O  .  .  X  O  X
 X  X  O  X  O  X  X
 O  X  O  X  O  X  O
 X  O  X  O  X  X  O
 -------------------
 1  2  3  4  5  6  7

X (first player) to move; 30 discs on the board.

column  score  result for X
     1     -5  loss in 4 plies
     2     -5  loss in 4 plies
     3     +1  win in 11 plies   <- best
     4      0  draw
     5         full
     6     -5  loss in 4 plies
     7     +1  win in 11 plies   <- best

With best play X wins in 11 plies; the last disc goes into column 4.
Best line: 33231667744

A ply is one disc, dropped by either side. Score 0 is a draw. +1: you win with
your very last disc; +2: with the one before it, and so on. Negative scores are
the other side's wins. A higher score is a sooner win or a later loss.

Why: Best play: X 3. X completes four at d5 as soon as O plays d4, right below
it. Nine cells can be filled first; O moves first, so O also fills the ninth,
d4. Meanwhile X takes a cell of every line that O could still make, except
lines that need d5 or a cell above it and come too late.
"""

ON_TERMINAL = """\
X (first player) to move; 30 discs on the board.

 .  .  .  .  X  .  .     column  score  result for X
 O  O  .  .  O  .  .     ───────────────────────────────────────
 O  O  .  .  X  O  X          1     -5  loss in 4 plies
 X  X  O  X  O  X  X          2     -5  loss in 4 plies
 O  X  O  X  O  X  O          3     +1  win in 11 plies  <- best
 X  O  X  O  X  X  O          4      0  draw
 -------------------          5         full
 1  2  3  4  5  6  7          6     -5  loss in 4 plies
                              7     +1  win in 11 plies  <- best

With best play X wins in 11 plies; the last disc goes into column 4.
Best line: 33231667744

A ply is one disc, dropped by either side. Score 0 is a draw. +1: you win with
your very last disc; +2: with the one before it, and so on. Negative scores are
the other side's wins. A higher score is a sooner win or a later loss.

Why: Best play: X 3. X completes four at d5 as soon as O plays d4, right below
it. Nine cells can be filled first; O moves first, so O also fills the ninth,
d4. Meanwhile X takes a cell of every line that O could still make, except lines
that need d5 or a cell above it and come too late.
"""


def legible(text: str) -> str:
    """The text without colours and blanks at the ends of lines."""
    return re.sub(r" +$", "", re.sub(r"\x1b\[[0-9;]*m", "", text), flags=re.MULTILINE)


def test_plain_form(capsys: Capture) -> None:
    result = run_here(capsys, "analyze", MOVES)
    assert (result.code, legible(result.out), result.err) == (0, PLAIN, "")
    assert "\x1b" not in result.out


def test_json(capsys: Capture) -> None:
    result = run_here(capsys, "analyze", THREE_BEST, "--json")
    assert (result.code, result.err) == (0, "")
    analysis = json.loads(result.out)
    assert list(analysis) == ["moves", "score", "columns", "best", "line", "why"]
    assert analysis == {
        "moves": THREE_BEST,
        "score": 5,
        "columns": [None, -1, 0, 5, 5, 5, -1],
        "best": [4, 5, 6],
        "line": "4454636",
        "why": "X forces four with 4 4 6 6 5 3 7: O must answer every threat, "
        "and at the end cannot stop fours at c4 and g4 at once.",
    }


def test_without_why(capsys: Capture) -> None:
    plain, _, _ = PLAIN.partition("\nWhy: ")
    assert legible(run_here(capsys, "analyze", MOVES, "--no-why").out) == plain
    assert "why" not in json.loads(run_here(capsys, "analyze", THREE_BEST, "--json", "--no-why").out)


@pytest.mark.parametrize("moves", ["", "4444"])
def test_a_position_of_the_book_is_not_searched_for_a_reason(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, moves: str
) -> None:
    monkeypatch.setattr(SearchBackend, "engine", None)
    command = f"claimeven explain {moves}".rstrip()
    why = json.loads(run_here(capsys, "analyze", moves, "--json").out)["why"]
    assert why == f"this score comes from the opening book; run `{command}` for a reason."


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("445566", "X completes four at c1 or g1."),
        ("44556", "X completes four at c1 or g1."),
        ("4455", "X plays 3, which threatens two fours, at b1 and f1: O can stop only one."),
    ],
)
def test_a_forced_four_on_the_line_of_the_book_is_explained(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, moves: str, why: str
) -> None:
    monkeypatch.setattr(SearchBackend, "engine", None)
    assert json.loads(run_here(capsys, "analyze", moves, "--json").out)["why"].endswith(why)


def test_the_analysis_is_shown_when_no_time_is_left_for_why(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(*_: object) -> str:
        raise LimitReached(0, 0, 1)

    monkeypatch.setattr(analyze, "short_why", too_late)
    result = run_here(capsys, "analyze", MOVES)
    assert result.code == 0
    assert result.out.endswith("\nWhy: There was no time left to find out.\n")


def test_a_draw_ends_on_a_full_board(capsys: Capture) -> None:
    result = run_here(capsys, "analyze", MOVES + "4")
    assert "O (second player) to move; 31 discs on the board.\n" in result.out
    assert (
        "With best play nobody wins; the board is full after 11 more plies.\nBest line: 44333267761\n"
        in result.out
    )
    assert "result for O" in result.out


def test_the_summary_names_the_winner_to_the_loser(capsys: Capture) -> None:
    result = run_here(capsys, "analyze", MOVES + "3")
    assert "O (second player) to move; " in result.out
    assert (
        "With best play X wins in 10 plies; the last disc goes into column 4.\nBest line: 3231667744\n"
        in result.out
    )


def test_the_last_disc_and_letters_for_columns(capsys: Capture) -> None:
    result = run_here(capsys, "analyze", WIDE, "--size=12x4")
    assert "     3     +6  win in 1 ply      <- best\n" in result.out
    assert "     a      0  draw\n     b         full\n     c     -6  loss in 2 plies\n" in result.out
    best = json.loads(run_here(capsys, "analyze", WIDE + "1", "--size=12x4", "--json").out)["best"]
    assert all(1 <= column <= 12 for column in best)


@pytest.mark.compiled
def test_no_moves_are_the_empty_board(capsys: Capture) -> None:
    result = run_here(capsys, "analyze", "--size=5x4")
    assert result == run_here(capsys, "analyze", "--size=5x4", "")
    assert "X (first player) to move; 0 discs on the board.\n" in result.out


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("44x", "44x: move 3: 'x' is not a column; columns are 1 to 7"),
        ("4444444", "4444444: move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
    ],
)
def test_invalid_positions(capsys: Capture, moves: str, message: str) -> None:
    assert run_here(capsys, "analyze", moves) == (1, "", f"claimeven: {message}\n")


def test_a_limit_gives_the_bounds(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class SlowSolver:
        def __init__(self, **_: int) -> None: ...

        def context(self, _limit: object, *, progress: object) -> SlowSolver:
            assert progress is None
            return self

        def analyze(self, _position: Position) -> None:
            raise LimitReached(-1, 3, 1000)

    monkeypatch.setattr(options, "Solver", SlowSolver)
    assert run_here(capsys, "analyze", "--seconds=1") == (
        1,
        "",
        "claimeven: (empty board): not solved within 1 s; "
        "the score is between -1 and +3 (nodes searched: 1,000)\n",
    )


def test_on_a_terminal_the_table_is_beside_the_board_in_colour() -> None:
    result = run_on_terminal("analyze", MOVES)
    assert (result.code, legible(result.out)) == (0, ON_TERMINAL)
    assert "\x1b[1;91m X \x1b[0m" in result.out
    assert "\x1b[1;93m O \x1b[0m" in result.out
    assert "\x1b[1;32m 3 \x1b[0m" in result.out


def test_no_color_is_respected() -> None:
    result = run_on_terminal("analyze", MOVES, NO_COLOR="1")
    assert legible(result.out) == ON_TERMINAL
    assert set(re.findall(r"\x1b\[([0-9;]*)m", result.out)) <= {"0", "1", "2"}


def test_on_a_narrow_terminal_the_table_is_below_the_board() -> None:
    result = run_on_terminal("analyze", MOVES, columns=50)
    assert " 1  2  3  4  5  6  7\n\ncolumn  score  result for X\n" in legible(result.out)
    assert max(len(line) for line in legible(result.out).splitlines()) <= 50


def test_on_a_terminal_without_unicode_the_table_is_ascii() -> None:
    result = run_on_terminal("analyze", MOVES, PYTHONUTF8="0", LC_ALL="C", PYTHONCOERCECLOCALE="0")
    assert result.code == 0
    assert result.out.isascii()
    assert "<- best" in result.out


def test_the_second_player_of_max_connect4_is_green() -> None:
    result = run_on_terminal("analyze", "--variant", "max", "--size", "4x4", "12")
    assert result.code == 0
    assert "\x1b[1;91m X \x1b[0m" in result.out
    assert "\x1b[1;92m O \x1b[0m" in result.out
