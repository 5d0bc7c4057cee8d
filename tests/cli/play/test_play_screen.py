"""`claimeven play` on a real terminal: a pseudo-terminal is played on, and the drawing fits every window."""

from __future__ import annotations

import itertools
import os
import re
import select
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from claimeven.cli.play.drawing import ASCII, UNICODE, draw_board, draw_screen
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from sessions import scripted_session
from terminals import Terminal, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimeven.cli.play.session import Session

PROMPT = "Your move (? for help): "
AGAIN = "Play again? (y, n, or u to take back) "
# With this seed the opponent never gets in the way of column 1.
RANDOM = ("play", "--player", "random", "--seed", "3", "--size", "5x4", "--first", "you")


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_a_short_game_and_another(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    first = terminal.until(PROMPT)
    assert "Hello, welcome to Connect 4. You begin." in first
    assert "Connect Four     \u25cf you     \u25cb random" in first
    assert "  1   2   3   4   5" in first
    for column in "11":
        terminal.type(column)
        assert "random plays" in terminal.until(PROMPT)
    terminal.type("9")
    assert "There is no such column. Playable: 1 2 3 4 5." in terminal.until(PROMPT)
    terminal.type("four")
    assert "That is no column and no command." in terminal.until(PROMPT)
    terminal.type("?")
    assert "hint (h), score (s), undo (u), quit (q)" in terminal.until(PROMPT)
    terminal.type("u")
    assert "Taken back. Your turn." in terminal.until(PROMPT)
    terminal.type("1")
    terminal.until(PROMPT)
    terminal.type("1")
    terminal.until(PROMPT)
    terminal.type("1")
    assert "You won! It took 7 moves in total." in (last := terminal.until(AGAIN))
    assert last.count("[\u25cf]") == 4
    terminal.type("what?")
    terminal.until(AGAIN)
    terminal.type("y")
    assert "You begin." in terminal.until(PROMPT)
    terminal.type("quit")
    assert terminal.leave() == (0, "Goodbye.\n")


@pytest.mark.compiled
def test_hint_and_score(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal("play", "--size", "4x4", "--first", "me", "--table", "1"))
    assert "perfect plays 2. Your turn." in terminal.until(PROMPT)
    terminal.type("score")
    assert "You can still draw." in terminal.until(PROMPT)
    terminal.type("h")
    assert re.search(r"Hint: column [1-4]\. You can still draw\.", terminal.until(PROMPT))
    terminal.type("u")
    assert "There is no move of yours to take back." in terminal.until(PROMPT)
    terminal.type("q")
    code, left = terminal.leave()
    assert code == 0
    assert "(\u25cb)" in left


@pytest.mark.parametrize(("key", "code"), [("C", 130), ("D", 0)])
def test_ctrl_c_and_ctrl_d_leave_cleanly(terminals: list[Terminal], key: str, code: int) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.press(key)
    left = terminal.leave()
    assert left == (code, "Goodbye.\n")


def test_ctrl_d_at_the_end_of_a_game_keeps_the_result_in_sight(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    for column in "1111":
        terminal.until(PROMPT)
        terminal.type(column)
    terminal.until(AGAIN)
    terminal.press("D")
    code, left = terminal.leave()
    assert code == 0
    assert left.count("[\u25cf]") == 4
    assert left.endswith("You won! It took 7 moves in total.\n")


def test_undo_at_the_end_of_a_game(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    for column in "1111":
        terminal.until(PROMPT)
        terminal.type(column)
    terminal.until(AGAIN)
    terminal.type("u")
    assert "Taken back. Your turn." in terminal.until(PROMPT)
    terminal.type("1")
    terminal.until(AGAIN)
    terminal.type("n")
    assert terminal.leave()[0] == 0


def test_a_resized_window_is_drawn_anew(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    assert "\u253c" in terminal.until(PROMPT)
    for lines in itertools.cycle((10, 11)):  # news that come just before it starts to wait may be lost
        terminal.resize(30, lines)
        if select.select([terminal.end], [], [], 1)[0]:
            break
    assert "\u253c" not in terminal.until(PROMPT)
    terminal.press("D")
    assert terminal.leave()[0] == 0


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_a_terminal_without_utf8_gets_ascii(terminals: list[Terminal], environment: dict[str, str]) -> None:
    terminals.append(terminal := Terminal(*RANDOM, **environment))
    terminal.until(PROMPT)
    terminal.type("3")
    shown = terminal.until(PROMPT)
    assert shown.isascii()
    assert " X " in shown
    assert "(O)" in shown
    terminal.press("D")
    assert terminal.leave()[0] == 0


@pytest.mark.parametrize(("environment", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color_is_respected(
    terminals: list[Terminal], environment: dict[str, str], is_coloured: bool
) -> None:
    terminals.append(terminal := Terminal(*RANDOM, **environment))
    terminal.until(PROMPT)
    terminal.type("3")
    while PROMPT not in plain(terminal.shown):
        terminal.shown += os.read(terminal.end, 65536).decode()
    styles = ";".join(re.findall(r"\x1b\[([0-9;]*)m", terminal.shown)).split(";")
    assert (not set(styles) <= {"0", "1", "2", "7"}) == is_coloured
    terminal.press("D")
    assert terminal.leave()[0] == 0


@pytest.mark.parametrize("arguments", [("--plain",), ()])
def test_plain_on_request_and_on_a_dumb_terminal(
    terminals: list[Terminal], arguments: tuple[str, ...]
) -> None:
    terminals.append(terminal := Terminal(*RANDOM, *arguments, **({} if arguments else {"TERM": "dumb"})))
    assert terminal.until("Enter your move:\n").startswith("Hello, welcome to Connect 4.\n")
    terminal.press("D")
    assert terminal.leave() == (0, "End of input. The game is left unfinished.\n")


def console_of(width: int, height: int) -> Console:
    return Console(width=width, height=height, force_terminal=True, color_system=None)


def played_session(size: tuple[int, int]) -> Session:
    session = scripted_session("1", start=Position(rules=Rules(*size)))
    session.drop(1)
    session.reply()
    return session


@pytest.mark.parametrize("size", [(7, 6), (12, 4), (4, 15), (4, 4)])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (20, 6), (5, 2), (1, 1), (200, 60)])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_the_screen_never_has_more_lines_than_the_window(size, width, height, glyphs) -> None:  # type: ignore[no-untyped-def]
    status = "A status of so many words that it takes more than one line in a narrow window."
    lines = draw_screen(played_session(size), status, glyphs, console_of(width, height))
    assert 1 <= len(lines) <= max(1, height - 1)


def test_a_standard_window_shows_everything() -> None:
    lines = draw_screen(played_session((7, 6)), "Your turn.", UNICODE, console_of(80, 24))
    text = "\n".join(line.plain.rstrip() for line in lines)
    for part in (
        "Connect Four",
        "hint",
        "quit",
        "moves so far",
        "\n  Your turn.",
        "\u256d\u2500\u2500\u2500\u252c",
    ):
        assert part in text


def test_the_board_of_a_wide_window() -> None:
    lines = draw_board(played_session((4, 4)), ASCII, 80, 24)
    assert [line.plain for line in lines] == [
        "+---+---+---+---+",
        "|   |   |   |   |",
        "+---+---+---+---+",
        "|   |   |   |   |",
        "+---+---+---+---+",
        "|   |   |   |   |",
        "+---+---+---+---+",
        "|(O)| X |   |   |",
        "+---+---+---+---+",
        "  1   2   3   4 ",
    ]


def test_the_board_of_a_narrow_window() -> None:
    lines = draw_board(played_session((4, 4)), UNICODE, 14, 24)
    assert [line.plain for line in lines] == [
        "\u256d" + "\u2500" * 12 + "\u256e",
        "\u2502 \u00b7  \u00b7  \u00b7  \u00b7 \u2502",
        "\u2502 \u00b7  \u00b7  \u00b7  \u00b7 \u2502",
        "\u2502 \u00b7  \u00b7  \u00b7  \u00b7 \u2502",
        "\u2502(\u25cb) \u25cf  \u00b7  \u00b7 \u2502",
        "\u2570" + "\u2500" * 12 + "\u256f",
        "  1  2  3  4 ",
    ]
