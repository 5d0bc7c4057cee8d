"""Stored scores and moves of early positions: answers in microseconds, without the kernels.

A book file is a header, a checksum and a compressed body:

    bytes  0 ..  7   magic, b"CLMEVN" and the format version as two digits
    bytes  8 .. 15   columns, rows, plies, variant (one byte each), number of positions (uint32)
    bytes 16 .. 47   SHA-256 of the bytes 0 .. 15 and the body
    from 48          body: zlib of the sorted keys (uint64) as eight planes of bytes, the lowest first,
                     then one signed byte a position: its score,
                     then one byte a position: its best column, and one: that of its mirror image

All numbers are little-endian; a variant is its place in GAMES: 0 for Connect Four and 1 for Max-Connect4.
A position and its mirror image share the smaller of their two keys. The book holds every unfinished position
of up to ``plies`` discs that a game can lead to. It may hold later ones, such as those on the best line of
the empty board, so that this line needs no search.

A best column is the first one, centre first and then left, that keeps the score; it counts from 0, and 255 is
none stored. The mirror image has its own since of two equal columns the left one is taken there, too.
"""

from __future__ import annotations

import hashlib
import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from claimeven.errors import BookError, GeometryError
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import final_value

if TYPE_CHECKING:
    from claimeven.solver.arrays import Boards, Flags, Scores

VERSION = "01"
MAGIC = b"CLMEVN" + VERSION.encode()
HEADER = struct.Struct("<8sBBBBI")
BODY_START = HEADER.size + hashlib.sha256().digest_size
KEY_BYTES = 8
ENTRY_BYTES = KEY_BYTES + 3
NO_MOVE = 255
PACKAGED = {CONNECT_FOUR: "book-7x6.bin", MAX_CONNECT_FOUR: "book-max-7x6.bin"}


@dataclass(frozen=True, slots=True)
class Book:
    """Exact scores of every unfinished position of up to ``plies`` discs, and perhaps of some later ones.

    ``moves`` are best columns as the file has them: of all positions, then of their mirror images.
    """

    rules: Rules
    plies: int
    keys: array[int] = field(repr=False)
    scores: array[int] = field(repr=False)
    moves: bytes = field(default=b"", repr=False)

    def __len__(self) -> int:
        return len(self.keys)

    def score(self, position: Position) -> int | None:
        """The stored score, or None for a position that this book does not cover.

        It covers what a game can lead to; raises BookError if such a position is missing.
        """
        if position.rules != self.rules or not self.keys:
            return None
        place = self._place(book_key(position))
        if place is not None:
            return self.scores[place]
        if position.ply <= self.plies and not position.is_over and game_to(position) is not None:
            raise BookError(
                f"the book of {self.plies} plies lacks a position of {position.ply}: it is incomplete"
            )
        return None

    def scores_of(self, boards: Boards) -> tuple[Scores, Flags]:
        """``score`` for many: the stored scores, and where there is one; raises BookError likewise."""
        import numpy as np

        scores, known = np.zeros(len(boards), np.int8), np.zeros(len(boards), np.bool_)
        if boards.rules != self.rules or not self.keys:
            return scores, known
        wanted, _ = boards.first_keys()
        keys = np.asarray(self.keys)
        places = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
        known = keys[places] == wanted
        scores[known] = np.asarray(self.scores)[places[known]]
        rest = boards.where(~known)
        for position in rest.where(rest.plies <= self.plies).positions():
            self.score(position)  # finished, or what no game leads to, or the book is incomplete
        return scores, known

    def best_column(self, position: Position) -> int | None:
        """The stored best column (0-based), or None where none is stored."""
        if position.rules != self.rules or not self.moves:
            return None
        key = book_key(position)
        place = self._place(key)
        if place is None:
            return None
        column = self.moves[place if position.key == key else len(self) + place]
        return None if column == NO_MOVE else column

    def _place(self, key: int) -> int | None:
        """Where a key stands."""
        place = bisect_left(self.keys, key)
        return place if place < len(self.keys) and self.keys[place] == key else None


def book_key(position: Position) -> int:
    """The key that a position shares with its mirror image."""
    key = position.key
    return min(key, position.rules.mirror(key))


def position_of(key: int, rules: Rules) -> Position:
    """The position of a key (solver/arrays.py); raises BookError for a number that is the key of none."""
    below = key
    for _ in range(rules.rows):
        below |= below >> 1 & rules.board
    filled = below >> 1 & rules.board
    own = key & filled
    if own + filled + rules.bottom != key or own.bit_count() != filled.bit_count() // 2:
        raise BookError(f"{key} is not the key of a position of {rules}")
    return Position(own, filled, rules)


def game_to(position: Position, dead_ends: set[Position] | None = None) -> tuple[int, ...] | None:
    """The columns of a game that leads to a position, or None if none does; quick for few discs.

    ``dead_ends`` are positions that are known to have no game, to which it adds.
    """
    if not position.filled:
        return ()
    dead_ends = set() if dead_ends is None else dead_ends
    for column in range(position.rules.columns):
        discs = position.filled & position.rules.column_masks[column]
        top = 1 << discs.bit_length() >> 1
        if top & position.other:
            before = Position(position.other ^ top, position.filled ^ top, position.rules)
            if not before.is_over and before not in dead_ends:
                game = game_to(before, dead_ends)
                if game is not None:
                    return (*game, column)
    dead_ends.add(position)
    return None


