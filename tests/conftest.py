"""What all tests share: the settings of Hypothesis and the fixtures of browsers.py and labels.py."""

from __future__ import annotations

import os

from hypothesis import settings

pytest_plugins = ["browsers", "labels"]

JIT_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# No deadline: the first example of a test may compile a kernel.
settings.register_profile(
    "claimeven", deadline=None, derandomize=True, max_examples=30 if JIT_DISABLED else 100
)
settings.load_profile("claimeven")
