"""Run a real server in a process of its own, and open pages in the system's Chromium; any error fails."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, StorageState

from commands import CLAIMEVEN
from pages import NewPage, Watch

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SLOWEST = 60_000  # milliseconds
MET = {"met-max": "yes"}


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Return the address of a running server, without a final slash."""
    with serving(CLAIMEVEN) as address:
        yield address


@contextlib.contextmanager
def serving(program: Sequence[str]) -> Iterator[str]:
    """Run a server during the block and yield its address."""
    with running(program) as (_, address):
        yield address


@contextlib.contextmanager
def running(program: Sequence[str], port: int = 0) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run a server during the block and yield its process and its address."""
    arguments = [*program, "serve", "--port", str(port), "--no-open"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().decode().strip()
        assert address.startswith("http://127.0.0.1:"), f"the server says {address!r}"
        yield process, address.rstrip("/")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        process.stdout.close()


class Chromium:
    """The system's Chromium for tests in a row that need one: to start it takes longer than most of them.

    ``user`` is the module that had it last. Playwright keeps an event loop running that other tests must not
    meet.
    """

    def __init__(self) -> None:
        self.user: Path | None = None
        self._open = contextlib.ExitStack()
        self._browser: Browser | None = None

    def get(self) -> Browser:
        """Return the browser; start it if it is not running."""
        if self._browser is None:
            from playwright.sync_api import sync_playwright

            playwright = self._open.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """Close the browser and its event loop."""
        self._browser = None
        self._open.close()


SHARED = Chromium()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close the browser before a test that does not need it, unless others in its module do."""
    if "browser" in getattr(item, "fixturenames", ()):
        SHARED.user = item.path
    elif item.path != SHARED.user:
        SHARED.close()


def pytest_sessionfinish() -> None:
    """Close the browser after the last test."""
    SHARED.close()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Return the system's Chromium."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install Debian's package chromium to run browser tests")
    return SHARED.get()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fail the test if its pages had an error."""
    watch = Watch()
    yield watch
    assert watch.problems() == []


@pytest.fixture
def new_page(browser: Browser, server: str, watch: Watch) -> Iterator[NewPage]:
    """Open a page of the server in a browser context of its own: ``new_page("/?moves=4453", width=390)``.

    The introduction of Max-Connect4 counts as seen, unless the stored preferences say otherwise.
    """
    contexts = []

    def open_page(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 800,
        motion: bool = False,
        address: str = server,
        storage: Mapping[str, str] = MET,
    ) -> Page:
        memory: StorageState = {
            "origins": [
                {
                    "origin": address,
                    "localStorage": [
                        {"name": f"claimeven-{name}", "value": value} for name, value in storage.items()
                    ],
                }
            ]
        }
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if motion else "reduce",
            permissions=["clipboard-read", "clipboard-write"],
            storage_state=memory,
        )
        contexts.append(context)
        context.set_default_timeout(SLOWEST)
        page = context.new_page()
        watch.follow(page)
        page.goto(f"{address}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
