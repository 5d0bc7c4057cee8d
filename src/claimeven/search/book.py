"""Stored scores of early positions: answers in microseconds, without the kernels.

A book file is a header, a checksum and a compressed body:

    bytes  0 ..  7   magic, b"CLMEVN" and the format version as two digits
    bytes  8 .. 15   columns, rows, plies, variant (one byte each), number of positions (uint32)
    bytes 16 .. 47   SHA-256 of the bytes 0 .. 15 and the body
    from 48          body: zlib of the sorted keys (uint64) as eight planes of bytes, the lowest first,
                     and then one signed byte a position: its score

All numbers are little-endian; a variant is its place in VARIANTS, 0 for Connect Four and 1 for Max-Connect4.
A position and its mirror image share the smaller of their two keys. The book holds every unfinished position
of up to ``plies`` discs that a game can lead to.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from array import array
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from claimeven.errors import BookError, GeometryError
from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Position
from claimeven.rules.variant import CONNECT_FOUR, MAX_CONNECT_FOUR, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping

MAGIC = b"CLMEVN01"
HEADER = struct.Struct("<8sBBBBI")
KEY_BYTES = 8
VARIANTS = (CONNECT_FOUR, MAX_CONNECT_FOUR)
PACKAGED = {CONNECT_FOUR: "book-7x6.bin", MAX_CONNECT_FOUR: "book-max-7x6.bin"}


@dataclass(frozen=True, slots=True)
class Book:
    """Exact scores of every unfinished position of up to ``plies`` discs."""

    geometry: Geometry
    plies: int
    keys: array[int] = field(repr=False)
    scores: array[int] = field(repr=False)
    variant: Variant = CONNECT_FOUR

    def __len__(self) -> int:
        return len(self.keys)

    def score(self, position: Position) -> int | None:
        """The stored score, or None for a position that this book does not cover.

        It covers what a game can lead to; raises BookError if such a position is missing.
        """
        kind = position.geometry, position.variant
        if kind != (self.geometry, self.variant) or position.ply > self.plies or position.is_over:
            return None
        key = book_key(position)
        place = bisect_left(self.keys, key)
        if place < len(self.keys) and self.keys[place] == key:
            return self.scores[place]
        if _can_be_played(position):
            raise BookError(
                f"the book of {self.plies} plies lacks a position of {position.ply}: it is incomplete"
            )
        return None


def book_key(position: Position) -> int:
    """The key that a position shares with its mirror image."""
    return min(position.key, position.mirror().key)


def _can_be_played(position: Position) -> bool:
    """True when some order of drops, the sides in turn, leads here; for positions of few discs."""
    if not position.filled:
        return True
    for column in range(position.geometry.columns):
        discs = position.filled & position.geometry.column_mask(column)
        top = 1 << discs.bit_length() >> 1
        if top & position.other:
            before = Position(
                position.other ^ top, position.filled ^ top, position.geometry, position.variant
            )
            if not before.is_over and _can_be_played(before):
                return True
    return False


def write_book(
    geometry: Geometry, plies: int, scores: Mapping[int, int], variant: Variant = CONNECT_FOUR
) -> bytes:
    """The file of a book that maps book keys to scores."""
    keys = sorted(scores)
    words = struct.pack(f"<{len(keys)}Q", *keys)
    planes = b"".join(words[plane::KEY_BYTES] for plane in range(KEY_BYTES))
    body = zlib.compress(planes + struct.pack(f"<{len(keys)}b", *(scores[key] for key in keys)), 9)
    header = HEADER.pack(MAGIC, geometry.columns, geometry.rows, plies, VARIANTS.index(variant), len(keys))
    return header + hashlib.sha256(header + body).digest() + body


def parse_book(data: bytes) -> Book:
    """The book in a file; raises BookError when a single bit of it is not as it was written."""
    body_start = HEADER.size + hashlib.sha256().digest_size
    if len(data) < body_start or not data.startswith(MAGIC):
        raise BookError(f"not a book: expected {MAGIC.decode()} and at least {body_start} bytes")
    header, checksum, body = data[: HEADER.size], data[HEADER.size : body_start], data[body_start:]
    if hashlib.sha256(header + body).digest() != checksum:
        raise BookError("the book is damaged: its checksum does not match")
    _, columns, rows, plies, variant, count = HEADER.unpack(header)
    try:
        geometry = Geometry(columns, rows)
        content = zlib.decompress(body)
    except (GeometryError, zlib.error) as error:
        raise BookError(f"the book is damaged: {error}") from None
    if variant >= len(VARIANTS):
        raise BookError(f"the book is for a variant {variant}; known are 0 to {len(VARIANTS) - 1}")
    if len(content) != count * (KEY_BYTES + 1):
        raise BookError(f"the book is damaged: {count} positions do not fill {len(content)} bytes")
    words = bytearray(count * KEY_BYTES)
    for plane in range(KEY_BYTES):
        words[plane::KEY_BYTES] = content[plane * count : (plane + 1) * count]
    keys = array("Q", struct.unpack(f"<{count}Q", words))
    scores = array("b", content[KEY_BYTES * count :])
    return Book(geometry, plies, keys, scores, VARIANTS[variant])


@cache
def packaged_book(variant: Variant = CONNECT_FOUR) -> Book:
    """The book of a variant that comes with this package: 7x6; raises BookError if it is not there."""
    name = PACKAGED[variant]
    try:
        data = resources.files("claimeven.search").joinpath(name).read_bytes()
    except OSError as error:
        raise BookError(
            f"the book {name} cannot be read: {error}; it should be part of this package"
        ) from None
    return parse_book(data)
