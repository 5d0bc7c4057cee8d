"""`claimeven play` on a real terminal: a pseudo-terminal is played on, and the drawing fits every window."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
from collections.abc import Iterator

import pytest
from rich.console import Console

from claimeven.cli.play.drawing import ASCII, UNICODE, draw_board, draw_screen
from claimeven.cli.play.screen import play_screen
from claimeven.cli.play.session import Session
from claimeven.rules.board_svg import GREEN, RED, YELLOW
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from sessions import scripted_session
from terminals import ALTERNATE_SCREEN, ORDINARY_SCREEN, WAIT_SECONDS, Terminal, plain

PROMPT = "Your move (? for help): "
CONTINUE = "Press Enter to continue (u, q): "
AGAIN = "Play again? (y, n, u to take back, r to review) "
# No search of so large a board ends in time.
ENDLESS = ("play", "--player", "perfect", "--size", "9x6", "--first", "you")
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
    assert (
        "Hello, welcome to Connect 4. You move first.\n  You are X, red; the computer is O, yellow.\n"
        in first
    )
    assert "Connect Four    X  you, red    O  computer, yellow" in first
    assert "  1   2   3   4   5" in first
    for column in "11":
        terminal.type(column)
        assert "The computer plays" in terminal.until(PROMPT)
    terminal.type("9")
    assert "  There is no column 9. Pick 1 to 5.\n" in terminal.until(PROMPT)
    terminal.type("four")
    assert "  That is not a column. Pick 1 to 5, or type ? for help.\n" in terminal.until(PROMPT)
    terminal.type("?")
    assert "hint (h), score (s), why (w), undo (u), quit (q)" in terminal.until(PROMPT)
    terminal.type("u")
    assert "Taken back. Your turn." in terminal.until(PROMPT)
    terminal.type("1")
    terminal.until(PROMPT)
    terminal.type("1")
    terminal.until(PROMPT)
    terminal.type("1")
    assert "You won! It took 7 moves in total." in (last := terminal.until(AGAIN))
    assert last.count("[X]") == 4
    terminal.type("what?")
    terminal.until(AGAIN)
    terminal.type("y")
    assert "You move first." in terminal.until(PROMPT)
    terminal.type("quit")
    assert terminal.leave() == (0, "Goodbye.\n")


@pytest.mark.compiled
def test_hint_and_score(terminals: list[Terminal]) -> None:
    terminals.append(
        terminal := Terminal("play", "--player", "perfect", "--size", "4x4", "--first", "me", "--table", "1")
    )
    assert "The computer plays 2. Your turn." in terminal.until(PROMPT)
    terminal.type("score")
    assert "You can still draw." in terminal.until(PROMPT)
    terminal.type("h")
    assert re.search(r"Hint: column [1-4]\. You can still draw\.", terminal.until(PROMPT))
    terminal.type("w")
    why = " ".join(terminal.until(PROMPT).split())
    assert "You can still draw. Best play: X 2, O 2" in why
    assert (
        "After the first of these moves, O cannot win: "
        "X just replies, and gets a cell of every line that O could still make." in why
    )
    terminal.type("u")
    assert "You haven't made a move yet." in terminal.until(PROMPT)
    terminal.type("q")
    code, left = terminal.leave()
    assert code == 0
    assert "(O)" in left


@pytest.mark.parametrize(("key", "code"), [("C", 130), ("D", 0)])
def test_ctrl_c_and_ctrl_d_leave_cleanly(terminals: list[Terminal], key: str, code: int) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.press(key)
    left = terminal.leave()
    assert left == (code, "Goodbye.\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("moves", ["", "12"])
def test_a_signal_leaves_the_terminal_as_it_was(
    terminals: list[Terminal], number: signal.Signals, moves: str
) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    for column in moves:
        terminal.until(PROMPT)
        terminal.type(column)
    terminal.until(PROMPT)
    terminal.process.send_signal(number)
    words = f"claimeven: stopped by {number.name}; the game is left unfinished\n"
    assert terminal.leave() == (128 + number, words)


def test_a_terminal_that_is_closed_ends_the_game(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.hang_up()
    assert terminal.process.wait(WAIT_SECONDS) == 128 + signal.SIGHUP


def test_a_closed_terminal_is_noticed_before_its_signal_comes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("claimeven.cli.play.screen._Screen.run", run)
    with pytest.raises(SystemExit) as raised:
        play_screen(scripted_session("4"))
    assert raised.value.code == 128 + signal.SIGHUP
    assert capsys.readouterr().err == "claimeven: stopped by SIGHUP; the game is left unfinished\n"


def test_a_signal_in_the_middle_of_a_drawing_waits_for_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    console = Console(file=shown, width=80, height=24, force_terminal=True, color_system=None)
    monkeypatch.setattr("claimeven.cli.play.screen.Console", lambda **_: console)
    draw = console.clear

    def interrupted() -> None:
        signal.raise_signal(signal.SIGTERM)
        draw()

    monkeypatch.setattr(console, "clear", interrupted)
    with pytest.raises(SystemExit, match="143"):
        play_screen(scripted_session(""))
    drawn, _, after = shown.getvalue().rpartition(ORDINARY_SCREEN)
    assert drawn.startswith(ALTERNATE_SCREEN)
    assert drawn.endswith(PROMPT)
    assert after == ""


def test_ctrl_d_at_the_end_of_a_game_keeps_the_result_in_sight(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    for column in "1111":
        terminal.until(PROMPT)
        terminal.type(column)
    terminal.until(AGAIN)
    terminal.press("D")
    code, left = terminal.leave()
    assert code == 0
    assert left.count("[X]") == 4
    assert left.endswith(
        "You won! It took 7 moves in total.\n"
        "Moves: 1515121\n"
        "Review them: claimeven review 1515121 --as first --size 5x4\n"
    )


def test_a_full_column_is_refused(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM, "--variant", "max"))
    shown = terminal.until(PROMPT)
    for _ in range(5):  # its four cells are full after at most four discs of the person's
        assert "column is full" not in shown
        terminal.type("1")
        shown = terminal.until(PROMPT)
        if "column is full" in shown:
            break
    assert "  That column is full. Pick another.\n" in shown
    terminal.press("D")
    assert terminal.leave()[0] == 0


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


def test_a_resized_window_is_redrawn(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    assert "\u253c" in terminal.until(PROMPT)
    terminal.resize(30, 10)
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


@pytest.mark.parametrize("rules", [CONNECT_FOUR, MAX_CONNECT_FOUR])
@pytest.mark.parametrize("person", [0, 1])
def test_discs_have_the_colour_of_their_player_and_the_letter_of_their_side(
    rules: Rules, person: int
) -> None:
    session = scripted_session("4", person=person, start=Position(rules=rules))
    if person:
        session.reply()
        session.drop(2)
    else:
        session.drop(2)
        session.reply()
    second = YELLOW if rules is CONNECT_FOUR else GREEN
    colours = {"X": second if person else RED, "O": RED if person else second}
    for roomy in (True, False):
        board = draw_board(session, UNICODE, 80, 24 if roomy else 10)
        spans = {
            line.plain[span.start : span.end].strip(" ()"): span for line in board for span in line.spans
        }
        for letter, (colour, _) in colours.items():
            assert spans[letter].style == f"#000000 on {colour}"


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
        "\u2502(O) X  \u00b7  \u00b7 \u2502",
        "\u2570" + "\u2500" * 12 + "\u256f",
        "  1  2  3  4 ",
    ]


def test_ctrl_c_while_a_hint_is_worked_out_stops_only_that(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*ENDLESS))
    terminal.until(PROMPT)
    terminal.type("hint")
    terminal.until("Thinking")
    terminal.press("C")
    assert "Stopped. Press Ctrl-C again to quit." in terminal.until(PROMPT)
    terminal.type("?")
    assert "Type a column" in terminal.until(PROMPT)
    terminal.press("C")
    assert terminal.leave()[0] == 130


def test_ctrl_c_while_the_computer_thinks_does_not_end_the_game(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*ENDLESS))
    terminal.until(PROMPT)
    terminal.type("4")
    terminal.until("is thinking")
    terminal.press("C")
    assert "The computer stopped thinking." in terminal.until(CONTINUE)
    terminal.type("u")
    assert "Taken back. Your turn." in terminal.until(PROMPT)
    terminal.type("4")
    terminal.until("is thinking")
    terminal.press("C")
    terminal.until(CONTINUE)
    terminal.type("")
    terminal.until("is thinking")
    terminal.press("C")
    terminal.until(CONTINUE)
    terminal.press("C")
    assert terminal.leave()[0] == 130
