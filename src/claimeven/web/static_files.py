"""The files of the page: read, bundled and compressed once, so that a request cannot name any other file.

The JavaScript modules become one script, so that a slow connection does not wait for sixty files. Nothing
else is done to them. A module becomes a function that is called once, after the modules that it imports:

    import { byId as find } from "../views/dom.js";     const { byId: find } = module_views$dom;
    export const load = () => find("keys");             const load = () => find("keys");
                                                        return { load };

Every line stays a line, which keeps the source map simple.

starlette's StaticFiles and GZipMiddleware do not serve here: the bundle exists only in memory, the package
may be in a zip file, and a compressed file needs an ETag of its own.
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
from typing import Any

from claimeven.files import suffix_of

INDEX = "index.html"
MAIN_MODULE = "main"
VERSION_LENGTH = 16  # characters of a digest
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[\w./]+)\.js";', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
OTHER_STATEMENT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
STYLESHEET = re.compile(r' *<link rel="stylesheet" href="/(css/\w+\.css)">\n')
LINK = re.compile(r'(href|src)="/(\w[\w/.]*\.(?:js|css|svg))')
TYPES = {  # by suffix, because the types that Python guesses differ from one system to the next
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".map": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file and its headers; it ``is_immutable`` if its path changes with its content."""

    plain: bytes
    gzipped: bytes
    digest: str
    media_type: str
    is_immutable: bool


def load_static_files() -> dict[str, StaticFile]:
    """Return every file of the page by its path, e.g. ``js/main.js``; the index has the empty path as well.

    The index refers to bundles of these files, in a folder whose name is a digest of them. So a browser loads
    few files, and may keep them for ever.
    """
    texts = _read_texts(resources.files("claimeven.web") / "static")
    bundles = _bundles(texts)
    version = _version(bundles)
    index = _index_of_bundles(texts[INDEX], version)
    texts[INDEX] = index
    files = {path: _static_file(path, text) for path, text in texts.items()}
    files[""] = files[INDEX]
    for path, text in bundles.items():
        files[f"{version}/{path}"] = _static_file(path, text, is_immutable=True)
    return files


def _read_texts(folder: Traversable, prefix: str = "") -> dict[str, str]:
    """Return the files below a folder, which may be in a zip file, by their paths."""
    texts: dict[str, str] = {}
    for entry in folder.iterdir():
        path = prefix + entry.name
        if entry.is_dir():
            texts |= _read_texts(entry, f"{path}/")
        elif entry.is_file() and suffix_of(entry.name) in TYPES:
            texts[path] = entry.read_text("utf-8")
    return texts


def _bundles(texts: dict[str, str]) -> dict[str, str]:
    """Return one stylesheet, one script with its source map, and the pictures as they are."""
    modules = {}
    bundles = {}
    for path, text in texts.items():
        if path.startswith("js/"):
            modules[path.removeprefix("js/").removesuffix(".js")] = text
        elif path.endswith(".svg"):
            bundles[path] = text
    script, source_map = bundle_modules(modules, MAIN_MODULE)
    stylesheets = [texts[path] for path in STYLESHEET.findall(texts[INDEX])]
    bundles["page.css"] = "\n".join(stylesheets)
    bundles["page.js"] = f"{script}//# sourceMappingURL=page.js.map\n"
    bundles["page.js.map"] = source_map
    return bundles


def bundle_modules(modules: dict[str, str], main: str) -> tuple[str, str]:
    """Return one script that does what the module ``main`` does, and its source map.

    Modules are named by their paths, e.g. ``game/rules``. Raises ValueError for an import or export in a
    form not shown above, and for modules that import each other in a circle.
    """
    lines: list[str] = []
    sections = []
    for name in _in_order(modules, main):
        body = _function_body(name, modules[name]).split("\n")
        exports = ", ".join(EXPORT.findall(modules[name]))
        lines.append(f"const {_variable(name)} = (() => {{")
        sections.append({"offset": {"line": len(lines), "column": 0}, "map": _line_map(name, len(body))})
        lines += body
        lines.append(f"return {{ {exports} }};")
        lines.append("})();")
    script = "\n".join(lines) + "\n"
    return script, json.dumps({"version": 3, "sections": sections})


def _in_order(modules: dict[str, str], main: str) -> list[str]:
    """Return the modules that ``main`` needs, itself included, each after those that it imports."""
    ordered: list[str] = []

    def visit(name: str, importers: list[str]) -> None:
        chain = [*importers, name]
        if name in importers:
            raise ValueError(f"modules import each other in a circle: {' -> '.join(chain)}")
        if name in ordered:
            return
        for _, path in IMPORT.findall(modules[name]):
            visit(_resolve(name, path), chain)
        ordered.append(name)

    visit(main, [])
    return ordered


def _resolve(importer: str, path: str) -> str:
    """Return the name of the module that ``importer`` imports by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _variable(name: str) -> str:
    """Return the variable that holds the exports of a module."""
    return "module_" + name.replace("/", "$")


def _function_body(name: str, module: str) -> str:
    """Return the statements of a module without exports, and with its imports as constants."""

    def as_constant(statement: re.Match[str]) -> str:
        names = statement[1].replace(" as ", ": ")
        variable = _variable(_resolve(name, statement[2]))
        return f"const {{{names}}} = {variable};"

    without_exports = EXPORT.sub("", module)
    body = IMPORT.sub(as_constant, without_exports).rstrip("\n")
    other = OTHER_STATEMENT.search(body)
    if other is not None:
        supported = 'import { … } from "./….js"; or export before a function, a const or a class'
        raise ValueError(f"{name}.js has {other[0]!r}; expected {supported}")
    return body


def _line_map(name: str, line_count: int) -> dict[str, Any]:
    """Return the source map of lines that are those of a module."""
    # In this encoding AAAA is the first line, and AACA the line after the one before.
    mappings = ["AAAA"] + ["AACA"] * (line_count - 1)
    return {"version": 3, "sources": [f"/js/{name}.js"], "names": [], "mappings": ";".join(mappings)}


def _version(bundles: dict[str, str]) -> str:
    """Return a name that changes with the bundles."""
    contents = [path + bundles[path] for path in sorted(bundles)]
    return _digest("".join(contents))[:VERSION_LENGTH]


def _index_of_bundles(index: str, version: str) -> str:
    """Return the index with one stylesheet and one script, and all links to the folder of this version."""
    count = len(STYLESHEET.findall(index))
    with_last_sheet = STYLESHEET.sub("", index, count=count - 1)
    with_one_sheet = STYLESHEET.sub('  <link rel="stylesheet" href="/page.css">\n', with_last_sheet)
    with_one_script = with_one_sheet.replace(f"/js/{MAIN_MODULE}.js", "/page.js")
    return LINK.sub(rf'\1="/{version}/\2', with_one_script)


def _static_file(path: str, text: str, *, is_immutable: bool = False) -> StaticFile:
    plain = text.encode()
    return StaticFile(
        plain=plain,
        gzipped=gzip.compress(plain, mtime=0),
        digest=_digest(text),
        media_type=TYPES[Path(path).suffix],
        is_immutable=is_immutable,
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
