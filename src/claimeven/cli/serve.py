"""`claimeven serve`: the page and the HTTP interface, on this machine."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from claimeven.cli.options import matching, shared, valued, whole_number
from claimeven.cli.output import is_terminal, write_line, write_message
from claimeven.signals import handled

HELP = "the web page: play, analyse, learn"
DESCRIPTION = "Serve the web page and its HTTP interface until Ctrl-C."

MAX_WORKERS = 64
USUAL_WORKERS = 4  # a desk has no use for more, however many processor cores there are
HOST = matching(
    r"[A-Za-z0-9_.-]+|[0-9A-Fa-f:]+", "not the name of a host", "one as example.org, without a port"
)
ORIGIN = matching(
    r"\*|https?://[A-Za-z0-9.\-\[\]:]+", "not an origin", "one as https://example.org, or * for all"
)
HOST_HELP = "another name by which clients may call this server, as example.org; may be repeated"
OPEN_HELP = "open the page in a browser, or not (default: on a terminal)"
OPTIONS = {
    "--host": valued(
        str, None, "the address to listen on (default: %(default)s, this machine only)", "127.0.0.1"
    ),
    "--port": valued(whole_number("a port", least=0, most=65535), "N", "0 is any free port", 8000),
    "--cors": valued(ORIGIN, "ORIGIN", "let pages of this origin ask, as https://example.org"),
    "--allow-host": valued(HOST, "NAME", HOST_HELP, action="append"),
    "--open": {"action": argparse.BooleanOptionalAction, "help": OPEN_HELP},
    **shared(
        "--workers",
        type=whole_number("a number of workers", most=MAX_WORKERS),
        default=min(os.cpu_count() or 1, USUAL_WORKERS),
        help="searches at a time, each with a table of its own (default here: %(default)s)",
    ),
    **shared("--seconds", default=30, help="the longest that a search may take (default: %(default)s)"),
    **shared("--table"),
}


def run(args: argparse.Namespace) -> None:
    """Serve until Ctrl-C, which is how it is meant to end."""
    from claimeven.web.app import Settings
    from claimeven.web.serving import address_of, listen, page_of, serve

    settings = Settings(
        workers=args.workers,
        seconds=args.seconds,
        table_mib=args.table,
        cors=args.cors,
        hosts=(args.host, *(args.allow_host or ())),
    )
    listener = listen(args.host, args.port)

    def started() -> None:
        address, page = address_of(listener), page_of(listener)
        write_line(address)
        if page != address:
            write_message(
                f"anyone who can reach this machine can ask; a browser on it finds the page at {page}"
            )
        write_message("press Ctrl-C to stop")
        if args.open or (args.open is None and is_terminal(sys.stdout)):
            import webbrowser

            if not webbrowser.open(page):
                write_message("there is no browser here that could open it")

    # asyncio ends its loop tidily only if Ctrl-C has Python's own handler.
    with handled(("SIGINT",), signal.default_int_handler, unless=(signal.SIG_IGN, signal.SIG_DFL)):
        serve(listener, settings, started=started)
