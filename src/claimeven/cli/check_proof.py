"""`claimeven check-proof`: check a proof with nothing but the rules of the game."""

from __future__ import annotations

import argparse

from claimeven.cli.options import argument, shown_moves
from claimeven.cli.output import write_line
from claimeven.errors import ClaimevenError, FormatError
from claimeven.files import display_name, read_bytes
from claimeven.formats.proof import Proved, check_proof
from claimeven.plural import pluralize

HELP = "check a proof written by explain --proof"
DESCRIPTION = """
Check a proof written by `claimeven explain MOVES --proof FILE`: that every move is answered, and that every
final position is what the proof claims. The check uses only the rules of the game and one theorem: it does
not search, and it trusts nothing that the prover found.
"""
OPTIONS = {"file": argument(str, "FILE", "the proof to check; - is standard input")}
MAX_BYTES = 64 << 20
VERBS = {"win": "wins", "no loss": "does not lose"}


def run(args: argparse.Namespace) -> None:
    """Check the proof; raise WrongProof or ClaimevenError saying what is wrong with it."""
    proved = _check(args.file)
    results = [f"{side.upper()} {VERBS[result]}" for side, result in proved.claims]
    start = f"after {shown_moves(proved.moves)}" if proved.moves else "from the empty board"
    leaves = pluralize(proved.leaves, "leaf", "leaves")
    write_line(
        f"The proof is correct: in {proved.rules.title} on {proved.rules}, {start}, "
        f"{' and '.join(results)} ({leaves})."
    )


def _check(file: str) -> Proved:
    """Return what the proof in a file shows; raise WrongProof, or ClaimevenError if it is not a proof."""
    name = display_name(file)
    data = read_bytes(file, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ClaimevenError(f"{name} is not a proof: it has more than {MAX_BYTES:,} bytes")
    try:
        return check_proof(data.decode())
    except UnicodeDecodeError:
        raise ClaimevenError(f"{name} is not a proof: it is not UTF-8") from None
    except FormatError as error:
        is_about_whole_file = (error.line, error.column) == (1, 1)
        reason = error.reason if is_about_whole_file else str(error)
        raise ClaimevenError(f"{name} is not a proof: {reason}") from None
