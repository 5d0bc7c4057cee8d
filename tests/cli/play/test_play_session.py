"""What both forms of `claimeven play` share: reading entries, taking back, and words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.cli.play.session import FULL, NOT_A_NUMBER, OUT_OF_RANGE, Session, Word, parse_entry, standing
from claimeven.cli.stdin import MAX_LINE_BYTES
from claimeven.formats.moves import write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from sessions import scripted_session

LATE = Position.from_moves("144766416373514565233524116653")  # +3 for the side to move


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("4", 3),
        (" 4 \r\n", 3),
        ("\t7", 6),
        ("04", 3),
        ("+4", 3),
        ("1", FULL),
        ("0", OUT_OF_RANGE),
        ("8", OUT_OF_RANGE),
        ("-1", OUT_OF_RANGE),
        ("99999999999999999999", OUT_OF_RANGE),
        ("9" * MAX_LINE_BYTES, OUT_OF_RANGE),
        ("", NOT_A_NUMBER),
        ("4.0", NOT_A_NUMBER),
        ("4 4", NOT_A_NUMBER),
        ("4_4", NOT_A_NUMBER),
        ("0x4", NOT_A_NUMBER),
        ("++4", NOT_A_NUMBER),
        ("4\x00", NOT_A_NUMBER),
        ("\u0664", NOT_A_NUMBER),
        ("\uff14", NOT_A_NUMBER),
        ("\u00b2", NOT_A_NUMBER),
        ("a", NOT_A_NUMBER),
        ("hin", NOT_A_NUMBER),
        ("hint", Word.HINT),
        ("Undo\n", Word.UNDO),
        ("SCORE", Word.SCORE),
        ("h", Word.HINT),
        ("s", Word.SCORE),
        ("why", Word.WHY),
        ("w", Word.WHY),
        ("u", Word.UNDO),
        ("?", Word.HELP),
        ("q", Word.QUIT),
    ],
)
def test_entries(text: str, entry: int | Word | tuple[str, ...]) -> None:
    result = parse_entry(text, Position.from_moves("111111"))
    assert (type(result), result) == (type(entry), entry)


@pytest.mark.parametrize(
    ("text", "entry"), [("9", 8), ("10", 9), ("a", 9), ("C", 11), ("12", 11), ("13", OUT_OF_RANGE)]
)
def test_columns_above_9_have_a_number_and_a_letter(text: str, entry: int | tuple[str, ...]) -> None:
    assert parse_entry(text, Position(rules=Rules(12, 4))) == entry


@given(st.text())
def test_any_text_is_a_playable_column_a_word_or_refused(text: str) -> None:
    position = Position.from_moves("4444445")
    entry = parse_entry(text, position)
    assert isinstance(entry, Word) or entry in (*position.playable, FULL, NOT_A_NUMBER, OUT_OF_RANGE)


def play(session: Session, person_moves: str) -> None:
    """The moves of the person, with the replies to them."""
    for column in person_moves:
        if not session.is_persons_turn:
            session.reply()
        session.drop(int(column) - 1)
    if not session.position.is_over:
        session.reply()


@pytest.mark.parametrize(
    ("person", "replies", "moves", "steps"),
    [
        (0, "123", "456", ["415263", "4152", "41", ""]),
        (1, "1234", "456", ["1425364", "14253", "142", "1"]),
        (0, "111", "4444", ["4141414", "414141", "4141", "41", ""]),
    ],
)
def test_undo(person: int, replies: str, moves: str, steps: list[str]) -> None:
    session = scripted_session(replies, person=person)
    play(session, moves)
    for number, step in enumerate(steps):
        assert write_moves(session.game.moves) == step
        assert session.undo() == (number < len(steps) - 1)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(0, left=10), "you can still draw"),
        (Score(5, left=10), "you win with your next disc"),
        (Score(1, left=10), "you win in 9 plies if you play best"),
        (Score(-5, left=10), "you lose in 2 plies against best play"),
    ],
)
def test_how_the_game_stands(score: Score, words: str) -> None:
    assert standing(score) == words


def test_advice() -> None:
    session = scripted_session("", start=LATE)
    found = re.fullmatch(r"Hint: column (\d)\. (.*)", session.answer(Word.HINT))
    assert found
    assert found[2] == session.answer(Word.SCORE) == "You win in 7 plies if you play best."
    assert int(found[1]) - 1 in LATE.playable


def test_a_new_game_starts_empty() -> None:
    session = scripted_session("12")
    play(session, "44")
    session.begin()
    assert session.game.moves == ()
    assert session.is_persons_turn


@pytest.mark.parametrize(
    ("rules", "person", "words"),
    [
        (Rules(), 0, "You are X, red; the computer is O, yellow."),
        (Rules(), 1, "You are X, yellow; the computer is O, red."),
        (
            MAX_CONNECT_FOUR,
            0,
            "You are X, player A (red, 1); the computer is O, player B (green, 2).",
        ),
        (
            MAX_CONNECT_FOUR,
            1,
            "You are X, player B (green, 2); the computer is O, player A (red, 1).",
        ),
    ],
)
def test_who_begins_is_red(rules: Rules, person: int, words: str) -> None:
    assert scripted_session("", person=person, start=Position(rules=rules)).who_is_who == words
