"""Configure Sphinx for `make docs`: the guide and the API reference as one site that works offline.

The source folder is the root of the repository, so that links between pages work here and where the
repository is browsed. The pages of the API reference are written when Sphinx starts, one for each layer of
the package, from the public names.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import claimeven

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
LAYER_TITLES = {
    "rules": "Positions, rules and scores",
    "formats": "Reading and writing positions",
    "solver": "Exact scores",
    "reasons": "Explanations",
    "players": "Players and games",
    "teaching": "Minimax and search trees",
    "batch": "Jobs",
    "errors": "Exceptions",
}

project = "Claimeven"
author = "The Claimeven authors"
project_copyright = f"{author}, MIT licence"
version = claimeven.__version__
release = version

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**", "examples/README.md"]
exclude_patterns = ["docs/site-root/**", "docs/images/**"]
nitpicky = False
myst_heading_anchors = 4
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
add_module_names = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Claimeven {version}"
html_extra_path = ["site-root"]
html_copy_source = False
html_show_sphinx = False


def write_reference() -> None:
    """Write one page for each layer that has public names."""
    REFERENCE.mkdir(exist_ok=True)
    names_by_layer: dict[str, list[str]] = {layer: [] for layer in LAYER_TITLES}
    for name in claimeven.__all__:
        if name != "__version__":
            names_by_layer[layer_of(name)].append(name)
    for layer, names in names_by_layer.items():
        title = LAYER_TITLES[layer]
        parts = [title, "=" * len(title), "", ".. currentmodule:: claimeven", ""]
        for name in names:
            directive = directive_for(name)
            parts.append(f".. {directive}:: {name}")
            if directive == "autoexception":
                parts.append("   :show-inheritance:")
            parts.append("")
        page = REFERENCE / f"{layer}.rst"
        text = "\n".join(parts)
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def layer_of(name: str) -> str:
    """Return the layer of the package in which a public name lives."""
    module = claimeven._MODULES[name]
    return module.split(".")[1]


def directive_for(name: str) -> str:
    """Return the autodoc directive that documents a public name."""
    value = getattr(claimeven, name)
    if inspect.isclass(value):
        return "autoexception" if issubclass(value, BaseException) else "autoclass"
    if inspect.isfunction(value):
        return "autofunction"
    return "autodata"


def convert_docstring(
    _app: Sphinx, _kind: str, _name: str, _value: object, _options: object, lines: list[str]
) -> None:
    """Turn a plain docstring into reStructuredText, in place.

    Indented blocks, which are drawings and tables here, become literal blocks. Elsewhere ``|`` and ``*``
    have no special meaning.
    """
    result: list[str] = []
    is_literal = False
    for line in lines:
        is_indented = line.startswith("    ")
        if is_indented and not is_literal and result and not result[-1]:
            result += ["::", ""]
        if line.strip():
            is_literal = is_indented
        is_example = line.startswith(">>>")
        result.append(line if is_literal or is_example else escaped(line))
    lines[:] = result


def escaped(line: str) -> str:
    """Return a line of prose with a backslash before every ``|`` and ``*`` outside literals."""
    parts = line.split("``")
    parts[::2] = [re.sub(r"([|*])", r"\\\1", part) for part in parts[::2]]
    return "``".join(parts)


def setup(app: Sphinx) -> None:
    """Register the docstring hook; Sphinx calls this."""
    app.connect("autodoc-process-docstring", convert_docstring)


write_reference()
