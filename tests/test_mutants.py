"""Check that tools/mutants.toml and tools/measure_ideas.py fit the sources: the texts to replace exist.

`make mutants`, which takes minutes, checks that the tests notice the faults.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import claimeven
from measure_ideas import IDEAS, Idea

ROOT = Path(__file__).parents[1]
PACKAGE = Path(claimeven.__file__).parent
LIST = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text(encoding="utf-8"))["mutant"]


@pytest.mark.parametrize("mutant", LIST, ids=lambda mutant: mutant["fault"])
def test_the_text_a_mutant_changes_occurs_once(mutant: dict[str, Any]) -> None:
    source = (PACKAGE / mutant["file"]).read_text(encoding="utf-8")
    assert source.count(mutant["text"]) == 1
    assert mutant["text"] != mutant["instead"]


@pytest.mark.parametrize("mutant", LIST, ids=lambda mutant: mutant["fault"])
def test_the_tests_of_every_mutant_exist(mutant: dict[str, Any]) -> None:
    for test in mutant["tests"]:
        path, _, name = test.partition("::")
        assert f"def {name.partition('[')[0]}" in (ROOT / path).read_text(encoding="utf-8")


def test_the_page_lists_every_mutant_as_killed() -> None:
    page = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[:2] for line in page.splitlines() if line.startswith("| `")]
    assert rows == [[f"| `{mutant['file']}`", mutant["fault"]] for mutant in LIST]
    assert "SURVIVED" not in page
    assert f"{len(LIST)} of {len(LIST)} killed" in page


def test_the_page_names_tests_that_exist() -> None:
    page = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    defined = set(re.findall(r"^ *(?:async )?def (test_\w+)", "\n".join(sources), re.MULTILINE))
    assert set(re.findall(r"`(test_\w+)[`\[]", page)) <= defined


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: idea.name)
def test_an_idea_that_is_measured_can_be_removed(idea: Idea) -> None:
    for file, text, _ in idea.cuts:
        assert text in (PACKAGE / "kernels" / file).read_text(encoding="utf-8")
