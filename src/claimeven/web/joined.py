"""The page's modules as one script, so that a slow line is not asked for sixty files.

Nothing else is done to them. A module becomes a function, called once, after those that it imports from:

    import { byId as find } from "./dom.js";     const { byId: find } = module_dom;
    export const load = () => find("keys");      const load = () => find("keys");
                                                 return { load };

Every line stays a line, so the map that leads the tools of a browser back to the modules is simple.
"""

from __future__ import annotations

import json
import re

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join_modules(modules: dict[str, str], first: str) -> tuple[str, str]:
    """One script that does what ``first`` does, which imports others by their names, and its map.

    Raises ValueError where a module imports or exports in another way than shown above, or where modules
    import each other in a circle: a function cannot wait for itself.
    """
    lines: list[str] = []
    sections = []
    for name in _order(modules, first):
        body = _body(name, modules[name]).split("\n")
        lines.append(f"const module_{name} = (() => {{")
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
            visit(needed, (*way, name))
        ordered.append(name)

    visit(first, ())
    return ordered


def _body(name: str, module: str) -> str:
    body = IMPORT.sub(_taken, EXPORT.sub("", module)).rstrip("\n")
    if other := OTHER.search(body):
        wanted = 'import { … } from "./….js"; or export before a function, a const or a class'
        raise ValueError(f"{name}.js has {other[0]!r}; expected {wanted}")
    return body


def _taken(found: re.Match[str]) -> str:
    """An import as a constant; a list over several lines stays one."""
    return f"const {{{found[1].replace(' as ', ': ')}}} = module_{found[2]};"


def _map(name: str, count: int) -> dict[str, object]:
    """So many lines are those of a module: 'the same column of the next line', again and again."""
    mappings = ";".join(["AAAA", *["AACA"] * (count - 1)])
    return {"version": 3, "sources": [f"/js/{name}.js"], "names": [], "mappings": mappings}
