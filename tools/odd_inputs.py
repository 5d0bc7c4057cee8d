"""Generate unusual and invalid inputs for tools/soak.py."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from random import Random

from claimeven import CONNECT_FOUR, Position, Rules
from claimeven.kernels.cache import DIGEST_BYTES, MAGIC
from claimeven.rules.rules import parse_size

ODD_WORDS = """
- -- -1 0 1 7 8 64 65 1e19 nan inf 1_0 ٣ ½ 0x10 4453 4444444 é 🔴 .. / /dev/null /dev/full /dev/zero missing
missing/file.tsv here.txt out.tsv out.json 5x4 0x0 64x1 7x6x5 perfect max four interactive one-move
computer-next tcp:// foo://x 99999999999999999999
"""
ODD = ["", " ", "\x1b[31m", "a\tb", "x" * 5000, *ODD_WORDS.split()]
PATHS = """
/ /solve /api/position /api/parse /api/analyze /api/analyze/stream /api/move /api/review /api/tree
/api/options /api/health /openapi.json /js/main.js /../x
"""
PARAMETERS = "moves board variant size pos player depth seed estimate first pruning format line"
METHODS = "GET GET POST HEAD PUT OPTIONS x"
SEARCHES = ("analyze?", "analyze/stream?", "explain?", "review?", "tree?depth=6&", "tree?depth=6&format=svg&")
SIZES = ("7x6", "7x6", "8x7", "7x7", "6x6")


def random_moves(rng: Random, plies: int, rules: Rules = CONNECT_FOUR) -> str:
    """Return random moves of up to ``plies`` discs, none of which completes a line."""
    position = Position(rules=rules)
    moves = ""
    while position.ply < plies:
        following = {column: position.play(column) for column in position.playable}
        columns = [column for column, child in following.items() if not child.is_over]
        if not columns:
            break
        column = rng.choice(columns)
        position = following[column]
        moves += str(column + 1)
    return moves


def spoiled(rng: Random, text: str) -> str:
    """Return a text with a few characters removed, inserted or replaced."""
    characters = list(text)
    for _ in range(rng.randint(0, 4)):
        place = rng.randint(0, len(characters))
        characters[place : place + rng.randint(0, 2)] = rng.choices(
            "0123478abeXO.x \t\r\n-\x00\u0663é", k=rng.randint(0, 2)
        )
    return "".join(characters)


def damaged(rng: Random, data: bytes) -> bytes:
    """Return bytes with a bit flipped, the end cut off, or a stretch set to zero."""
    place = rng.randrange(max(1, len(data)))
    match rng.randrange(4):
        case 0:
            return data[:place]
        case 1:
            end = min(len(data), place + rng.randint(1, 4096))
            return data[:place] + bytes(end - place) + data[end:]
        case _:
            return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def planted(data: bytes) -> bytes:
    """Return a file of the cache with other content and the right checksum."""
    content = b"this is not the code of this user"
    return data[: len(MAGIC) + DIGEST_BYTES] + hashlib.sha256(content).digest() + content


def spoil_cache(rng: Random, folder: Path) -> str:
    """Attack a cache of compiled code in a random way; return the name of the attack."""
    victim = rng.choice(sorted(folder.iterdir()))
    whole = victim.read_bytes()
    attacks = [
        "damage",
        "open file",
        "open folder",
        "link",
        "linked folder",
        "pipe",
        "huge",
        "folder",
        "closed",
    ]
    if os.geteuid() == 0:
        attacks += ["foreign file", "foreign folder"]
    attack = rng.choice(attacks)
    match attack:
        case "damage":
            victim.write_bytes(damaged(rng, whole))
        case "open file" | "open folder" | "foreign file" | "foreign folder":
            victim.write_bytes(planted(whole))
            place = victim if attack.endswith("file") else folder
            if attack.startswith("open"):
                place.chmod(place.stat().st_mode | rng.choice((0o020, 0o002)))
            else:
                os.chown(place, 65534, 65534)
        case "link" | "linked folder":
            place = victim if attack == "link" else folder
            elsewhere = folder.with_name("elsewhere")
            victim.write_bytes(planted(whole))
            place.rename(elsewhere)
            place.symlink_to(elsewhere)
        case "pipe":
            victim.unlink()
            os.mkfifo(victim)
        case "folder":
            victim.unlink()
            victim.mkdir()
        case "huge":
            os.truncate(victim, 100 * 2**30)
        case "closed":
            folder.chmod(0)
    return attack


def odd_request(rng: Random) -> bytes:
    """Return an HTTP request that is often invalid in some way."""
    pairs = [
        f"{rng.choice(PARAMETERS.split())}={rng.choice([*ODD, '1234567', 'true'])}"
        for _ in range(rng.randint(0, 3))
    ]
    path = rng.choice(PATHS.split()) + ("?" + "&".join(pairs) if pairs else "")
    body = rng.choice([b"", b"{", b'{"text": "4453"}', b'{"text": 5}', b'{"text": "\\ud800"}', b"[" * 3000])
    head = [
        f"{rng.choice(METHODS.split())} {path.replace(' ', '%20')} HTTP/1.1",
        rng.choice(["Host: 127.0.0.1", "Host: 127.0.0.1", "Host: elsewhere.example", "X: " + "y" * 9000]),
        "Content-Type: " + rng.choice(["application/json", "text/plain"]),
        f"Content-Length: {rng.choice([len(body), len(body), len(body) + 5, -1, 10**9])}",
        rng.choice(["Connection: close", "Connection: close", "Transfer-Encoding: chunked"]),
    ]
    request = "\r\n".join(head).encode(errors="replace") + b"\r\n\r\n" + body
    return damaged(rng, request) if rng.random() < 0.1 else request


def long_search(rng: Random) -> str:
    """Return the path of a request that needs a search, or a tree, on a board of some size."""
    size = rng.choice(SIZES)
    moves = random_moves(rng, rng.randint(8, 16), parse_size(size))
    return f"/api/{rng.choice(SEARCHES)}size={size}&moves={moves}"
