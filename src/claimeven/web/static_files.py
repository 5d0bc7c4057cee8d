"""The files of the page: read, joined and packed once, so that no request can name any other file."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from claimeven.web.joined import join_modules

INDEX = "index.html"
SHEET = re.compile(r' *<link rel="stylesheet" href="/(css/\w+\.css)">\n')
TYPES = {  # what the system calls these files differs from one to the next
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".map": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file with what a browser has to know of it; ``lasts`` when its path names what is in it."""

    plain: bytes
    packed: bytes
    digest: str
    media_type: str
    lasts: bool


def load_static_files() -> dict[str, StaticFile]:
    """Every file of the page by its path, as ``js/main.js``; the index also by the empty path.

    The index does not name those: it names what ``_kept`` makes of them, in a folder whose name is a digest
    of it all. So a browser asks for few files, and may keep them.
    """
    texts = dict(_walk(resources.files("claimeven.web").joinpath("static"), ""))
    page = texts[INDEX].decode()
    kept = _kept(page, texts)
    version = _digest(b"".join(path.encode() + kept[path] for path in sorted(kept)))[:16]
    texts[INDEX] = texts[""] = _index(page, version).encode()
    files = {path: _file(path or INDEX, content) for path, content in texts.items()}
    return files | {f"{version}/{path}": _file(path, kept[path], lasts=True) for path in kept}


def _kept(page: str, texts: dict[str, bytes]) -> dict[str, bytes]:
    """All sheets that the page names in one, all scripts in one with its map, and pictures as they are."""
    modules = {
        path.removeprefix("js/").removesuffix(".js"): content.decode()
        for path, content in texts.items()
        if path.startswith("js/")
    }
    script, script_map = join_modules(modules, "main")
    kept = {
        "page.css": "\n".join(texts[path].decode() for path in SHEET.findall(page)),
        "page.js": f"{script}//# sourceMappingURL=page.js.map\n",
        "page.js.map": script_map,
    }
    pictures = {path: content for path, content in texts.items() if path.endswith(".svg")}
    return {path: text.encode() for path, text in kept.items()} | pictures


def _index(page: str, version: str) -> str:
    """The page with one sheet and one script, and every file in the folder of its version."""
    page = SHEET.sub("", page, count=len(SHEET.findall(page)) - 1)
    page = SHEET.sub('  <link rel="stylesheet" href="/page.css">\n', page).replace("/js/main.js", "/page.js")
    return re.sub(r'(href|src)="/(\w[\w/.]*\.(?:js|css|svg))', rf'\1="/{version}/\2', page)


def _file(path: str, content: bytes, *, lasts: bool = False) -> StaticFile:
    media_type = TYPES.get(f".{path.rpartition('.')[2]}", "application/octet-stream")
    return StaticFile(content, gzip.compress(content, mtime=0), _digest(content), media_type, lasts)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{path}/")
        else:
            yield path, entry.read_bytes()
