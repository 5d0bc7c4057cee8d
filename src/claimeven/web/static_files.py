"""The files of the page: read, joined and gzipped once, so that no request can name any other file.

Its modules become one script, so that a slow line is not asked for sixty files. Nothing else is done to them.
A module becomes a function, called once, after those that it imports from:

    import { byId as find } from "../views/dom.js";     const { byId: find } = module_views$dom;
    export const load = () => find("keys");             const load = () => find("keys");
                                                        return { load };

Every line stays a line, so the map that leads the tools of a browser back to the modules is simple.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from claimeven.files import suffix_of

INDEX = "index.html"
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[\w./]+)\.js";', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
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
    """A file with what a browser has to know of it; ``is_immutable`` when its path names what is in it."""

    plain: bytes
    gzipped: bytes
    digest: str
    media_type: str
    is_immutable: bool


def load_static_files() -> dict[str, StaticFile]:
    """Every file of the page by its path, as ``js/main.js``; the index also by the empty path.

    The index does not name those: it names what ``_kept`` makes of them, in a folder whose name is a digest
    of it all. So a browser asks for few files, and may keep them.
    """
    texts = _texts(resources.files("claimeven.web") / "static")
    kept = _kept(texts)
    version = _digest("".join(path + kept[path] for path in sorted(kept)))[:16]
    texts[INDEX] = texts[""] = _index(texts[INDEX], version)
    found = {path: _file(path or INDEX, text) for path, text in texts.items()}
    return found | {f"{version}/{path}": _file(path, kept[path], is_immutable=True) for path in kept}


def _texts(folder: Traversable, above: str = "") -> dict[str, str]:
    """The files of the page by their paths; the folder may be in a zip file."""
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        path = above + entry.name
        if entry.is_dir():
            found |= _texts(entry, f"{path}/")
        elif entry.is_file() and suffix_of(entry.name) in TYPES:
            found[path] = entry.read_text("utf-8")
    return found


def _kept(texts: dict[str, str]) -> dict[str, str]:
    """All sheets that the page names in one, all scripts in one with its map, and pictures as they are."""
    modules = {
        path.removeprefix("js/").removesuffix(".js"): text
        for path, text in texts.items()
        if path.startswith("js/")
    }
    script, script_map = join_modules(modules, "main")
    pictures = {path: text for path, text in texts.items() if path.endswith(".svg")}
    return pictures | {
        "page.css": "\n".join(texts[path] for path in SHEET.findall(texts[INDEX])),
        "page.js": f"{script}//# sourceMappingURL=page.js.map\n",
        "page.js.map": script_map,
    }


def join_modules(modules: dict[str, str], first: str) -> tuple[str, str]:
    """One script that does what ``first`` does, and its map. Names are paths, e.g. ``game/rules``.

    Raises ValueError where a module imports or exports in another way than shown above, or where modules
    import each other in a circle: a function cannot wait for itself.
    """
    lines: list[str] = []
    sections = []
    for name in _order(modules, first):
        body = _body(name, modules[name]).split("\n")
        lines.append(f"const {_variable(name)} = (() => {{")
        sections.append({"offset": {"line": len(lines), "column": 0}, "map": _map(name, len(body))})
        lines += [*body, f"return {{ {', '.join(EXPORT.findall(modules[name]))} }};", "})();"]
    return "\n".join(lines) + "\n", json.dumps({"version": 3, "sections": sections})


def _order(modules: dict[str, str], first: str) -> list[str]:
    """The modules that ``first`` needs and itself, each behind those that it imports from."""
    ordered: list[str] = []

    def visit(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise ValueError(f"modules import each other in a circle: {' -> '.join((*way, name))}")
        if name in ordered:
            return
        for _, needed in IMPORT.findall(modules[name]):
            visit(_resolve(name, needed), (*way, name))
        ordered.append(name)

    visit(first, ())
    return ordered


def _resolve(importer: str, path: str) -> str:
    """The name of the module that ``importer`` names by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _variable(name: str) -> str:
    """The variable that holds what a module exports."""
    return "module_" + name.replace("/", "$")


def _body(name: str, module: str) -> str:
    def taken(found: re.Match[str]) -> str:
        """An import as a constant; a list over several lines stays one."""
        return f"const {{{found[1].replace(' as ', ': ')}}} = {_variable(_resolve(name, found[2]))};"

    body = IMPORT.sub(taken, EXPORT.sub("", module)).rstrip("\n")
    if other := OTHER.search(body):
        wanted = 'import { … } from "./….js"; or export before a function, a const or a class'
        raise ValueError(f"{name}.js has {other[0]!r}; expected {wanted}")
    return body


def _map(name: str, count: int) -> dict[str, object]:
    """So many lines are those of a module: 'the same column of the next line', again and again."""
    mappings = ";".join(["AAAA", *["AACA"] * (count - 1)])
    return {"version": 3, "sources": [f"/js/{name}.js"], "names": [], "mappings": mappings}


def _index(page: str, version: str) -> str:
    """The page with one sheet and one script, and every file in the folder of its version."""
    page = SHEET.sub("", page, count=len(SHEET.findall(page)) - 1)
    page = SHEET.sub('  <link rel="stylesheet" href="/page.css">\n', page).replace("/js/main.js", "/page.js")
    return re.sub(r'(href|src)="/(\w[\w/.]*\.(?:js|css|svg))', rf'\1="/{version}/\2', page)


def _file(path: str, text: str, *, is_immutable: bool = False) -> StaticFile:
    plain = text.encode()
    return StaticFile(
        plain, gzip.compress(plain, mtime=0), _digest(text), TYPES[Path(path).suffix], is_immutable
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
