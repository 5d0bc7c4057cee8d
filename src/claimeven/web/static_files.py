"""The files of the page: read once from the package, so that no request can name any other file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

INDEX = "index.html"
TYPES = {  # what the system calls these files differs from one to the next
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file with what a browser has to know of it."""

    content: bytes
    media_type: str
    etag: str


def load_static_files() -> dict[str, StaticFile]:
    """Every file of the page by its path, as ``js/main.js``; the index also by the empty path."""
    files = dict(_walk(resources.files("claimeven.web").joinpath("static"), ""))
    if INDEX in files:
        files[""] = files[INDEX]
    return files


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, StaticFile]]:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{path}/")
        else:
            content = entry.read_bytes()
            suffix = f".{entry.name.rpartition('.')[2]}"
            etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            yield path, StaticFile(content, TYPES.get(suffix, "application/octet-stream"), etag)
