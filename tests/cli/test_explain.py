"""`claimeven explain`: the board with marks, the words, JSON, drawings, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from claimeven.cli import explain, options
from claimeven.errors import LimitReached
from claimeven.reasons.reason import REASON_KINDS
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.search_context import SearchContext
from commands import run_here, run_on_terminal

ZUGZWANG = "641251673773751121454322555266"
DRAWN = ZUGZWANG + "4"
SIMPLE = "34462642444121"
LINES = "5255252243674344674"
MAX = "3675554622521725752463634376"
KEYS = [
    "moves", "verdict", "score", "line", "faster", "reason", "also", "threats", "columns", "sentences",
    "text",
    "played",
]  # fmt: skip

Capture = pytest.CaptureFixture[str]

PLAIN = """\
 .  .  .  .  X  x  .
 O  O  .  *  O  .  .
 O  O  1  .  X  O  X
 X  X  O  X  O  X  X
 O  X  O  X  O  X  O
 X  O  X  O  X  X  O
 -------------------
 1  2  3  4  5  6  7

1: the move; *: decides; x: X gets it by answering

X (first player) to move; 30 discs on the board.

X wins in 11 plies.
Best play: X 3.
X completes four at d5 as soon as O plays d4, right below it. Nine cells can be
  filled first; O moves first, so O also fills the ninth, d4. Meanwhile X takes
  a cell of every line that O could still make, except lines that need d5 or a
  cell above it and come too late.
