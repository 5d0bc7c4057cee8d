"""The colours of the page have the contrast that WCAG AA requires, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import claimeven.web
from claimeven.rules.board_svg import GREEN, RED, YELLOW

TOKENS = Path(claimeven.web.__file__).parent / "static" / "css" / "tokens.css"
TEXT, SHAPE = 4.5, 3.0
PAIRS = [
    *[(ink, ground, TEXT) for ink in ("ink", "ink-2") for ground in ("paper", "card", "sunken")],
    *[
        (tone, ground, TEXT)
        for tone in ("win", "draw", "loss")
        for ground in ("paper", "card", f"{tone}-soft")
    ],
    ("warn", "warn-soft", TEXT),
    ("accent", "accent-soft", TEXT),
    ("accent", "card", TEXT),
    ("accent-ink", "accent", TEXT),
    ("ink-2", "loss-soft", TEXT),
    ("line-2", "card", SHAPE),
    ("focus", "paper", SHAPE),
    ("red", "board", SHAPE),
    ("yellow", "board", SHAPE),
    ("green", "board", SHAPE),
    ("red-sign", "red", SHAPE),
    ("yellow-sign", "yellow", SHAPE),
    ("green-sign", "green", SHAPE),
    ("win", "hole", SHAPE),
]


def colours() -> dict[str, tuple[str, str]]:
    """Return every colour by its name, light and dark."""
    found = {}
    for name, value in re.findall(r"--([\w-]+): (.*);", TOKENS.read_text(encoding="utf-8")):
        values = re.findall(r"#[0-9a-f]{6}", value)
        if values:
            found[name] = (values[0], values[-1])
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS, ids=[f"{a}-on-{b}" for a, b, _ in PAIRS])
def test_text_has_enough_contrast(ink: str, ground: str, least: float) -> None:
    for front, back in zip(colours()[ink], colours()[ground], strict=True):
        dark, light = sorted((luminance(front), luminance(back)))
        assert (light + 0.05) / (dark + 0.05) >= least, f"{front} on {back}"


@pytest.mark.parametrize(("name", "pair"), [("red", RED), ("yellow", YELLOW), ("green", GREEN)])
def test_discs_have_the_colours_of_the_drawings_from_python(name: str, pair: tuple[str, str]) -> None:
    assert (colours()[name][0], colours()[f"{name}-sign"][0]) == pair
