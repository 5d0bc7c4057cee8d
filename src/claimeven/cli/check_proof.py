"""`claimeven check-proof`: a proof of a position checked with the rules alone."""

from __future__ import annotations

import argparse

from claimeven.cli.options import shown_moves, valued
from claimeven.cli.output import write_line
from claimeven.errors import FormatError
from claimeven.files import read_bytes
from claimeven.formats.proof import check_proof

HELP = "a proof of a position checked with the rules alone"
DESCRIPTION = """
Check a proof that `claimeven explain MOVES --proof FILE` wrote: that every move is answered, and that each
position at its ends is what it is said to be. The check knows the rules of the game and one theorem; it uses
no search and trusts nothing that the writer of the proof found out.
"""
OPTIONS = {"file": valued(str, "FILE", "a proof")}
MOST_BYTES = 64 << 20


def run(args: argparse.Namespace) -> None:
    """Check the proof; an error says where it is wrong."""
    try:
        text = read_bytes(args.file, MOST_BYTES).decode()
    except UnicodeDecodeError:
        raise FormatError(f"{args.file} is not a proof: it is not UTF-8") from None
    proved = check_proof(text)
    told = " and ".join(
        f"{side.upper()} {'wins' if what == 'win' else 'does not lose'}" for side, what in proved.claims
    )
    leaves = "1 leaf" if proved.leaves == 1 else f"{proved.leaves} leaves"
    write_line(f"The proof is right: after {shown_moves(proved.moves)}, {told} ({leaves}).")
