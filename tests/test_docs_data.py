"""docs/data.md: its command makes the file that it speaks of, and its examples give what they show."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
from pathlib import Path

import pytest

from commands import run_process

PAGE = Path(__file__).parents[1] / "docs" / "data.md"
OPTIONAL = ("pandas", "polars")  # in no extra: a dataset does not need them


@pytest.mark.compiled
def test_the_examples_give_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    (command,) = re.findall(r"^```sh\n(claimeven dataset .*)\n```$", text, re.MULTILINE)
    assert run_process(*command.split()[1:]).code == 0
    assert "positions.parquet.manifest.json" in os.listdir()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    missing = [name for name in OPTIONAL if importlib.util.find_spec(name) is None]
    shown = [block for block in blocks if not any(f"import {name}\n" in block for name in missing)]
    test = doctest.DocTestParser().get_doctest("\n".join(shown), {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) >= 15
    assert doctest.DocTestRunner().run(test).failed == 0
    assert len(blocks) == 6
