"""Numbers with their nouns, for messages: 1 disc, 2 discs."""

from __future__ import annotations


def pluralize(count: int, singular: str, plural: str | None = None) -> str:
    """Return a count and its noun; the plural is the singular with an s unless it is given.

    >>> pluralize(1, "disc"), pluralize(2, "disc"), pluralize(20_000, "ply", "plies")
    ('1 disc', '2 discs', '20,000 plies')
    """
    if count == 1:
        return f"1 {singular}"
    if plural is None:
        plural = f"{singular}s"
    return f"{count:,} {plural}"
