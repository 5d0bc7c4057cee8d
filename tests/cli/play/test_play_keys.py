"""Keys in the window of `claimeven play`: digits that drop at once, arrows, editing, and typing ahead."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Iterator

import pytest

from terminals import BACKSPACE, LEFT, RIGHT, Terminal

PROMPT = "Your move (? for help): "
AGAIN = "Play again? (y, n, u to take back, r to review) "
# With this seed the opponent never gets in the way of column 1; its discs go to 5, 5 and 2.
RANDOM = ("play", "--player", "random", "--seed", "3", "--size", "5x4", "--first", "you")


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def leave(terminal: Terminal) -> str:
    """End the game with Ctrl-D; return what is left on the ordinary screen."""
    terminal.press("D")
    code, left = terminal.leave()
    assert code == 0
    return left


def test_a_digit_drops_at_once(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("1")
    assert "The computer plays 5. Your turn." in terminal.until(PROMPT)
    assert "Moves: 15\n" in leave(terminal)


def test_digits_typed_fast_are_as_many_moves(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("1111")
    assert "You won! It took 7 moves in total.\n" in terminal.until(AGAIN)
    assert "Moves: 1515121\n" in leave(terminal)


def test_digits_after_the_end_of_the_game_are_reported(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("1111234")
    shown = terminal.until(AGAIN)
    assert "You won! It took 7 moves in total. What you typed after that was ignored.\n" in shown
    leave(terminal)


def test_digits_after_a_refused_one_are_reported(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("9123")
    shown = terminal.until(PROMPT)
    assert "There is no column 9. Pick 1 to 5. What you typed after that was ignored.\n" in shown
    assert leave(terminal) == "Goodbye.\n"


def test_enter_after_a_digit_does_nothing(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    for _ in range(2):
        terminal.type_keys("1\n\n\n")
        assert "The computer plays 5. Your turn." in terminal.until(PROMPT)
    assert "Moves: 1515\n" in leave(terminal)


def test_arrow_keys_choose_a_column_and_enter_drops(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys(LEFT)
    assert " 1   2  [3]  4   5" in terminal.until(PROMPT)
    terminal.type_keys(LEFT)
    assert " 1  [2]  3   4   5" in terminal.until(PROMPT)
    terminal.type_keys(RIGHT)
    assert " 1   2  [3]  4   5" in terminal.until(PROMPT)
    terminal.type_keys(RIGHT)
    assert " 1   2   3  [4]  5" in terminal.until(PROMPT)
    terminal.type_keys("\n")
    assert "The computer plays" in terminal.until(PROMPT)
    assert "Moves: 45\n" in leave(terminal)


def test_the_other_form_of_arrow_keys(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("\x1bOC")
    assert "[3]" in terminal.until(PROMPT)
    terminal.type_keys("\x1bOC")
    assert "[4]" in terminal.until(PROMPT)
    terminal.press("C")
    assert terminal.leave()[0] == 130


def test_arrow_keys_skip_full_columns_and_stop_at_the_edge(terminals: list[Terminal]) -> None:
    arguments = ("play", "--player", "random", "--seed", "3", "--size", "4x4", "--variant", "max")
    terminals.append(terminal := Terminal(*arguments, "--first", "you"))
    shown = terminal.until(PROMPT)
    while "That column is full." not in shown:  # column 2 is, after at most four discs of the person's
        terminal.type_keys("2")
        shown = terminal.until(PROMPT)
    terminal.type_keys(LEFT)
    assert "[3]" in terminal.until(PROMPT)  # centre first: column 2 is full
    terminal.type_keys(LEFT)
    assert "[1]" in terminal.until(PROMPT)
    terminal.type_keys(LEFT + LEFT + RIGHT)
    assert "[3]" in terminal.until(PROMPT)
    leave(terminal)


def test_a_letter_starts_a_line_that_waits_for_enter(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("level 2")
    terminal.until("level 2")
    terminal.type_keys("\n")
    assert "Your opponent is now Beginner (level 2)." in terminal.until(PROMPT)
    assert leave(terminal) == "Goodbye.\n"


def test_editing_a_line(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys(f"quiz\u00e9{BACKSPACE}{BACKSPACE}x{BACKSPACE}t\x15h{BACKSPACE}?x{BACKSPACE}\n")
    assert "Type a column, or hint (h)" in terminal.until(PROMPT)
    assert leave(terminal) == "Goodbye.\n"


def test_a_letter_ends_the_choice_of_a_column(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys(LEFT)
    assert "[3]" in terminal.until(PROMPT)
    terminal.type_keys("?")
    assert "[3]" not in terminal.until(PROMPT)
    terminal.type_keys("\n")
    assert "Type a column" in terminal.until(PROMPT)
    leave(terminal)


def test_a_line_too_long_for_the_window_is_not_drawn_beyond_its_edge(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("x" * 200 + "\n")
    shown = terminal.until("That is not a column. Pick 1 to 5, or type ? for help.")
    echoed = shown.partition("\n")[0]
    assert echoed.count("x") <= 80 - len(PROMPT)
    leave(terminal)


def test_boards_with_lettered_columns_wait_for_enter(terminals: list[Terminal]) -> None:
    arguments = ("play", "--player", "random", "--seed", "3", "--size", "12x4", "--first", "you")
    terminals.append(terminal := Terminal(*arguments))
    assert " 9   a   b   c" in terminal.until(PROMPT)
    terminal.type_keys("1")
    terminal.until("1")
    terminal.type_keys("2\n")
    assert "The computer plays" in terminal.until(PROMPT)
    assert "Moves: c" in leave(terminal)


def test_other_keys_are_ignored(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("\x1b[A\x1b[3~\x1bOP\t\x01\x1b1")  # up, delete, F1, Tab, Ctrl-A, Escape, and then 1
    assert "The computer plays" in terminal.until(PROMPT)
    assert "Moves: 15\n" in leave(terminal)


def test_keys_are_read_one_by_one_again_after_ctrl_z(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.process.send_signal(signal.SIGSTOP)
    os.waitpid(terminal.process.pid, os.WUNTRACED)
    termios.tcsetattr(terminal.inner, termios.TCSANOW, terminal.modes)  # as a shell does
    terminal.process.send_signal(signal.SIGCONT)
    assert "Connect Four" in terminal.until(PROMPT)
    terminal.type_keys("1")
    assert "The computer plays 5. Your turn." in terminal.until(PROMPT)
    assert "Moves: 15\n" in leave(terminal)
