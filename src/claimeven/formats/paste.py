"""Pasted text: recognize its format and parse the game in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from claimeven.errors import FormatError, IllegalMove, wrong_type
from claimeven.formats.board import EMPTY, parse_board
from claimeven.formats.cells import SEPARATORS, is_cells, parse_cells
from claimeven.formats.columns import ALICE, BILL, Name, parse_columns
from claimeven.formats.link import is_link, parse_link
from claimeven.formats.moves import parse_moves
from claimeven.formats.stacks import FIRST, SECOND, SEPARATOR, parse_stacks, write_stacks
from claimeven.formats.statefile import parse_state
from claimeven.rules.position import Position, require_position
from claimeven.rules.rules import CONNECT_FOUR, Rules

Kind = Literal["moves", "cells", "link", "drawing", "board", "state", "columns"]
BLANKS = " \t"
STATE_CHARACTERS = frozenset("012")
COLUMNS_CHARACTERS = frozenset("abe")
DRAWING_CHARACTERS = frozenset((FIRST, SECOND, EMPTY))
FIRST_MARK = FIRST.upper()  # as boards show the discs
SECOND_MARK = SECOND.upper()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paste:
    """The format of a text, where its game begins, the moves since, and notes that a person should read.

    ``later`` are the moves after the position that the text shows, which only a link can have.
    """

    kind: Kind
    start: Position
    moves: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def parse_paste(text: str, rules: Rules = CONNECT_FOUR) -> Paste:
    """Parse moves, cells, a link, a drawing, a board in one word, a state file, or Alice and Bill's columns.

    ``rules`` apply to moves and boards that do not name their own. Raise FormatError for any other text and
    for an impossible position.

    >>> parse_paste("4 4 5 3").kind, parse_paste("d1 d2 e1 c1").kind, parse_paste("--o-xo-x--").kind
    ('moves', 'cells', 'board')
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        return _parse_line(1, "", rules)
    number, first_line = lines[0]
    if len(lines) == 1 and is_link(first_line):
        return _parse_link(number, first_line)
    lower_lines = [(number, line.lower()) for number, line in lines]
    if is_cells(lower_lines, rules):
        return Paste(kind="cells", start=Position(0, 0, rules), moves=parse_cells(lower_lines, rules))
    if len(lines) == 1:
        return _parse_line(number, first_line, rules)
    characters = frozenset(first_line.strip().lower())
    if characters <= STATE_CHARACTERS:
        return _parse_state(text)
    if characters <= COLUMNS_CHARACTERS:
        return _parse_columns(text, CONNECT_FOUR.sized(rules.columns, rules.rows))
    return Paste(kind="drawing", start=parse_board(_spaced_drawing(text), rules=rules))


def parse_position(text: str, rules: Rules = CONNECT_FOUR) -> Position:
    """Return the position in a text of any format that ``parse_paste`` recognizes, after all its moves.

    ``rules`` apply to moves and boards that do not name their own. Raise FormatError for any other text and
    for an impossible position.

    >>> parse_position("4 4 5 3") == parse_position("--o-xo-x--") == Position.from_moves("4453")
    True
    """
    if not isinstance(text, str):
        raise wrong_type("text", text, "Position.from_moves reads a list of columns, from_array an array")
    paste = parse_paste(text, rules)
    return paste.start.play_all(paste.moves)


def write_position(position: Position) -> str:
    """Return a position in one word, which ``parse_position`` reads, given the same rules.

    >>> write_position(Position.from_moves("4453"))
    '--o-xo-x--'
    """
    require_position(position)
    return write_stacks(position)


def _parse_line(number: int, line: str, rules: Rules) -> Paste:
    """Parse a board in one word if the line has a hyphen, else moves; errors give the place in the line."""
    line = line.lower()
    ignored = BLANKS if SEPARATOR in line else SEPARATORS
    places = [place for place, character in enumerate(line, start=1) if character not in ignored]
    word = "".join(line[place - 1] for place in places)
    try:
        if SEPARATOR in word:
            return Paste(kind="board", start=parse_stacks(word, rules))
        moves = parse_moves(word, rules)
        Position.from_moves(moves, rules)
    except IllegalMove as error:
        first_place = places[0] if places else 1
        raise FormatError(str(error), line=number, column=first_place) from None
    except FormatError as error:
        is_at_end = error.column > len(places)
        column = len(line) + 1 if is_at_end else places[error.column - 1]
        raise FormatError(error.reason, line=number, column=column) from None
    return Paste(kind="moves", start=Position(0, 0, rules), moves=moves)


def _parse_link(number: int, line: str) -> Paste:
    """Parse a link in the line with this number."""
    try:
        link = parse_link(line)
    except FormatError as error:
        raise FormatError(error.reason, line=number, column=error.column) from None
    return Paste(kind="link", start=link.start, moves=link.moves, later=link.later)


def _parse_state(text: str) -> Paste:
    """Parse a state file; the first player is the one who moves when the number of discs is even."""
    state_file = parse_state(text)
    state = state_file.state
    if state.rules.is_floating(state.filled):
        raise FormatError("discs float; expected every disc on another one or on the bottom")
    own = state.own.bit_count()
    other = state.other.bit_count()
    if other - own not in (0, 1):
        raise FormatError(
            f"player {state.player} moves next and has {own} discs, the other player {other}; expected as "
            "many of both, or one more of the other"
        )
    position = Position(state.own, state.filled, state.rules)
    notes = []
    if not state_file.names_player:
        notes.append(
            f"The seventh line is missing; going by the number of discs, player {state.player} moves next."
        )
    if position.first != state.discs_of_player(1):
        notes.append(
            f"Player 2 began this game, so its discs are {FIRST_MARK} here, those of player 1 {SECOND_MARK}."
        )
    return Paste(kind="state", start=position, notes=tuple(notes))


def _parse_columns(text: str, rules: Rules) -> Paste:
    """Parse Alice and Bill's columns; Alice is to move unless only Bill can be."""
    mover: Name = ALICE
    try:
        position = parse_columns(text, first=ALICE, rules=rules)
    except FormatError as error:
        mover = BILL
        try:
            position = parse_columns(text, first=BILL, rules=rules)
        except FormatError:
            raise error from None
    alice_is_first = (mover == ALICE) == (position.turn == 0)
    alice = FIRST_MARK if alice_is_first else SECOND_MARK
    bill = SECOND_MARK if alice_is_first else FIRST_MARK
    note = f"{mover.title()} is to move. Alice's discs are {alice}, Bill's are {bill}."
    return Paste(kind="columns", start=position, notes=(note,))


def _spaced_drawing(text: str) -> str:
    """Return a drawing as ``parse_board`` reads it: capital marks, separated by blanks."""
    lines = []
    for line in text.splitlines():
        compact = line.strip().lower()
        is_compact_row = bool(compact) and frozenset(compact) <= DRAWING_CHARACTERS
        spaced = " ".join(compact) if is_compact_row else line
        lines.append(spaced.upper())
    return "\n".join(lines)