Claimeven (answering on top) in column 6 gives X f6.
Baseinverse: O can get only one of b6 and c5.
X's threats after that: d5 (decides: without it X would not win).
Only columns 3 and 7 win.
Columns 1, 2 and 6: O forces four with 3 3 4.
Column 4: O plays 4 on top and then just replies, so it cannot lose.
"""


def legible(text: str) -> str:
    """The text without colours and blanks at the ends of lines."""
    return re.sub(r" +$", "", re.sub(r"\x1b\[[0-9;]*m", "", text), flags=re.MULTILINE)


def test_plain_form(capsys: Capture) -> None:
    result = run_here(capsys, "explain", ZUGZWANG)
    assert (result.code, legible(result.out), result.err) == (0, PLAIN, "")
    assert "\x1b" not in result.out


def test_on_a_terminal_the_text_is_the_same_in_colour() -> None:
    result = run_on_terminal("explain", ZUGZWANG, columns=79)
    assert (result.code, legible(result.out)) == (0, PLAIN)
    assert "\x1b[1;91m X \x1b[0m" in result.out
    assert "\x1b[1;93m O \x1b[0m" in result.out
    assert "\x1b[1;7;91m * \x1b[0m" in result.out


def test_a_narrow_terminal_is_not_overrun() -> None:
    result = run_on_terminal("explain", ZUGZWANG, columns=40)
    assert max(len(line) for line in legible(result.out).splitlines()) <= 40


def test_few_words(capsys: Capture) -> None:
    out = run_here(capsys, "explain", ZUGZWANG, "--words", "short").out
    assert out.count("\n") < PLAIN.count("\n")
    assert "X wins in 11 plies.\nBest play: X 3. X completes four at d5" in out
    assert "Only columns" not in out


def test_json_has_the_promised_shape(capsys: Capture) -> None:
    answer = json.loads(run_here(capsys, "explain", ZUGZWANG, "--json").out)
    assert list(answer) == KEYS
    assert (answer["moves"], answer["verdict"], answer["score"]) == (ZUGZWANG, "win", 1)
    assert answer["line"] == [{"column": 3, "side": "x", "why": "keeps the win"}]
    reason = answer["reason"]
    assert (reason["kind"], reason["side"], reason["cells"]) == ("zugzwang", "x", ["d5"])
    assert [rule["name"] for rule in reason["rules"]] == ["claimeven", "baseinverse"]
    assert reason["rules"][0]["cells"] == ["f5", "f6"]
    assert (answer["also"], answer["faster"]) == (None, None)
    assert answer["threats"] == [
        {
            "side": "x",
            "cell": "d5",
            "plies": 1,
            "label": "decides",
            "text": "d5: decides: without it X would not win.",
        }
    ]
    assert [column and column["verdict"] for column in answer["columns"]] == [
        "loss", "loss", "win", "draw", None, "loss", "win",
    ]  # fmt: skip
    assert answer["text"] == " ".join(sentence["text"] for sentence in answer["sentences"])


def test_a_draw_has_a_reason_for_each_side(capsys: Capture) -> None:
    answer = json.loads(run_here(capsys, "explain", DRAWN, "--json").out)
    assert answer["verdict"] == "draw"
    assert (answer["reason"]["side"], answer["also"]["side"]) == ("x", "o")
    assert {answer["reason"]["kind"], answer["also"]["kind"]} <= set(REASON_KINDS) - {"search"}
    out = run_here(capsys, "explain", DRAWN).out
    assert "\nO cannot win: X " in out
    assert "\nAfter the first of these moves, X cannot win: O " in out


def test_a_simple_way_names_the_faster_column(capsys: Capture) -> None:
    answer = json.loads(run_here(capsys, "explain", SIMPLE, "--json").out)
    assert [step["column"] for step in answer["line"]] == [1]
    assert answer["faster"] == 3
    assert "\nA simple way to win: X 1 (column 3 is faster).\n" in run_here(capsys, "explain", SIMPLE).out


def test_deciding_lines_are_marked_and_listed(capsys: Capture) -> None:
    reason = json.loads(run_here(capsys, "explain", LINES, "--json").out)["reason"]
    assert (reason["kind"], reason["cells"]) == ("lines", ["a3", "c3", "c4"])
    assert reason["lines"] == [
        {"cells": ["c4", "d3", "e2", "f1"], "lacks": ["c4"], "essential": True},
        {"cells": ["a3", "b3", "c3", "d3"], "lacks": ["a3", "c3"], "essential": True},
    ]
    out = run_here(capsys, "explain", LINES).out
    assert "\n *  X  *  X  O " in out
    assert "X, who has 24 open lines, needs only two lines to win" in out


def test_what_if(capsys: Capture) -> None:
    result = run_here(capsys, "explain", ZUGZWANG, "--column", "4")
    assert result.code == 0
    assert "O (second player) to move; 31 discs on the board.\n\nColumn 4: O plays 4 on" in result.out
    assert "\nA draw, with 11 plies to go.\n" in result.out
    answer = json.loads(run_here(capsys, "explain", ZUGZWANG, "--column", "4", "--json").out)
    assert answer["moves"] == DRAWN
    assert (answer["played"]["column"], answer["played"]["verdict"], answer["played"]["score"]) == (
        4,
        "draw",
        0,
    )
    answer["played"] = None
    assert answer == json.loads(run_here(capsys, "explain", DRAWN, "--json").out)


def test_a_column_that_ends_the_game_is_described(capsys: Capture) -> None:
    result = run_here(capsys, "explain", "445566", "--column=3")
    assert result.code == 0
    assert result.out.endswith("\n\nColumn 3 completes four: X wins, and the game is over.\n")
    answer = json.loads(run_here(capsys, "explain", "445566", "--column=3", "--json").out)
    assert (answer["moves"], answer["played"]["verdict"]) == ("4455663", "win")


def test_a_column_that_fills_the_board_is_described(capsys: Capture) -> None:
    full = "2222333314111444"  # of 4 x 4, a draw up to its last disc
    position = Position.from_moves(full, options.board_size("4x4"))
    assert position.is_over
    out = run_here(capsys, "explain", full[:-1], "--size=4x4", f"--column={full[-1]}").out
    assert out.endswith("fills the board, and the game is over: draw for O.\n")


def test_the_drawing(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    assert run_here(capsys, "explain", ZUGZWANG, "--svg", str(file)).code == 0
    assert ElementTree.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
    file.unlink()
    assert run_here(capsys, "explain", "445566", "--column=3", "--svg", str(file)).code == 0
    assert file.exists()


def test_a_proof_is_written_and_can_be_checked(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "proof.json")
    assert run_here(capsys, "explain", ZUGZWANG, "--proof", file).code == 0
    assert "X wins" in run_here(capsys, "check-proof", file).out
    assert run_here(capsys, "explain", ZUGZWANG, "--column=4", "--proof", file).code == 0
    assert f"after {DRAWN}, X does not lose and O does not lose" in run_here(capsys, "check-proof", file).out


def test_a_proof_that_is_not_found(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "proof_of", lambda *_: None)
    file = tmp_path / "proof.json"
    result = run_here(capsys, "explain", ZUGZWANG, "--proof", str(file))
    assert (result.code, legible(result.out)) == (1, PLAIN)
    assert result.err == f"claimeven: {ZUGZWANG}: no proof with at most 100 leaves was found\n"
    assert not file.exists()


def test_there_are_no_proofs_of_max_connect4(capsys: Capture) -> None:
    result = run_here(capsys, "explain", MAX, "--variant=max", "--proof=proof.json")
    assert (result.code, result.out) == (2, "")
    assert "there are no proofs for Max-Connect4" in result.err


@pytest.mark.parametrize(("size", "moves"), [("7x7", "34345646237242266573"), ("6x5", "164455235234252")])
def test_with_odd_rows_the_text_mentions_that_answering_on_top_does_not_apply(
    capsys: Capture, size: str, moves: str
) -> None:
    result = run_here(capsys, "explain", moves, "--size", size)
    assert result.code == 0
    rows = size[-1]
    assert f"rules of answering on top do not apply to a board with {rows} rows:" in " ".join(
        result.out.split()
    )
    assert "forces four" in result.out


def test_in_max_connect4_the_text_mentions_that_answering_on_top_does_not_apply(capsys: Capture) -> None:
    result = run_here(capsys, "explain", MAX, "--variant", "max")
    assert result.code == 0
    assert "The rules of answering on top do not apply to Max-Connect4" in result.out
    assert "Lines so far: X 2, O 0; still possible: X 10, O 17.\n" in result.out
    assert "Columns 1, 2, 6 and 7: loss by 1 line.\n" in result.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["44x"], 1, "44x: move 3: 'x' is not a column; columns are 1 to 7"),
        (["1212121", "--proof", "x"], 1, "1212121: the game is over; there is nothing to prove"),
        (["4444444"], 1, "4444444: move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        (["444444", "--column=4"], 1, "444444: column 4 is full; playable columns are 1 2 3 5 6 7"),
        (["445566", "--column=8"], 1, "445566: there is no column 8; playable columns are 1 2 3 4 5 6 7"),
        (["445566", "--column=x"], 1, "445566: there is no column x; playable columns are 1 2 3 4 5 6 7"),
    ],
)
def test_invalid_positions(capsys: Capture, arguments: list[str], code: int, message: str) -> None:
    assert run_here(capsys, "explain", *arguments) == (code, "", f"claimeven: {message}\n")


@pytest.mark.parametrize("arguments", [["--column=44"], ["--column=?"], ["--words=many"], ["--size=3x3"]])
def test_wrong_options(capsys: Capture, arguments: list[str]) -> None:
    result = run_here(capsys, "explain", "4", *arguments)
    assert (result.code, result.out) == (2, "")
    assert "error: argument " in result.err


def test_a_drawing_that_cannot_be_written(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "missing" / "why.svg"
    result = run_here(capsys, "explain", "445566", "--svg", str(file))
    assert (result.code, result.out) == (1, "")
    assert result.err == f"claimeven: {file}: No such file or directory\n"


def test_a_limit_gives_the_bounds(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*_: object, **__: object) -> None:
        raise LimitReached(-1, 3, 1000)

    monkeypatch.setattr(SearchContext, "score", too_slow)
    assert run_here(capsys, "explain", "12", "--seconds=1") == (
        1,
        "",
        "claimeven: 12: not explained within 1 s; the score is between -1 and +3 (nodes searched: 1,000)\n",
    )


def test_a_limit_on_the_way_gives_the_score_of_the_position(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not the bounds of the later position at which the time was up."""

    def known(_: SearchContext, position: Position, *__: object, **___: object) -> Score:
        assert position == Position.from_moves(ZUGZWANG)
        return Score(1, position.left)

    def slow_later(*_: object, **__: object) -> int:
        raise LimitReached(-5, 5, 1000)

    monkeypatch.setattr(SearchContext, "score", known)
    monkeypatch.setattr(SearchContext, "score_in_window", slow_later)
    result = run_here(capsys, "explain", ZUGZWANG, "--seconds=1")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"claimeven: {ZUGZWANG}: not explained within 1 s; the score is +1 (")
