"""The start of `claimeven` and `maxconnect4`: from here on Ctrl-C ends them without a traceback.

Nobody catches a Ctrl-C before this module is imported, so it imports next to nothing itself.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing typing would take longer than all the rest
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
_is_ending = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line, without the program's name, and return the exit code.

    Without ``arguments`` it is that of this process, which ends afterwards.
    """
    return _run(arguments, "claimeven", [])


def maxconnect4() -> int:
    """Run the program `maxconnect4`, which is `claimeven maxconnect4` under a name of its own."""
    return _run(None, "maxconnect4", ["maxconnect4"])


def _run(arguments: Sequence[str] | None, program: str, words: list[str]) -> int:
    """Run a command line, or the one of this process after ``words``; messages begin with ``program``."""
    global _is_ending
    try:
        if arguments is None:
            _take_over_ctrl_c()
        from claimeven.cli.command_line import run_command_line

        code = run_command_line([*words, *sys.argv[1:]] if arguments is None else arguments, program)
    except KeyboardInterrupt:
        code = INTERRUPTED
    # Python calls handlers of signals only at calls and at the end of a loop: so not before this is done.
    _is_ending = arguments is None
    return code


def _take_over_ctrl_c() -> None:
    """Let Ctrl-C raise KeyboardInterrupt only where that cannot get lost or be printed as a traceback."""
    import signal
    import threading

    from claimeven.signals import once_imported, send_again

    def interrupt(*_: object) -> None:
        if _is_ending:
            os._exit(INTERRUPTED)
        raise KeyboardInterrupt

    def hear_again(lost: sys.UnraisableHookArgs) -> None:
        # It came where Python can only print an exception, as while an object is being deleted.
        if issubclass(lost.exc_type, KeyboardInterrupt):
            send_again(signal.SIGINT)
        else:
            sys.__unraisablehook__(lost)

    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        sys.unraisablehook = hear_again
        signal.signal(signal.SIGINT, once_imported(interrupt))
