"""What all tests share: the ``compiled`` marker, the settings of Hypothesis, the fixtures of browsers.py."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

pytest_plugins = ["browsers"]

JIT_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# No deadline: the first example of a test may compile a kernel.
settings.register_profile(
    "claimeven", deadline=None, derandomize=True, max_examples=30 if JIT_DISABLED else 100
)
settings.load_profile("claimeven")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what only compiled kernels can do in reasonable time."""
    skip = pytest.mark.skip(reason="too slow for interpreted kernels (NUMBA_DISABLE_JIT=1)")
    for item in items:
        if JIT_DISABLED and item.get_closest_marker("compiled"):
            item.add_marker(skip)
