"""`claimeven warm-up`: compile every search in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.cli.output import write_line
from claimeven.search.warm_up import warm_up

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "warm-up",
        help="compile every search in advance",
        description="Compile every search for this processor, unless that was done before. What is compiled "
        "stays on disk, so that later commands start at once.",
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print a line for each search when it is ready."""
    for warmed in warm_up():
        write_line(f"{warmed.name}: ready after {warmed.seconds:.1f} s")
    return 0
