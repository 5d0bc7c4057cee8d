"""The questions before the first game of `claimeven play`: who is asked, what, and which options answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from claimeven.cli.play.questions import STRONGEST, _level_lines
from claimeven.players.level import LEVELS
from commands import run_here, run_process
from sessions import standard_input
from terminals import Terminal

LEVEL_QUESTION = "Level, 1 to 8 (Enter for 8): "
FIRST_QUESTION = "Who moves first: you, computer or random (Enter for random)? "
PROMPT = "Your move (? for help): "
SMALL = ("--size", "4x4", "--table", "1")
Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_strength_and_first_move_are_asked(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal("play", *SMALL))
    shown = terminal.until(LEVEL_QUESTION)
    for level in LEVELS:
        assert f"  {level.number}  {level.title} " in shown
    terminal.type("9")
    assert "That is not a level. Type a number from 1 to 8.\n" in terminal.until(LEVEL_QUESTION)
    terminal.type("4")
    terminal.until(FIRST_QUESTION)
    terminal.type("him")
    assert "Type you, computer or random, or only the first letter.\n" in terminal.until(FIRST_QUESTION)
    terminal.type("You")
    shown = terminal.until(PROMPT)
    assert "You move first.\n" in shown
    assert " O  Casual player (level 4), yellow" in shown
    assert "You are X, red; Casual player (level 4) is O, yellow." in shown
    terminal.type("new")
    assert "You move first.\n" in terminal.until(PROMPT)  # and nothing is asked again
    terminal.press("D")
    assert terminal.leave() == (0, "Goodbye.\n")


@pytest.mark.compiled
def test_enter_is_for_the_perfect_level_and_a_random_first_move(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal("play", *SMALL))
    terminal.until(LEVEL_QUESTION)
    terminal.type("")
    terminal.until(FIRST_QUESTION)
    terminal.type("")
    assert " O  Perfect (level 8)" in terminal.until(PROMPT)
    terminal.press("D")
    assert terminal.leave()[0] == 0


@pytest.mark.parametrize(
    ("options", "question"),
    [
        (("--level", "2"), FIRST_QUESTION),
        (("--player", "random"), FIRST_QUESTION),
        (("--depth", "1"), FIRST_QUESTION),
        (("--first", "you"), LEVEL_QUESTION),
        (("--first", "you", "--level", "2"), PROMPT),
        (("--first", "random", "--player", "level"), PROMPT),
    ],
)
def test_options_answer_the_questions(
    terminals: list[Terminal], options: tuple[str, ...], question: str
) -> None:
    terminals.append(terminal := Terminal("play", *SMALL, *options))
    shown = terminal.until(question)
    for other in {LEVEL_QUESTION, FIRST_QUESTION} - {question}:
        assert other not in shown
    terminal.press("D")
    assert terminal.leave()[0] == 0


def test_plain_text_on_a_terminal_asks_nothing(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal("play", "--plain", *SMALL))
    assert terminal.until("Enter your move:\n").startswith("Hello, welcome to Connect 4.\n")
    terminal.press("D")
    assert terminal.leave()[0] == 0


def test_a_dumb_terminal_is_asked_and_then_gets_plain_text(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal("play", *SMALL, TERM="dumb"))
    terminal.until(LEVEL_QUESTION)
    terminal.type("1")
    terminal.until(FIRST_QUESTION)
    terminal.type("y")
    assert "You have the first turn.\n" in terminal.until("Enter your move:\n")
    terminal.press("D")
    assert terminal.leave()[0] == 0


@pytest.mark.parametrize(
    ("key", "code", "left"), [("C", 130, ""), ("D", 0, "claimeven: no game was played\n")]
)
@pytest.mark.parametrize("question", [LEVEL_QUESTION, FIRST_QUESTION])
def test_leaving_at_a_question(
    terminals: list[Terminal], question: str, key: str, code: int, left: str
) -> None:
    terminals.append(terminal := Terminal("play", *SMALL))
    terminal.until(LEVEL_QUESTION)
    if question == FIRST_QUESTION:
        terminal.type("2")
        terminal.until(FIRST_QUESTION)
    terminal.press(key)
    exit_code, shown = terminal.leave()
    assert exit_code == code
    assert shown.endswith(left)
    assert "Traceback" not in shown


def test_a_pipe_is_asked_nothing() -> None:
    result = run_process("play", "--first", "you")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Hello, welcome to Connect 4.\nYou have the first turn.\n")


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_the_levels_fit_the_window(width: int) -> None:
    lines = _level_lines(width)
    assert all(len(line) <= width for line in lines)
    assert [line.split()[0] for line in lines if line[2] != " "] == [str(level.number) for level in LEVELS]
    text = " ".join(" ".join(lines).split())
    for level in LEVELS:
        assert level.about in text
    assert STRONGEST == 8


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (("--level", "3"), ("--player", "level:3")),
        (("--depth", "2"), ("--player", "minimax:2")),
        (("--estimate", "lines"), ("--player", "minimax", "--estimate", "lines")),
        (("--depth", "2", "--variant", "max"), ("--player", "lookahead:2", "--variant", "max")),
        (("--first", "computer"), ("--first", "me")),
    ],
)
def test_a_setting_implies_its_player(
    capsys: Capture, monkeypatch: Patch, short: tuple[str, ...], long: tuple[str, ...]
) -> None:
    games = []
    for options in (short, long):
        monkeypatch.setattr("sys.stdin", standard_input(b"4\n3\n2\n5\nquit\n"))
        games.append(run_here(capsys, "play", "--seed", "2", *options))
    assert games[0] == games[1]
    assert (games[0].code, games[0].err) == (0, "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ("--level", "3", "--depth", "2"),
            "--depth and --level are for different players; give only one of them",
        ),
        (
            ("--estimate", "lines", "--variant", "max"),
            "--estimate is only for --player minimax, which does not play Max-Connect4",
        ),
    ],
)
def test_settings_that_no_player_has(capsys: Capture, options: tuple[str, ...], words: str) -> None:
    result = run_here(capsys, "play", *options)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
