"""The files of the page: read, joined and packed once, so that no request can name any other file."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources
from importlib.resources.abc import Traversable

from claimeven.web.joined import join_modules, join_sheets

INDEX = "index.html"
SHEET = re.compile(r' *<link rel="stylesheet" href="/(css/\w+\.css)">\n')
TYPES = {  # what the system calls these files differs from one to the next
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
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

    The index does not name those: it names what ``_kept`` makes of them, in a folder whose name is a digest
    of it all. So a browser asks for few files, and may keep them.
    """
    texts = dict(_walk(resources.files("claimeven.web").joinpath("static"), ""))
    files = {path: _file(path, content) for path, content in texts.items()}
    if INDEX in texts:
        page = texts[INDEX].decode()
        kept = _kept(page, texts)
        version = hashlib.sha256(b"".join(path.encode() + kept[path] for path in sorted(kept))).hexdigest()[
            :16
        ]
        files |= {
            f"{version}/{path}": replace(_file(path, content), lasts=True) for path, content in kept.items()
        }
        files[INDEX] = files[""] = _file(INDEX, _index(page, version).encode())
    return files


def _kept(page: str, texts: dict[str, bytes]) -> dict[str, bytes]:
    """All sheets that the page names in one, all scripts in one with its map, and pictures as they are."""
    modules = {
        path.removeprefix("js/").removesuffix(".js"): content.decode()
        for path, content in texts.items()
        if path.startswith("js/")
    }
    script, script_map = join_modules(modules, "main")
    kept = {
        "page.css": join_sheets([texts[path].decode() for path in SHEET.findall(page)]),
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
