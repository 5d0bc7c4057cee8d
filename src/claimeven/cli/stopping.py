"""The signals that stop a command: as an exception, so that all is cleaned up, and a line that says so."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence

from claimeven.cli.output import write_message
from claimeven.signals import STOPPING, handled, once_imported


@contextlib.contextmanager
def exit_on_signals(what: str, *, names: Sequence[str] = STOPPING) -> Iterator[None]:
    """Let a signal leave the block as an exception, so that all is cleaned up, and say so in one line.

    ``what`` is said of that which it has stopped. The exit code is 128 plus the signal's number, by which
    shells tell it. A second signal does not disturb that, nor does a terminal that is gone, and one that is
    ignored (as by nohup) stays so.
    """
    stopped: SystemExit | None = None
    name = ""

    def stop(number: int, _: object) -> None:
        nonlocal stopped, name
        if stopped is None:
            stopped, name = SystemExit(128 + number), signal.Signals(number).name
            raise stopped

    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(handled(names, once_imported(stop), unless=(signal.SIG_IGN,)))
            yield
        except (SystemExit, OSError) as error:
            if stopped is None:
                raise
            if error is not stopped:
                write_message(f"{error}")
            write_message(f"stopped by {name}; {what}")
            raise stopped from None
