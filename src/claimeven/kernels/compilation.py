"""Who wants to hear that kernels are about to be compiled, which takes seconds; imports no numba."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_listener: Callable[[], None] | None = None


def on_compilation(listener: Callable[[], None]) -> None:
    """Call ``listener`` once, just before the first kernel that is not in numba's cache is compiled."""
    global _listener  # numba compiles wherever a kernel is first called; there is no place to hand it to
    _listener = listener


def compilation_begins() -> None:
    """Tell the listener, if there is one that has not been told."""
    global _listener
    listener, _listener = _listener, None
    if listener is not None:
        listener()