def early_positions(rules: Rules, plies: int) -> list[dict[int, Position]]:
    """For each number of discs up to ``plies``, the unfinished positions by book key.

    Mirror images stand there once, in the order in which they are first met, neighbours together.
    """
    layers = [by_key([Position(0, 0, rules)])]
    for _ in range(plies):
        layers.append(by_key(child for position in layers[-1].values() for child in children_of(position)))
    return layers


def by_key(positions: Iterable[Position]) -> dict[int, Position]:
    """The unfinished ones by book key, mirror images once, as the one that has the key."""
    found: dict[int, Position] = {}
    for position in positions:
        if not position.is_over and (key := book_key(position)) not in found:
            found[key] = position if position.key == key else position.mirror()
    return found


def children_of(position: Position) -> Iterator[Position]:
    """The positions after each possible disc, left to right."""
    return (child for _, child in position.children())


def known_score(position: Position, scores: Mapping[int, int]) -> int | None:
    """The score of a finished game, or what ``scores`` has under the book key, or None."""
    return final_value(position) if position.is_over else scores.get(book_key(position))


def derived_scores(layers: list[dict[int, Position]], last: Mapping[int, int]) -> dict[int, int]:
    """The scores of all layers when those of the last one are known, by minimax.

    Raises KeyError for a position of the last layer whose score is missing.
    """
    scores = {key: last[key] for key in layers[-1]}
    for layer in reversed(layers[:-1]):
        for key, position in layer.items():
            values = (final_value(c) if c.is_over else scores[book_key(c)] for c in children_of(position))
            scores[key] = -min(values)
    return scores


def write_book(
    rules: Rules,
    plies: int,
    scores: Mapping[int, int],
    moves: Mapping[int, tuple[int, int]] | None = None,
) -> bytes:
    """The file of a book that maps book keys to scores, and some of them to best columns.

    The second of two columns is that of the mirror image.
    """
    keys = sorted(scores)
    words = struct.pack(f"<{len(keys)}Q", *keys)
    planes = [words[plane::KEY_BYTES] for plane in range(KEY_BYTES)]
    planes.append(struct.pack(f"<{len(keys)}b", *(scores[key] for key in keys)))
    planes += (bytes((moves or {}).get(key, (NO_MOVE, NO_MOVE))[side] for key in keys) for side in range(2))
    body = zlib.compress(b"".join(planes), 9)
    header = HEADER.pack(MAGIC, rules.columns, rules.rows, plies, list(GAMES).index(rules.name), len(keys))
    return header + hashlib.sha256(header + body).digest() + body


def checksum_of(data: bytes) -> bytes:
    """The checksum that a book file states."""
    return data[HEADER.size : BODY_START]


def parse_book(data: bytes) -> Book:
    """The book in a file; raises BookError when a single bit of it is not as it was written."""
    if len(data) < BODY_START or not data.startswith(MAGIC):
        raise BookError(f"not a book: expected {MAGIC.decode()} and at least {BODY_START} bytes")
    header, checksum, body = data[: HEADER.size], checksum_of(data), data[BODY_START:]
    if hashlib.sha256(header + body).digest() != checksum:
        raise BookError("the book is damaged: its checksum does not match")
    _, columns, rows, plies, game, count = HEADER.unpack(header)
    if game >= len(GAMES):
        raise BookError(f"the book is for a variant {game}; known are 0 to {len(GAMES) - 1}")
    try:
        rules = [*GAMES.values()][game].sized(columns, rows)
        content = zlib.decompress(body)
    except (GeometryError, zlib.error) as error:
        raise BookError(f"the book is damaged: {error}") from None
    if len(content) != count * ENTRY_BYTES:
        raise BookError(f"the book is damaged: {count} positions do not fill {len(content)} bytes")
    words = bytearray(count * KEY_BYTES)
    for plane in range(KEY_BYTES):
        words[plane::KEY_BYTES] = content[plane * count : (plane + 1) * count]
    scores_end = (KEY_BYTES + 1) * count
    keys, scores = array("Q", bytes(words)), array("b", content[KEY_BYTES * count : scores_end])
    if sys.byteorder == "big":
        keys.byteswap()
    return Book(rules, plies, keys, scores, content[scores_end:])


def packaged_bytes(rules: Rules = CONNECT_FOUR) -> bytes:
    """The book file of 7x6 that comes with this package; raises BookError if it is not there."""
    name = PACKAGED[rules]
    try:
        return resources.files("claimeven.solver").joinpath(name).read_bytes()
    except OSError as error:
        raise BookError(
            f"the book {name} cannot be read: {error}; it should be part of this package"
        ) from None


@cache
def packaged_book(rules: Rules = CONNECT_FOUR) -> Book:
    """The book of a game that comes with this package; raises BookError if it is not there.

    It is that of 7x6, which knows nothing about other sizes.
    """
    usual = GAMES[rules.name]
    return parse_book(packaged_bytes(usual)) if rules == usual else packaged_book(usual)


@cache
def no_book(rules: Rules) -> Book:
    """A book that knows nothing."""
    return Book(rules, -1, array("Q"), array("b"))
