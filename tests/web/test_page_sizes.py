"""The page in windows of every size: nothing too small, nothing cut off, nothing told by colour alone."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from pages import choose_opponent, drop, expect_moves

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from pages import NewPage


def box_of(place: Locator) -> dict[str, float]:
    """Where something stands in the window."""
    box = place.bounding_box()
    assert box is not None
    return {name: float(size) for name, size in box.items()}


@pytest.mark.parametrize(("width", "height"), [(960, 470), (915, 412), (1280, 360)])
def test_the_board_of_a_short_window_can_be_used(new_page: NewPage, width: int, height: int) -> None:
    page = new_page("/", width=width, height=height)
    assert box_of(page.locator("svg.board"))["width"] >= 7 * 48
    parts = [
        box_of(page.locator(name)) for name in (".status", "#sides", "#columns", "svg.board", ".controls")
    ]
    for above, below in itertools.pairwise(parts):
        assert above["y"] + above["height"] <= below["y"]
    choose_opponent(page, "learner")
    drop(page, 7)
    expect_moves(page, 2)
