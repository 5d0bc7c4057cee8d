"""Commands of the window of `claimeven play`: level, new, swap, hints on the board, and the review."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.console import Console

from claimeven.cli.play.drawing import (
    ASCII,
    UNICODE,
    Glyphs,
    draw_board,
    draw_screen,
    keys_after_stop,
    keys_in_game,
)
from claimeven.cli.play.game_review import farewell_lines, review_session, write_session_review
from claimeven.cli.play.session import Command, InvalidEntry
from claimeven.cli.play.window_entry import LevelEntry, WindowCommand, WindowEntry, parse_window_entry
from claimeven.formats.moves import write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_LIMIT, Limit
from sessions import scripted_session
from terminals import Terminal

PROMPT = "Your move (? for help): "
AGAIN = "Play again? (y, n, u to take back, r to review) "
RETURN = "Press Enter to return to the game: "
RANDOM = ("play", "--player", "random", "--seed", "3", "--size", "5x4", "--first", "you")
ENDLESS = ("play", "--player", "perfect", "--size", "9x6", "--first", "you")
LATE = Position.from_moves("144766416373514565233524116653")  # column 4 wins


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("level 3", LevelEntry(3)),
        (" LEVEL  8 \n", LevelEntry(8)),
        ("level3", LevelEntry(3)),
        ("level", LevelEntry(None)),
        ("level 9", LevelEntry(None)),
        ("level 03", LevelEntry(None)),
        ("level \u0663", LevelEntry(None)),
        ("new", WindowCommand.NEW),
        ("Swap", WindowCommand.SWAP),
        ("4", 3),
        ("hint", Command.HINT),
        ("levels 3", InvalidEntry.NOT_A_NUMBER),
    ],
)
def test_entries_of_the_window(text: str, entry: WindowEntry) -> None:
    assert parse_window_entry(text, Position()) == entry


def test_level_new_and_swap(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type("level 3")
    shown = terminal.until(PROMPT)
    assert "Your opponent is now Learner (level 3)." in shown
    assert " O  Learner (level 3), yellow" in shown
    terminal.type("level 9")
    shown = " ".join(terminal.until(PROMPT).split())
    assert "Type level and a number from 1 to 8, e.g. level 3. Your opponent is Learner (level 3)." in shown
    terminal.type("1")
    assert re.search(r"Learner \(level 3\) plays [1-5]\. Your turn\.", terminal.until(PROMPT))
    terminal.type("swap")
    shown = " ".join(terminal.until(PROMPT).split())
    assert "Sides swapped. You are X, yellow; Learner (level 3) is O, red. Learner (level 3) plays" in shown
    assert "X you, yellow O Learner (level 3), red" in shown
    terminal.type("new")
    shown = terminal.until(PROMPT)
    assert "You move first." in shown
    assert "moves so far" not in shown
    terminal.press("D")
    assert terminal.leave() == (0, "Goodbye.\n")


def test_swap_gives_the_person_the_other_discs() -> None:
    session = scripted_session("55")
    session.drop(3)
    session.reply()
    session.swap()
    assert not session.is_persons_turn
    session.reply()
    assert session.is_persons_turn
    assert write_moves(session.game.moves) == "455"
    assert session.undo()
    assert write_moves(session.game.moves) == "4"
    assert not session.can_undo


def test_the_opponent_has_the_name_of_its_level() -> None:
    session = scripted_session("")
    assert session.opponent == "the computer"
    session.set_level(4)
    assert session.opponent == "Casual player (level 4)"
    session.set_level(8)
    assert session.opponent == "Perfect (level 8)"


@pytest.mark.parametrize(("width", "glyphs"), [(80, UNICODE), (25, ASCII)])
def test_the_hinted_column_is_marked_where_its_disc_would_land(width: int, glyphs: Glyphs) -> None:
    session = scripted_session("", start=LATE)
    assert session.hinted_column is None
    assert session.advice(Command.HINT).startswith("Hint: column 4. ")
    assert session.hinted_column == 3
    board = draw_board(session, glyphs, width, 30)
    marked = [line.plain for line in board if " * " in line.plain]
    cell_width = 4 if width == 80 else 3
    assert [line.index("*") for line in marked] == [2 + 3 * cell_width]
    session.drop(3)
    assert session.hinted_column is None
    assert not any("*" in line.plain for line in draw_board(session, glyphs, width, 30))


def console_of(width: int, height: int) -> Console:
    return Console(width=width, height=height, force_terminal=True, color_system=None)


@pytest.mark.parametrize("status", ["Your turn.", "A long reason. " * 20])
@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40)])
def test_the_keys_are_shown_beside_the_board(width: int, height: int, status: str) -> None:
    session = scripted_session("1")
    session.drop(1)
    session.reply()
    lines = [line.plain for line in draw_screen(session, status, UNICODE, console_of(width, height))]
    for note in keys_in_game(session, UNICODE, has_arrows=True):
        assert any(f"{note.key:<9}{note.meaning}" in line for line in lines)
    assert all(len(line) <= width for line in lines)


def test_a_status_that_is_cut_ends_with_an_ellipsis() -> None:
    status = "word " * 500
    for glyphs, ellipsis in ((UNICODE, "\u2026"), (ASCII, "...")):
        lines = draw_screen(scripted_session(""), status, glyphs, console_of(60, 20))
        assert lines[-1].plain.endswith(f"word {ellipsis}")
        assert lines[-1].cell_len <= 60
        assert len(lines) <= 19
    whole = draw_screen(scripted_session(""), "word " * 20, UNICODE, console_of(60, 20))
    assert not any("\u2026" in line.plain for line in whole)


def test_keys_that_do_nothing_are_not_shown() -> None:
    session = scripted_session("1")
    assert "u" not in [note.key for note in keys_in_game(session, UNICODE, has_arrows=False)]
    assert UNICODE.arrows not in [note.key for note in keys_in_game(session, UNICODE, has_arrows=False)]
    assert [note.key for note in keys_after_stop(scripted_session("", person=1))] == ["Enter", "q"]
    session.drop(1)
    session.reply()
    assert "u" in [note.key for note in keys_in_game(session, UNICODE, has_arrows=True)]


@pytest.mark.compiled
def test_r_reviews_the_game_at_its_end(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("1111")
    shown = terminal.until(AGAIN).rpartition("Connect Four ")[2]  # the last drawing
    assert "h s w" not in shown
    assert "review this game" in shown
    terminal.type("what?")
    shown = " ".join(terminal.until(AGAIN).split())
    assert "Type y for another game, n to quit, u to take back, or r to review the game." in shown
    terminal.type("r")
    review = terminal.until(RETURN)
    assert "judgement" in review
    assert "Missed block: X was threatening a4." in " ".join(review.split())
    assert "Best moves: X " in review
    terminal.type("")
    assert "You won! It took 7 moves in total." in terminal.until(AGAIN)
    terminal.type("n")
    assert terminal.leave()[0] == 0


@pytest.mark.compiled
def test_a_review_calls_the_person_x(capsys: pytest.CaptureFixture[str]) -> None:
    session = scripted_session("1112", person=1, start=Position(rules=Rules(5, 4)))
    for column in "555":
        session.reply()
        session.drop(int(column) - 1)
    session.reply()
    assert session.person == 1
    write_session_review(session, review_session(session, NO_LIMIT), NO_LIMIT)
    out = capsys.readouterr().out
    assert out.startswith("You are X, yellow; the computer is O, red.\n")
    assert re.search(r"^1 +O +1 ", out, re.MULTILINE)
    assert re.search(r"^2 +X +5 ", out, re.MULTILINE)
    assert re.search(r"Best moves: O \d of 4 .*, X \d of 3 ", out)


@pytest.mark.compiled
def test_a_review_that_is_not_complete_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    session = scripted_session("1", start=Position(rules=Rules(9, 6)))
    session.drop(4)
    session.reply()
    limit = Limit(seconds=0)
    write_session_review(session, review_session(session, limit), limit)
    out = capsys.readouterr().out
    assert "Not judged within 0 seconds: 2 moves. This judges them all:\n" in out
    assert out.endswith("claimeven review 51 --as first --size 9x6\n")


def test_leaving_names_the_moves_and_the_command_that_reviews_them() -> None:
    assert farewell_lines(scripted_session("")) == []
    session = scripted_session("4", person=1, start=Position(rules=MAX_CONNECT_FOUR))
    session.reply()
    session.drop(2)
    assert farewell_lines(session) == [
        "Moves: 43",
        "Review them: claimeven review 43 --as second --variant max",
    ]


def test_the_command_has_the_path_of_a_program_that_is_not_on_the_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = scripted_session("")
    session.drop(3)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.argv", [".venv/bin/claimeven", "play"])
    assert farewell_lines(session)[1] == "Review them: .venv/bin/claimeven review 4 --as first"


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [Rules(9, 6), MAX_CONNECT_FOUR.sized(8, 7)])
def test_advice_at_its_limit_says_what_is_known(rules: Rules) -> None:
    session = scripted_session("", start=Position(rules=rules))
    limit = Limit(seconds=0)
    takes_longer = "The exact answer takes more than 0 seconds; ask again to search on."
    hint = session.advice(Command.HINT, limit)
    depth = 5 if rules.line_ends_game else 8
    found = re.fullmatch(rf"Hint: column (\d) looks best {depth} plies ahead\. (.*)", hint)
    assert found
    assert found[2].endswith(takes_longer)
    assert session.hinted_column == int(found[1]) - 1
    for command in (Command.SCORE, Command.WHY):
        assert session.advice(command, limit).endswith(takes_longer)


def test_thinking_shows_the_seconds(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*ENDLESS))
    terminal.until(PROMPT)
    terminal.type_keys("4")
    shown = terminal.until("The computer is thinking\u2026 2 s (Ctrl-C stops it)")
    assert "The computer is thinking\u2026 1 s (Ctrl-C stops it)" in shown
    terminal.press("C")
    terminal.until("Press Enter to continue (u, q): ")
    terminal.press("C")
    assert terminal.leave()[0] == 130


def test_a_hint_gives_up_after_some_seconds(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*ENDLESS))
    terminal.until(PROMPT)
    terminal.type("h")
    terminal.until("Thinking\u2026 1 s")
    shown = " ".join(terminal.until(PROMPT).split())
    assert "plies ahead." in shown
    assert "The exact answer takes more than 5 seconds; ask again to search on." in shown
    assert " * " in shown
    terminal.press("D")
    assert terminal.leave()[0] == 0


@pytest.mark.compiled
def test_ctrl_c_leaves_a_review_but_not_the_game(terminals: list[Terminal]) -> None:
    terminals.append(terminal := Terminal(*RANDOM))
    terminal.until(PROMPT)
    terminal.type_keys("1111")
    terminal.until(AGAIN)
    terminal.type("r")
    terminal.until("Reviewing the game")
    terminal.until(RETURN)
    terminal.press("C")
    assert "You won! It took 7 moves in total." in terminal.until(AGAIN)
    terminal.press("D")
    code, left = terminal.leave()
    assert code == 0
    assert left.startswith("\u256d")
