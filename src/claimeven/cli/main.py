"""Entry points of `claimeven` and `maxconnect4`; from here on Ctrl-C ends them without a traceback.

Until this module is imported, nothing handles Ctrl-C, so its own imports are as few as possible.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing typing would take longer than everything else here
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
_is_ending = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line, given without the program's name, and return the exit code.

    Without ``arguments``, run the command line of this process, which is expected to end afterwards.
    """
    return _run(arguments, "claimeven", [])


def maxconnect4() -> int:
    """Run the program `maxconnect4`, which is `claimeven maxconnect4` under its own name."""
    return _run(None, "maxconnect4", ["maxconnect4"])


def _run(arguments: Sequence[str] | None, program: str, prefix: list[str]) -> int:
    """Run ``arguments``, or ``prefix`` and the arguments of this process; messages begin with ``program``."""
    global _is_ending
    is_process = arguments is None
    try:
        if is_process:
            _install_ctrl_c_handler()
        from claimeven.cli.command_line import run_command_line

        if arguments is None:
            arguments = [*prefix, *sys.argv[1:]]
        code = run_command_line(arguments, program)
    except KeyboardInterrupt:
        code = INTERRUPTED
    # Python runs signal handlers only at calls and at the end of loops, so none runs before this assignment.
    _is_ending = is_process
    return code


def _install_ctrl_c_handler() -> None:
    """Raise KeyboardInterrupt for Ctrl-C only where it can be neither lost nor printed as a traceback."""
    import signal
    import threading

    from claimeven.signals import after_imports, resend_signal

    def interrupt(*_: object) -> None:
        if _is_ending:
            os._exit(INTERRUPTED)
        raise KeyboardInterrupt

    def resend_if_lost(lost: sys.UnraisableHookArgs) -> None:
        # Python can only print an exception that is raised, for example, while an object is being deleted.
        if issubclass(lost.exc_type, KeyboardInterrupt):
            resend_signal(signal.SIGINT)
        else:
            sys.__unraisablehook__(lost)

    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        sys.unraisablehook = resend_if_lost
        signal.signal(signal.SIGINT, after_imports(interrupt))
