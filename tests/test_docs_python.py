"""docs/python.md: its examples run, and it has one for every public name."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import claimeven

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
TEST = doctest.DocTestParser().get_doctest("\n".join(BLOCKS), {}, PAGE.name, str(PAGE), 0)


@pytest.mark.compiled
def test_python_gives_what_the_page_shows() -> None:
    # Blanks at the end of a drawn row cannot be seen.
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(TEST, clear_globs=False).failed == 0


def test_every_public_name_has_an_example_and_no_other_has_one() -> None:
    sources = [example.source for example in TEST.examples]
    imports = [source for source in sources if source.startswith("from claimeven import ")]
    imported = {name.strip() for line in imports for name in line.split(" import ")[1].split(",")}
    assert imported == set(claimeven.__all__)
    used = " ".join(source for source in sources if source not in imports)
    assert [name for name in imported if not re.search(rf"\b{name}\b", used)] == []
