"""Exit cleanly when a signal stops a command."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence

from claimeven.cli.output import write_message
from claimeven.signals import STOP_SIGNALS, after_imports, replace_handlers


@contextlib.contextmanager
def exit_on_signals(consequence: str, *, names: Sequence[str] = STOP_SIGNALS) -> Iterator[None]:
    """Raise SystemExit in the block on a signal, and write "stopped by SIGNAL; CONSEQUENCE" to stderr.

    The exit code is 128 plus the number of the signal, as in shells. A second signal does not disturb the
    cleanup, nor does a closed terminal. A signal that was ignored, e.g. by nohup, stays ignored.
    """
    stopped: SystemExit | None = None
    signal_name = ""

    def stop(number: int, _: object) -> None:
        nonlocal stopped, signal_name
        if stopped is None:
            stopped = SystemExit(128 + number)
            signal_name = signal.Signals(number).name
            raise stopped

    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(replace_handlers(names, after_imports(stop), unless=(signal.SIG_IGN,)))
            yield
        except (SystemExit, OSError) as error:
            if stopped is None:
                raise
            if error is not stopped:
                write_message(f"{error}")
            write_message(f"stopped by {signal_name}; {consequence}")
            raise stopped from None
