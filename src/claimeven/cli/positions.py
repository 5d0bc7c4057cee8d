"""Read the position that a command line names: as an argument, in a file of --board, or on standard input.

A position may be anything that formats/paste.py reads.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimeven.cli.options import NoResult, Options, argument, rules_of, shared, shown_moves
from claimeven.cli.output import write_message
from claimeven.errors import FormatError, IllegalMove
from claimeven.files import STDIN, display_name, read_bytes
from claimeven.formats.cells import SEPARATORS
from claimeven.formats.link import is_link
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.formats.paste import parse_paste
from claimeven.formats.stacks import write_stacks
from claimeven.players.game import Game
from claimeven.plural import pluralize
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

MAX_BYTES = 1 << 16  # of a file; a drawn board needs less than a thousand
MOVES_HELP = (
    'a game or a board: columns in the order played, e.g. 4453 or "4 4 5 3", cells, a link to the page, a '
    "drawn board and others; - is standard input (default: the empty board)"
)
POSITION_OPTIONS: Options = {
    **shared("moves", nargs="*", default=[], help=MOVES_HELP),
    "--board": argument(str, "FILE", "read the position from a file instead; - is standard input"),
}
ONE_MOVE = re.compile(r"\w|[A-Za-z][0-9]{1,2}", re.ASCII)  # a column or a cell


@dataclass(frozen=True, slots=True)
class GivenGame:
    """A game that a command line names, up to the position to show, and its name in messages.

    Moves after that position, which only a link has, are the undone moves of ``game``.
    """

    name: str
    game: Game

    @property
    def position(self) -> Position:
        """The position to show."""
        return self.game.position

    @property
    def moves(self) -> str:
        """The moves to that position."""
        return write_moves(self.game.moves)

    @property
    def board(self) -> str | None:
        """The board that the game begins with, in one word; None for the empty board."""
        start = self.game.start
        return write_stacks(start) if start.filled else None

    @property
    def words(self) -> str:
        """What to write on a command line to name the same position: its moves, or its board in one word."""
        return self.moves if self.board is None else write_stacks(self.position)


def given_game(args: argparse.Namespace) -> GivenGame:
    """Return the one game that a command line names; without any, the empty board.

    Raise NoResult for a text that is not a position, and OSError for a file that cannot be read.
    """
    _require_one_source(args)
    if args.board is not None:
        return read_game(args.board, args)
    words: list[str] = args.moves
    if len(words) > 1 and not are_single_moves(words):
        args.usage_error(
            f"{len(words)} arguments are not one position; quote a position that contains blanks, "
            'e.g. "4 4 5 3"'
        )
    text = " ".join(words)
    return read_game(STDIN, args) if text == STDIN else parse_game(text, args)


def given_games(args: argparse.Namespace) -> Iterator[GivenGame | NoResult]:
    """Yield a game, or why there is none, for every argument, or for the file of --board."""
    _require_one_source(args)
    sources = args.moves if args.board is None else [args.board]
    for source in sources:
        is_file = args.board is not None or source == STDIN
        try:
            yield read_game(source, args) if is_file else parse_game(source, args)
        except NoResult as error:
            yield error


def are_single_moves(words: Sequence[str]) -> bool:
    """Return whether every word is a single move, so that together they could be one game."""
    return all(ONE_MOVE.fullmatch(word.strip(SEPARATORS)) for word in words)


def parse_game(text: str, args: argparse.Namespace) -> GivenGame:
    """Return the game that an argument describes; raise NoResult if it does not describe one."""
    try:
        game = _parse(text, args)
    except FormatError as error:
        reason = _reason_in_argument(text, error)
        if text != "" and os.path.isfile(text):
            reason = f"{reason}; to read the file of that name, use --board"
        raise NoResult(f"{shown_moves(text)}: {reason}") from None
    given = GivenGame("", game)
    return GivenGame(shown_moves(given.moves) if given.board is None else given.words, game)


def read_game(path: str, args: argparse.Namespace) -> GivenGame:
    """Return the game in a file, or on standard input for ``-``; raise NoResult if there is none.

    Raise OSError naming the file if it cannot be read.
    """
    name = display_name(path)
    data = read_bytes(path, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NoResult(f"{name}: more than {MAX_BYTES:,} bytes; expected one position")
    if b"\0" in data:
        raise NoResult(f"{name}: not a text; expected a position, e.g. 4453 or a drawn board")
    text = data.decode("utf-8-sig", "replace")
    if not text.strip():
        raise NoResult(f"{name}: empty; expected a position, e.g. 4453 or a drawn board")
    try:
        return GivenGame(name, _parse(text, args))
    except FormatError as error:
        raise NoResult(f"{name}: {error}") from None


def line_game(moves: str, name: str, rules: Rules) -> GivenGame:
    """Return the game of a line of moves, without any other format; raise NoResult if it is illegal."""
    try:
        Position.from_moves(moves, rules)
    except IllegalMove as error:
        raise NoResult(f"{name}: {error}") from None
    return GivenGame(name, Game(Position(0, 0, rules), parse_moves(moves, rules)))


def _require_one_source(args: argparse.Namespace) -> None:
    """Exit with a usage error if a position is given both as an argument and in a file."""
    if args.moves and args.board is not None:
        args.usage_error("a position is given twice; expected MOVES or --board, not both")


def _parse(text: str, args: argparse.Namespace) -> Game:
    """Return the game of a text, and report what a person should know about it.

    Raise FormatError if it is not a game, or if it contradicts --variant or --size.
    """
    wanted = rules_of(args)
    paste = parse_paste(text, wanted)
    rules = paste.start.rules
    if rules.variant is not wanted.variant and wanted.variant is not CONNECT_FOUR.variant:
        raise FormatError(f"this is a position of {rules.title}; omit --variant {wanted.name}")
    if str(rules) != str(wanted) and str(wanted) != str(CONNECT_FOUR):
        raise FormatError(f"this board is {rules}; omit --size {wanted}")
    if rules.variant is not wanted.variant:
        write_message(f"this is a position of {rules.title}")
    for note in paste.notes:
        write_message(note)
    if paste.later:
        later = pluralize(len(paste.later), "more move")
        write_message(f"the link shows the position after move {len(paste.moves)}; its game has {later}")
    return Game(paste.start, paste.moves, undone=paste.later)


def _reason_in_argument(text: str, error: FormatError) -> str:
    """Return what is wrong with an argument, and where: at a move, a character, or a line and column."""
    if error.reason.startswith("move "):
        return error.reason
    if len(text.splitlines()) > 1:
        return str(error)
    if "is not a column" in error.reason and not is_link(text):
        before = text[: error.column - 1]
        moves_before = [character for character in before if character not in SEPARATORS]
        return f"move {len(moves_before) + 1}: {error.reason}"
    return f"character {error.column}: {error.reason}"
