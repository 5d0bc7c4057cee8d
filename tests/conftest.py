"""Share what all tests need: settings of Hypothesis, fixtures, and which tests `make quick` leaves out."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["browsers", "fake_clock", "labels"]

JIT_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SLOW_TESTS = Path(__file__).with_name("slow-tests.txt")
SLOW_SECONDS = 0.4  # a test function that takes longer, all its parameters together, is slow

# No deadline: the first example of a test may compile a kernel.
settings.register_profile(
    "claimeven", deadline=None, derandomize=True, max_examples=30 if JIT_DISABLED else 100
)
settings.load_profile("claimeven")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-slow",
        action="store_true",
        help=f"write the tests that take longer than {SLOW_SECONDS} s to tests/{SLOW_TESTS.name}",
    )


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if config.getoption("--record-slow") and not is_worker:
        config.pluginmanager.register(SlowTestRecorder())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a browser, and those that are listed as slow."""
    slow = set(SLOW_TESTS.read_text(encoding="utf-8").splitlines())
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if function_of(item.nodeid) in slow:
            item.add_marker(pytest.mark.slow)


def function_of(nodeid: str) -> str:
    """Return the name of a test without its parameters."""
    return nodeid.partition("[")[0]


class SlowTestRecorder:
    """Add up how long each test function takes, and write the list of the slow ones at the end."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if "browser" not in report.keywords:  # those are never quick
            self._seconds[function_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        slow = [name for name, seconds in self._seconds.items() if seconds > SLOW_SECONDS]
        SLOW_TESTS.write_text("".join(f"{name}\n" for name in sorted(slow)), encoding="utf-8")
