"""Links to the page, whose query has the game: ``http://127.0.0.1:8765/?moves=4453``.

    variant     four, which may be left out, or max
    size        the board, e.g. 7x6, which may be left out
    board       the board that the game begins with, as stacks.py writes it; without it, the empty board
    moves       the moves since; other sites call them pos
    line, from  the moves of a variation, and how many moves of the game precede it
    on          ``game`` if the game itself is shown and not its variation
    at          how many moves have been made in the position that is shown; without it, all of them

Everything else in a link is ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import unquote_plus, urlencode

from claimeven.errors import FormatError, GeometryError, IllegalMove, shortened
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.formats.stacks import parse_stacks, write_stacks
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, Rules, parse_size

EXAMPLE = "http://127.0.0.1:8765/?moves=4453"
SHOWS_GAME = "game"
_LINK = re.compile(r"\S*\?\S*|\S*://\S*")
_COUNT = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """The game of a link: its start, the moves to the position that is shown, and the moves after it."""

    start: Position
    moves: tuple[int, ...] = ()
    later: tuple[int, ...] = ()


class _Parameter(NamedTuple):
    """The value of a parameter, its place in the link, and whether it is written there as it is."""

    value: str = ""
    place: int = 1
    is_literal: bool = True

    def error(self, reason: str, column: int = 1) -> FormatError:
        """Return an error at character ``column`` of the value, or at its start if it is encoded."""
        offset = column - 1 if self.is_literal else 0
        return FormatError(reason, column=self.place + offset)


_Parameters = dict[str, _Parameter]
_NO_PARAMETER = _Parameter()


def is_link(text: str) -> bool:
    """Return whether ``text`` is one word with a query, or with the scheme of an address."""
    return _LINK.fullmatch(text.strip()) is not None


def parse_link(text: str) -> Link:
    """Return the game of a link; raise FormatError at the value that is wrong, or if there is no game.

    >>> link = parse_link("http://127.0.0.1:8765/?moves=4453&at=3")
    >>> link.moves, link.later
    ((3, 3, 4), (2,))
    """
    parameters = _parse_query(text)
    if not any(_get(parameters, name).value for name in ("moves", "pos", "board", "line")):
        raise FormatError(f"this link has no moves and no board; expected e.g. {EXAMPLE}")
    start = _parse_start(parameters)
    moves_name = "moves" if "moves" in parameters else "pos"
    moves = _parse_moves(_get(parameters, moves_name), start)
    moves = _shown_moves(parameters, start, moves)
    shown = len(moves)
    at = _get(parameters, "at").value
    if _COUNT.fullmatch(at):
        shown = min(int(at), len(moves))
    return Link(start=start, moves=moves[:shown], later=moves[shown:])


def write_query(start: Position, moves: tuple[int, ...]) -> str:
    """Return the shortest query of a game, as ``parse_link`` reads it after a ``?``; empty for a new game.

    >>> write_query(Position(), (3, 3, 4, 2))
    'moves=4453'
    """
    rules = start.rules
    parameters: dict[str, str] = {}
    if start.filled:
        parameters["board"] = write_stacks(start)
    if moves:
        parameters["moves"] = write_moves(moves)
    if rules.name != CONNECT_FOUR.name:
        parameters["variant"] = rules.name
    if str(rules) != str(CONNECT_FOUR):
        parameters["size"] = str(rules)
    return urlencode(parameters)


def _parse_query(text: str) -> _Parameters:
    """Return the parameters in the query of a link; of equal names the first counts, as in a browser."""
    parameters: _Parameters = {}
    address, _, _ = text.rstrip().partition("#")
    place = address.find("?") + 1  # before the first character of the next part
    if place == 0:
        return parameters
    for part in address[place:].split("&"):
        name, separator, raw_value = part.partition("=")
        value = unquote_plus(raw_value)
        value_place = place + len(name) + len(separator) + 1
        if name not in parameters:
            parameters[name] = _Parameter(value, value_place, value == raw_value)
        place += len(part) + 1
    return parameters


def _get(parameters: _Parameters, name: str) -> _Parameter:
    """Return a parameter, or an empty one if the link does not have it."""
    return parameters.get(name, _NO_PARAMETER)


def _parse_start(parameters: _Parameters) -> Position:
    """Return the position that the game begins with, on the board and with the rules of the link."""
    rules = _parse_rules(parameters)
    board = _get(parameters, "board")
    if not board.value:
        return Position(0, 0, rules)
    try:
        return parse_stacks(board.value.lower(), rules)
    except FormatError as error:
        raise board.error(error.reason, error.column) from None


def _parse_rules(parameters: _Parameters) -> Rules:
    """Return the variant and the size of the board."""
    variant = _get(parameters, "variant")
    name = variant.value or CONNECT_FOUR.name
    if name not in GAMES:
        raise variant.error(f"{shortened(name)} is not a variant; expected {' or '.join(GAMES)}")
    size = _get(parameters, "size")
    try:
        return parse_size(size.value or str(CONNECT_FOUR), GAMES[name])
    except GeometryError as error:
        raise size.error(str(error)) from None


def _parse_moves(parameter: _Parameter, start: Position) -> tuple[int, ...]:
    """Return the columns of moves that can be played from ``start``."""
    try:
        moves = parse_moves(parameter.value.lower(), start.rules)
        for _ in start.along(moves):
            pass
    except FormatError as error:
        raise parameter.error(error.reason, error.column) from None
    except IllegalMove as error:
        raise parameter.error(str(error)) from None
    return moves


def _shown_moves(parameters: _Parameters, start: Position, moves: tuple[int, ...]) -> tuple[int, ...]:
    """Return the moves of the variation if the link shows one, else those of the game."""
    line = parameters.get("line")
    if line is None or _get(parameters, "on").value == SHOWS_GAME:
        return moves
    count = parameters.get("from", _Parameter(str(len(moves))))
    if not _COUNT.fullmatch(count.value) or int(count.value) > len(moves):
        reason = f"from={count.value} is out of range; the game has moves 0 to {len(moves)}"
        raise count.error(reason)
    before = moves[: int(count.value)]
    return before + _parse_moves(line, start.play_all(before))
