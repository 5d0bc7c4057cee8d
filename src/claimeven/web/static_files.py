"""The files of the page: read and packed once, so that no request can name any other file."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass, replace
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
class Form:
    """The bytes of a file as they are sent, and a tag that no others have."""

    content: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file with what a browser has to know of it; ``lasts`` when its path names what is in it."""

    plain: Form
    packed: Form
    media_type: str
    lasts: bool = False


def load_static_files() -> dict[str, StaticFile]:
    """Every file of the page by its path, as ``js/main.js``; the index also by the empty path.

    All but the index are there a second time, in a folder whose name is a digest of them all. The index finds
    them there, so a browser may keep them, and it names all scripts at once, not one import after another.
    """
    texts = dict(_walk(resources.files("claimeven.web").joinpath("static"), ""))
    files = {path: _file(path, content) for path, content in texts.items()}
    version = hashlib.sha256(b"".join(path.encode() + texts[path] for path in sorted(texts))).hexdigest()[:16]
    files |= {f"{version}/{path}": replace(file, lasts=True) for path, file in files.items() if path != INDEX}
    if INDEX in texts:
        scripts = [path for path in sorted(texts) if path.endswith(".js")]
        files[INDEX] = files[""] = _file(INDEX, _index(texts[INDEX].decode(), version, scripts).encode())
    return files


def _index(page: str, version: str, scripts: list[str]) -> str:
    """The page with every file in the folder of its version, and all scripts named in its head."""
    preloads = "".join(f'  <link rel="modulepreload" href="/{path}">\n' for path in scripts)
    page = page.replace("</head>", f"{preloads}</head>")
    return re.sub(r'(href|src)="/(\w[\w/.]*\.(?:js|css|svg))', rf'\1="/{version}/\2', page)


def _file(path: str, content: bytes) -> StaticFile:
    suffix = f".{path.rpartition('.')[2]}"
    packed = gzip.compress(content, mtime=0)
    return StaticFile(_form(content), _form(packed), TYPES.get(suffix, "application/octet-stream"))


def _form(content: bytes) -> Form:
    return Form(content, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{path}/")
        else:
            yield path, entry.read_bytes()
