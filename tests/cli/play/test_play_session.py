"""What both forms of `claimeven play` share: reading entries, taking back, and words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.cli.play.session import Command, InvalidEntry, Session, parse_entry, score_text
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
        ("1", InvalidEntry.COLUMN_FULL),
        ("0", InvalidEntry.OUT_OF_RANGE),
        ("8", InvalidEntry.OUT_OF_RANGE),
        ("-1", InvalidEntry.OUT_OF_RANGE),
        ("99999999999999999999", InvalidEntry.OUT_OF_RANGE),
        ("9" * MAX_LINE_BYTES, InvalidEntry.OUT_OF_RANGE),
        ("", InvalidEntry.NOT_A_NUMBER),
        ("4.0", InvalidEntry.NOT_A_NUMBER),
        ("4 4", InvalidEntry.NOT_A_NUMBER),
        ("4_4", InvalidEntry.NOT_A_NUMBER),
        ("0x4", InvalidEntry.NOT_A_NUMBER),
        ("++4", InvalidEntry.NOT_A_NUMBER),
        ("4\x00", InvalidEntry.NOT_A_NUMBER),
        ("\u0664", InvalidEntry.NOT_A_NUMBER),
        ("\uff14", InvalidEntry.NOT_A_NUMBER),
        ("\u00b2", InvalidEntry.NOT_A_NUMBER),
        ("a", InvalidEntry.NOT_A_NUMBER),
        ("hin", InvalidEntry.NOT_A_NUMBER),
        ("hint", Command.HINT),
        ("Undo\n", Command.UNDO),
        ("SCORE", Command.SCORE),
        ("h", Command.HINT),
        ("s", Command.SCORE),
        ("why", Command.WHY),
        ("w", Command.WHY),
        ("u", Command.UNDO),
        ("?", Command.HELP),
        ("q", Command.QUIT),
    ],
)
def test_entries(text: str, entry: int | Command | InvalidEntry) -> None:
    result = parse_entry(text, Position.from_moves("111111"))
    assert (type(result), result) == (type(entry), entry)


@pytest.mark.parametrize(
    ("text", "entry"),
    [("9", 8), ("10", 9), ("a", 9), ("C", 11), ("12", 11), ("13", InvalidEntry.OUT_OF_RANGE)],
)
def test_columns_above_9_have_a_number_and_a_letter(text: str, entry: int | tuple[str, ...]) -> None:
    assert parse_entry(text, Position(rules=Rules(12, 4))) == entry


@given(st.text())
def test_any_text_is_a_playable_column_a_word_or_refused(text: str) -> None:
    position = Position.from_moves("4444445")
    entry = parse_entry(text, position)
    assert isinstance(entry, Command) or entry in (
        *position.playable,
        InvalidEntry.COLUMN_FULL,
        InvalidEntry.NOT_A_NUMBER,
        InvalidEntry.OUT_OF_RANGE,
    )


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
        (Score(0, left=10), "You can still draw."),
        (Score(5, left=10), "You win with your next disc."),
        (Score(1, left=41), "With perfect play you win in 41 plies (your 21st disc from now)."),
        (Score(11, left=42), "With perfect play you win in 21 plies (your 11th disc from now)."),
        (Score(10, left=42), "With perfect play you win in 23 plies (your 12th disc from now)."),
        (Score(19, left=42), "With perfect play you win in 5 plies (your 3rd disc from now)."),
        (Score(-4, left=10), "Against perfect play you lose in 4 plies (the computer's 2nd disc from now)."),
        (Score(1, left=10), "With perfect play you win in 9 plies (your 5th disc from now)."),
        (Score(-5, left=10), "Against perfect play you lose in 2 plies (the computer's next disc)."),
    ],
)
def test_scores_as_sentences(score: Score, words: str) -> None:
    assert score_text(score) == words


def test_advice() -> None:
    session = scripted_session("", start=LATE)
    found = re.fullmatch(r"Hint: column (\d)\. (.*)", session.advice(Command.HINT))
    assert found
    assert (
        found[2]
        == session.advice(Command.SCORE)
        == "With perfect play you win in 7 plies (your 4th disc from now)."
    )
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
def test_the_side_that_moves_first_is_red(rules: Rules, person: int, words: str) -> None:
    assert scripted_session("", person=person, start=Position(rules=rules)).who_is_who == words
