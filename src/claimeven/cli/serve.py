"""`claimeven serve`: serve the web page and the HTTP interface."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import webbrowser

from claimeven.cli.options import argument, matching, shared, whole_number
from claimeven.cli.output import is_terminal, write_line, write_message
from claimeven.signals import replace_handlers

HELP = "serve the web page: play, analyze, learn"
DESCRIPTION = "Serve the web page and its HTTP interface until Ctrl-C."

MAX_WORKERS = 64
DEFAULT_WORKERS = 4  # at most; one person rarely needs more
HOST = matching(
    r"[A-Za-z0-9_.-]+|[0-9A-Fa-f:]+", "not the name of a host", "a name without a port, e.g. example.org"
)
ORIGIN = matching(
    r"\*|https?://[A-Za-z0-9.\-\[\]:]+", "not an origin", "an origin, e.g. https://example.org, or * for all"
)
HOST_HELP = "another host name of this server, e.g. example.org; may be repeated"
OPEN_HELP = "open the page in a browser (default: only on a terminal)"
OPTIONS = {
    "--host": argument(
        str, None, "address to listen on (default: %(default)s, this machine only)", "127.0.0.1"
    ),
    "--port": argument(
        whole_number("a port", minimum=0, maximum=65535),
        "N",
        "port to listen on; 0 means any free port",
        8000,
    ),
    "--cors": argument(
        ORIGIN, "ORIGIN", "allow requests from pages of this origin, e.g. https://example.org"
    ),
    "--allow-host": argument(HOST, "NAME", HOST_HELP, action="append"),
    "--open": {"action": argparse.BooleanOptionalAction, "help": OPEN_HELP},
    **shared(
        "--workers",
        type=whole_number("a number of workers", maximum=MAX_WORKERS),
        default=min(os.cpu_count() or 1, DEFAULT_WORKERS),
        help="number of searches at a time, each with its own table (default on this machine: %(default)s)",
    ),
    **shared("--seconds", default=30, help="time limit of a search (default: %(default)s)"),
    **shared("--table"),
}


def run(args: argparse.Namespace) -> None:
    """Serve until Ctrl-C; raise AddressError if the port cannot be used."""
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
        address = address_of(listener)
        page = page_of(listener)
        write_line(address)
        if page != address:
            write_message(f"anyone who can reach this machine can use it; on this machine, open {page}")
        write_message("press Ctrl-C to stop")
        opens_page = is_terminal(sys.stdout) if args.open is None else args.open
        if opens_page and not webbrowser.open(page):
            write_message("no browser found to open the page")

    # asyncio shuts its loop down cleanly only if Ctrl-C has Python's own handler.
    with replace_handlers(("SIGINT",), signal.default_int_handler, unless=(signal.SIG_IGN, signal.SIG_DFL)):
        serve(listener, settings, started=started)
