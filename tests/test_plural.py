"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from claimeven.plural import pluralize


@pytest.mark.parametrize(
    ("count", "singular", "plural", "text"),
    [
        (0, "disc", None, "0 discs"),
        (1, "disc", None, "1 disc"),
        (2, "disc", None, "2 discs"),
        (1, "ply", "plies", "1 ply"),
        (1_000_000, "ply", "plies", "1,000,000 plies"),
    ],
)
def test_only_one_is_singular(count: int, singular: str, plural: str | None, text: str) -> None:
    assert pluralize(count, singular, plural) == text
