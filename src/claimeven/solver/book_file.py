"""Book files: the format, and the two books that come with the package.

A book file is a header, a checksum and a compressed body:

    bytes  0 ..  7   magic, b"CLMEVN" and the format version as two digits
    bytes  8 .. 15   columns, rows, plies, variant (one byte each), number of positions (uint32)
    bytes 16 .. 47   SHA-256 of the bytes 0 .. 15 and the body
    from 48          body: zlib of the sorted keys (uint64) as eight planes of bytes, the lowest first,
                     then one signed byte a position: its score,
                     then one byte a position: its best column, and one: that of its mirror image

All numbers are little-endian; a variant is its place in GAMES: 0 for Connect Four and 1 for Max-Connect4.
"""

from __future__ import annotations

import hashlib
import struct
import sys
import zlib
from array import array
from collections.abc import Mapping
from functools import cache
from importlib import resources

from claimeven.errors import BookError, GeometryError
from claimeven.rules.rules import CONNECT_FOUR, GAMES, MAX_CONNECT_FOUR, Rules
from claimeven.solver.book import NO_MOVE, Book

VERSION = "01"
MAGIC = b"CLMEVN" + VERSION.encode()
HEADER = struct.Struct("<8sBBBBI")
BODY_START = HEADER.size + hashlib.sha256().digest_size
KEY_BYTES = 8
ENTRY_BYTES = KEY_BYTES + 3
PACKAGED = {CONNECT_FOUR: "book-7x6.bin", MAX_CONNECT_FOUR: "book-max-7x6.bin"}


def write_book(
    rules: Rules,
    plies: int,
    scores: Mapping[int, int],
    moves: Mapping[int, tuple[int, int]] | None = None,
) -> bytes:
    """Return the file of a book that maps book keys to scores, and some of them to best columns.

    The second of two columns is that of the mirror image.
    """
    keys = sorted(scores)
    words = struct.pack(f"<{len(keys)}Q", *keys)
    content = bytearray()
    for plane in range(KEY_BYTES):
        content += words[plane::KEY_BYTES]
    for key in keys:
        content += struct.pack("<b", scores[key])
    stored_moves = moves or {}
    for side in (0, 1):  # the position, then its mirror image
        for key in keys:
            columns = stored_moves.get(key, (NO_MOVE, NO_MOVE))
            content.append(columns[side])
    body = zlib.compress(content, 9)
    variant = list(GAMES).index(rules.name)
    header = HEADER.pack(MAGIC, rules.columns, rules.rows, plies, variant, len(keys))
    return header + hashlib.sha256(header + body).digest() + body


def checksum_of(data: bytes) -> bytes:
    """Return the checksum that a book file states."""
    return data[HEADER.size : BODY_START]


def parse_book(data: bytes) -> Book:
    """Return the book in a file; raise BookError when a single bit of it is not as it was written."""
    if len(data) < BODY_START or not data.startswith(MAGIC):
        raise BookError(f"not a book: expected {MAGIC.decode()} and at least {BODY_START} bytes")
    header = data[: HEADER.size]
    checksum = checksum_of(data)
    body = data[BODY_START:]
    if hashlib.sha256(header + body).digest() != checksum:
        raise BookError("the book is damaged: its checksum does not match")
    _, columns, rows, plies, variant, count = HEADER.unpack(header)
    if variant >= len(GAMES):
        raise BookError(f"the book is for a variant {variant}; known are 0 to {len(GAMES) - 1}")
    game = list(GAMES.values())[variant]
    try:
        rules = game.sized(columns, rows)
        content = zlib.decompress(body)
    except (GeometryError, zlib.error) as error:
        raise BookError(f"the book is damaged: {error}") from None
    if len(content) != count * ENTRY_BYTES:
        raise BookError(f"the book is damaged: {count} positions do not fill {len(content)} bytes")
    scores_start = KEY_BYTES * count
    scores_end = scores_start + count
    keys = _parse_keys(content[:scores_start], count)
    scores = array("b", content[scores_start:scores_end])
    return Book(rules, plies, keys, scores, content[scores_end:])


def _parse_keys(planes: bytes, count: int) -> array[int]:
    """Return the keys that are stored as eight planes of bytes."""
    words = bytearray(count * KEY_BYTES)
    for plane in range(KEY_BYTES):
        words[plane::KEY_BYTES] = planes[plane * count : (plane + 1) * count]
    keys = array("Q", bytes(words))
    if sys.byteorder == "big":
        keys.byteswap()
    return keys


def packaged_bytes(rules: Rules = CONNECT_FOUR) -> bytes:
    """Return the book file of 7x6 that comes with this package; raise BookError if it is not there."""
    name = PACKAGED[rules]
    try:
        return resources.files("claimeven.solver").joinpath(name).read_bytes()
    except OSError as error:
        raise BookError(
            f"the book {name} cannot be read: {error}; it should be part of this package"
        ) from None


@cache
def packaged_book(rules: Rules = CONNECT_FOUR) -> Book:
    """Return the book of a game that comes with this package; raise BookError if it is not there.

    It is that of 7x6, which knows nothing about other sizes.
    """
    usual = GAMES[rules.name]
    if rules != usual:
        return packaged_book(usual)
    return parse_book(packaged_bytes(usual))
