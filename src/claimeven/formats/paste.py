"""Pasted text: which of the formats it is in, and the game it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from claimeven.errors import FormatError, IllegalMove
from claimeven.formats.board import parse_board
from claimeven.formats.columns import ALICE, BILL, parse_columns
from claimeven.formats.moves import parse_moves
from claimeven.formats.stacks import BETWEEN, FIRST, SECOND, parse_stacks
from claimeven.formats.statefile import parse_state
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

Kind = Literal["moves", "drawing", "board", "state", "columns"]
SEPARATORS = " \t,;"  # what people put between moves
DISC_SIGNS = frozenset("xo.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paste:
    """What a text is, where its game begins, the moves since, and what a person should know about it."""

    kind: Kind
    start: Position
    moves: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def parse_paste(text: str, rules: Rules = CONNECT_FOUR) -> Paste:
    """What ``text`` holds: moves, a drawing, a board in one word, a state file, or Alice and Bill's columns.

    ``rules`` are those of the moves and boards that do not name their own. Raises
    FormatError for what is none of these or no position.

    >>> parse_paste("4 4 5 3").kind, parse_paste("--o-xo-x--").kind
    ('moves', 'board')
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) < 2:
        return _parse_line(*(lines or [(1, "")])[0], rules)
    signs = frozenset(lines[0][1].strip().lower())
    if signs <= frozenset("012"):
        return _parse_state(text)
    if signs <= frozenset("abe"):
        return _parse_columns(text, CONNECT_FOUR.sized(rules.columns, rules.rows))
    return Paste(kind="drawing", start=parse_board(_drawn(text), rules=rules))


def _parse_line(number: int, line: str, rules: Rules) -> Paste:
    """A board in one word if it has a hyphen, else moves; what is wrong is told by its place in the line."""
    line = line.lower()
    between = " \t" if BETWEEN in line else SEPARATORS
    places = [place for place, sign in enumerate(line, start=1) if sign not in between]
    word = "".join(line[place - 1] for place in places)
    try:
        if BETWEEN in word:
            return Paste(kind="board", start=parse_stacks(word, rules))
        moves = parse_moves(word, rules)
        Position.from_moves(moves, rules)
    except IllegalMove as error:
        raise FormatError(str(error), line=number, column=(places or [1])[0]) from None
    except FormatError as error:
        column = [*places, len(line) + 1][error.column - 1]
        raise FormatError(error.reason, line=number, column=column) from None
    return Paste(kind="moves", start=Position(0, 0, rules), moves=moves)


def _parse_state(text: str) -> Paste:
    """A state file; the first player is the one who moves when the number of discs is even."""
    found = parse_state(text)
    state = found.state
    if state.rules.is_floating(state.filled):
        raise FormatError("discs float; expected every disc on another one or on the bottom")
    own, other = state.own.bit_count(), state.other.bit_count()
    if other - own not in (0, 1):
        raise FormatError(
            f"player {state.player} moves next and has {own} discs, the other player {other}; expected as "
            "many of both, or one more of the other"
        )
    position = Position(state.own, state.filled, state.rules)
    notes = []
    if not found.names_player:
        notes.append(
            f"The seventh line is missing; by the number of discs, player {state.player} moves next."
        )
    if position.first != state.discs_of_player(1):
        notes.append(f"Player 2 began this game, so its discs are {FIRST} here, those of player 1 {SECOND}.")
    return Paste(kind="state", start=position, notes=tuple(notes))


def _parse_columns(text: str, rules: Rules) -> Paste:
    """Alice and Bill's columns: Alice is to move unless only Bill can be."""
    try:
        position, mover = parse_columns(text, first=ALICE, rules=rules), ALICE
    except FormatError as error:
        try:
            position, mover = parse_columns(text, first=BILL, rules=rules), BILL
        except FormatError:
            raise error from None
    alice_is_first = (mover == ALICE) == (position.turn == 0)
    alice, bill = (FIRST, SECOND) if alice_is_first else (SECOND, FIRST)
    notes = (f"{mover.title()} is to move. Alice's discs are {alice}, Bill's are {bill}.",)
    return Paste(kind="columns", start=position, notes=notes)


def _drawn(text: str) -> str:
    """A drawing as ``parse_board`` reads it: capital marks with a blank between two."""
    lines = []
    for line in text.splitlines():
        compact = line.strip().lower()
        is_row = bool(compact) and frozenset(compact) <= DISC_SIGNS
        lines.append((" ".join(compact) if is_row else line).upper())
    return "\n".join(lines)
