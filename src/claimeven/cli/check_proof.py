"""`claimeven check-proof`: a proof of a position checked with the rules alone."""

from __future__ import annotations

import argparse

from claimeven.cli.options import shown_moves, valued
from claimeven.cli.output import write_line
from claimeven.errors import ClaimevenError, FormatError
from claimeven.files import name_of, read_bytes
from claimeven.formats.proof import Proved, check_proof

HELP = "a proof of a position checked with the rules alone"
DESCRIPTION = """
Check a proof that `claimeven explain MOVES --proof FILE` wrote: that every move is answered, and that each
position at its ends is what it is said to be. The check knows the rules of the game and one theorem; it uses
no search and trusts nothing that the writer of the proof found out.
"""
OPTIONS = {"file": valued(str, "FILE", "a proof")}
MAX_BYTES = 64 << 20
VERBS = {"win": "wins", "no loss": "does not lose"}


def run(args: argparse.Namespace) -> None:
    """Check the proof; an error says where it is wrong."""
    proved = _check(args.file)
    results = [f"{side.upper()} {VERBS[result]}" for side, result in proved.claims]
    start = f"after {shown_moves(proved.moves)}" if proved.moves else "from the empty board"
    leaves = "1 leaf" if proved.leaves == 1 else f"{proved.leaves} leaves"
    write_line(
        f"The proof is right: in {proved.rules.title} on {proved.rules}, {start}, "
        f"{' and '.join(results)} ({leaves})."
    )


def _check(file: str) -> Proved:
    """What the proof in a file shows; raises WrongProof, and ClaimevenError for what is not a proof."""
    name = name_of(file)
    data = read_bytes(file, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ClaimevenError(f"{name} is not a proof: it has more than {MAX_BYTES:,} bytes")
    try:
        return check_proof(data.decode())
    except UnicodeDecodeError:
        raise ClaimevenError(f"{name} is not a proof: it is not UTF-8") from None
    except FormatError as error:
        is_about_everything = (error.line, error.column) == (1, 1)
        reason = error.reason if is_about_everything else str(error)
        raise ClaimevenError(f"{name} is not a proof: {reason}") from None
