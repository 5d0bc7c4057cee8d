"""`claimeven serve`: the page and the HTTP interface, on this machine."""

from __future__ import annotations

import argparse
import os
import sys

from claimeven.cli.options import add_shared, matching, valued, whole_number
from claimeven.cli.output import is_terminal, say, write_line

HELP = "the web page: play, analyse, learn"
DESCRIPTION = "Serve the web page and its HTTP interface until Ctrl-C."

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8000
DEFAULT_SECONDS = 30
MOST_PORT = 65535
MOST_WORKERS = 64
USUAL_WORKERS = 4  # a desk has no use for more, however many processor cores there are
HOST_NAME = r"[A-Za-z0-9_.-]+|[0-9A-Fa-f:]+"
ORIGIN = r"\*|https?://[A-Za-z0-9.\-\[\]:]+"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    address_help = "the address to listen on (default: %(default)s, this machine only)"
    parser.add_argument("--host", default=DEFAULT_HOST, help=address_help)
    port = whole_number("a port", least=0, most=MOST_PORT)
    parser.add_argument("--port", **valued(port, "N", "0 is any free port", DEFAULT_PORT))
    origin = matching(ORIGIN, "not an origin", "one as https://example.org, or * for all")
    parser.add_argument(
        "--cors", **valued(origin, "ORIGIN", "let pages of this origin ask, as https://example.org")
    )
    host = matching(HOST_NAME, "not the name of a host", "one as example.org, without a port")
    host_help = "another name by which clients may call this server, as example.org; may be repeated"
    parser.add_argument("--allow-host", **valued(host, "NAME", host_help, action="append"))
    open_help = "open the page in a browser, or not (default: on a terminal)"
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, help=open_help)
    parser.set_defaults(allow_host=[])
    add_shared(
        parser,
        "--workers",
        type=whole_number("a number of workers", most=MOST_WORKERS),
        default=min(os.cpu_count() or 1, USUAL_WORKERS),
        help="searches at a time, each with a table of its own (default here: %(default)s)",
    )
    seconds_help = "the longest that a search may take (default: %(default)s)"
    add_shared(parser, "--seconds", default=DEFAULT_SECONDS, help=seconds_help)
    add_shared(parser, "--table")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C, which is how it is meant to end."""
    from claimeven.web.server import Settings
    from claimeven.web.serving import address_of, listen, page_of, serve

    settings = Settings(
        workers=args.workers,
        seconds=args.seconds,
        table_mib=args.table,
        cors=args.cors,
        hosts=(args.host, *args.allow_host),
    )
    listener = listen(args.host, args.port)

    def started() -> None:
        address, page = address_of(listener), page_of(listener)
        write_line(address)
        if page != address:
            say(f"anyone who can reach this machine can ask; a browser on it finds the page at {page}")
        say("press Ctrl-C to stop")
        if args.open or (args.open is None and is_terminal(sys.stdout)):
            import webbrowser

            if not webbrowser.open(page):
                say("there is no browser here that could open it")

    serve(listener, settings, started=started)
    return 0
