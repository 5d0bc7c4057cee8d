"""`claimeven play --variant max`: the running score is always in sight, and the end says who won."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from rich.console import Console

from claimeven.cli.play.drawing import ASCII, UNICODE, draw_screen
from claimeven.cli.play.plain import play_plain
from claimeven.cli.play.session import Session, score_text
from claimeven.formats.board import write_board
from claimeven.formats.moves import parse_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR
from claimeven.rules.score import Score
from sessions import scripted_session, standard_input
from terminals import Terminal

PROMPT = "Enter your move:\n"
ANY_PROMPT = "? "  # a move is asked for, or whether to play again
HOW_TO = "To drop a piece, enter the column you want to drop it at (starting at 1)."
FINAL = r"(You won!|Computer won!|Result is a draw\.) Final score: you ([0-9]), computer ([0-9])\."
SMALL = MAX_CONNECT_FOUR.sized(4, 4)
WON, DRAWN = "1212121323334444", "1212121234343434"  # 1 : 0 and 2 : 2 for the first player
Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def at(moves: str) -> Position:
    return Position.from_moves(moves, SMALL)


def session_after(moves: str, *, person: int = 0, replies: str = "") -> Session:
    """A game in which ``moves`` were played, and the system will play ``replies``."""
    session = scripted_session(replies, person=person, start=at(""))
    for column in parse_moves(moves, SMALL):
        session.drop(column)
    return session


def transcript(capsys: Capture, monkeypatch: Patch, session: Session, typed: str) -> str:
    monkeypatch.setattr("sys.stdin", standard_input("".join(f"{line}\n" for line in typed.split()).encode()))
    play_plain(session)
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize(
    ("moves", "person", "last"),
    [
        (WON, 0, "You won! Final score: you 1, computer 0."),
        (WON, 1, "Computer won! Final score: you 0, computer 1."),
        (DRAWN, 0, "Game over. Result is a draw. Final score: you 2, computer 2."),
    ],
)
def test_the_plain_form_shows_the_score_under_every_board(
    moves: str, person: int, last: str, capsys: Capture, monkeypatch: Patch
) -> None:
    typed, replies = moves[person::2], moves[1 - person :: 2]
    session = scripted_session(replies, person=person, start=at(""))
    out = transcript(capsys, monkeypatch, session, " ".join(typed))
    marks = ("O", "X") if person else ("X", "O")
    expected = []
    for ply in range(1, len(moves) + 1):
        position = at(moves[:ply])
        points = [len(position.lines_of(discs)) for discs in (position.first, position.second)]
        you, computer = reversed(points) if person else points
        expected += [write_board(position, *marks), f"Lines: you {you}, computer {computer}."]
    who = "You are X, player A (red, 1); the computer is O, player B (green, 2)."
    turn, opening = "You have the first turn.", [HOW_TO, "Lines: you 0, computer 0."]
    if person:
        who = "You are X, player B (green, 2); the computer is O, player A (red, 1)."
        turn, opening = "AI has the first turn.", [*expected[:2], HOW_TO]
        del expected[:2]
    shown = out.replace(PROMPT, "").splitlines()
    whole = ("Hello, welcome to Max-Connect4.", who, turn, *opening, *expected, last)
    assert "\n".join(shown) == "\n".join(whole)


def test_hint_score_and_undo_in_plain_text(capsys: Capture, monkeypatch: Patch) -> None:
    session = session_after("1212121323")
    out = transcript(capsys, monkeypatch, session, "hint score undo undo undo undo undo undo quit")
    start, hint, score, *undone = out.split(PROMPT)
    assert start.endswith("Lines: you 1, computer 0.\n")
    assert re.fullmatch(r"Hint: column [34]\. With perfect play you .*\.\n", hint)
    assert score == "Lines: you 1, computer 0.\n" + hint.partition(". ")[2]
    lines = [text.splitlines()[-1] for text in undone[:5]]
    assert lines == ["Lines: you 1, computer 0."] + ["Lines: you 0, computer 0."] * 4
    assert undone[5] == "You haven't made a move yet.\n"


@pytest.mark.parametrize(
    ("margin", "words"),
    [
        (0, "You can still draw."),
        (1, "With perfect play you end 1 line ahead."),
        (-2, "Against perfect play you end 2 lines behind."),
    ],
)
def test_scores_as_sentences(margin: int, words: str) -> None:
    assert score_text(Score(margin, 7, MAX_CONNECT_FOUR)) == words


def screen_of(session: Session, width: int, height: int, *, glyphs=UNICODE) -> list[str]:  # type: ignore[no-untyped-def]
    console = Console(width=width, height=height, force_terminal=True, color_system=None)
    return [line.plain.rstrip() for line in draw_screen(session, "Your turn.", glyphs, console)]


@pytest.mark.parametrize(
    ("width", "height", "score"),
    [
        (80, 24, "  lines of four:   X  you 1    O  computer 0"),
        (80, 9, "  lines of four:   X  you 1    O  computer 0"),
        (30, 24, "   X  1   O  0"),
        (12, 4, "   X  1   O  0"),
    ],
)
def test_the_screen_shows_the_score_in_every_window(width: int, height: int, score: str) -> None:
    shown = screen_of(session_after("121212132"), width, height)
    assert shown[-2:] == [score, "  Your turn."]
    assert len(shown) < height


def test_the_screen_of_connect_four_has_no_score() -> None:
    shown = screen_of(scripted_session(""), 80, 24)
    assert not any("lines of four" in line for line in shown)


def test_lines_are_marked_as_soon_as_they_are_complete() -> None:
    session = session_after("1212121")
    assert rows_of(session) == ["(X) .  .  . ", "[X] O  .  . ", "[X] O  .  . ", "[X] O  .  . "]
    session.drop(1)
    assert rows_of(session) == ["[X](O) .  . "] + ["[X][O] .  . "] * 3


def rows_of(session: Session) -> list[str]:
    """The rows of the board as a narrow window shows them."""
    shown = screen_of(session, 15, 24, glyphs=ASCII)
    return [line.strip().strip("|") for line in shown if line.startswith("  |")]


RANDOM = ("play", "--variant", "max", "--player", "random", "--seed", "3", "--size", "4x4", "--first", "you")


def test_a_whole_game_on_a_terminal() -> None:
    with closing(Terminal(*RANDOM)) as terminal:
        shown = terminal.until(ANY_PROMPT)
        assert "Hello, welcome to Max-Connect4. You move first.\n" in shown
        assert "  You are X, player A (red, 1); the computer is O, player B (green, 2).\n" in shown
        for column in "1234" * 4:
            assert re.search("lines of four:   X  you [0-9]    O  computer [0-9]\n", shown)
            if "again" in shown:
                break
            terminal.type(column)
            shown = terminal.until(ANY_PROMPT)
        final = re.search(
            r"(You won!|Computer won!|a draw\.) Final score: you ([0-9]), computer ([0-9])\.", shown
        )
        assert final
        assert f" X  you {final[2]}    O  computer {final[3]}\n" in shown
        terminal.type("n")
        code, left = terminal.leave()
        assert code == 0
        result, moves, review = left.splitlines()[-3:]
        assert result.endswith(final[0])
        played = moves.removeprefix("Moves: ")
        assert len(played) == 16
        assert review == f"Review them: claimeven review {played} --as first --variant max --size 4x4"


def test_a_game_left_early_keeps_its_score_in_sight() -> None:
    with closing(Terminal(*RANDOM)) as terminal:
        terminal.until(ANY_PROMPT)
        terminal.type("1")
        terminal.until(ANY_PROMPT)
        terminal.type("q")
        code, left = terminal.leave()
        assert (code, left.splitlines()[-3]) == (0, "Lines: you 0, computer 0. Goodbye.")


@pytest.mark.compiled
def test_hint_score_and_undo_on_a_terminal() -> None:
    arguments = (
        "play",
        "--variant",
        "max",
        "--player",
        "perfect",
        "--size",
        "4x4",
        "--first",
        "me",
        "--table",
        "1",
    )
    with closing(Terminal(*arguments)) as terminal:
        assert re.search("The computer plays [1-4]. Your turn.", terminal.until(ANY_PROMPT))
        terminal.type("h")
        assert re.search(r"Hint: column [1-4]\. You can still draw\.", terminal.until(ANY_PROMPT))
        terminal.type("s")
        shown = terminal.until(ANY_PROMPT)
        assert "lines of four:   X  you 0    O  computer 0\n  You can still draw.\n" in shown
        terminal.type("1")
        terminal.until(ANY_PROMPT)
        terminal.type("u")
        assert "Taken back. Your turn." in terminal.until(ANY_PROMPT)
        terminal.type("q")
        assert terminal.leave()[0] == 0
