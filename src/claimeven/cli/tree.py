"""`claimeven tree`: the alpha-beta tree of a position of Alice and Bill, printed, drawn or checked."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from claimeven.cli.options import Either, chosen, flag, shared, valued
from claimeven.cli.output import write_line
from claimeven.errors import ClaimevenError, FormatError, LimitReached, shortened
from claimeven.files import atomic_write, name_of, read_bytes
from claimeven.formats.columns import ALICE, NAMES, parse_columns
from claimeven.rules.position import Position
from claimeven.solver.limits import NO_LIMIT, Limit
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.tree import DEFAULT_DEPTH, DEFAULT_ESTIMATE, Node, build_tree

if TYPE_CHECKING:
    from claimeven.teaching.tree_check import Difference

MAX_LINES = 1_000_000
MAX_BYTES = 1 << 16  # of INPUT; a position needs at most 70 besides blanks
MAX_CHECKED = 1 << 26  # of STUDENT; a million lines need less
EXPECTED = "seven lines, each e or 1 to 6 letters a and b"

HELP = "print the alpha-beta tree of a position"
DESCRIPTION = """
Print the tree that alpha-beta searches from a position of Alice and Bill: every move, every cut, and the
first move it chooses. INPUT has seven lines, one for each column from the left: e if it is empty, else its
discs from bottom to top, a for Alice's and b for Bill's.
"""
EPILOG = """
The estimate of a leaf counts unterminated lines: Alice's runs of two less Bill's, and five times those of
three. A run counts once if one of its ends or both are free (lines, the default), once for each free end
(open-ends), or as with lines, but only where there is room for four (strict). The estimate windows is that of
`claimeven minimax`. Alice wants the largest value and Bill the smallest, also with --first bill, where Bill
makes the first move of the tree. Files are written whole or, if anything fails, not at all.
"""
CHECK_HELP = "compare a printed tree with the true one: 0 if it is right, whatever its spacing, else 1"
OPTIONS = {
    "input": valued(str, "INPUT", "the position; - is standard input"),
    "output": valued(str, "OUTPUT", "a file for what is printed", nargs="?"),
    "--estimate --heuristic": chosen(ESTIMATES, "how leaves are valued", DEFAULT_ESTIMATE),
    **shared("--depth", default=DEFAULT_DEPTH),
    "--first": chosen(NAMES, "who makes the first move", ALICE),
    "--no-pruning": flag("the full tree"),
    "--json": Either(flag("nested JSON objects instead of lines")),
    "--dot": Either(flag("a Graphviz graph instead of lines")),
    "--check": Either(valued(str, "STUDENT", CHECK_HELP)),
    "--strict": flag("with --check: spacing counts, byte for byte"),
    "--svg": valued(str, "FILE", "also draw the tree into a file"),
    "--force": flag(f"also a tree of more than {MAX_LINES:,} lines"),
}


def run(args: argparse.Namespace) -> int:
    """Print the tree, or check one; 1 when the position is none, the tree too large or the check fails."""
    if args.strict and not args.check:
        args.misuse("--strict is about a comparison; expected --check with it")
    if args.check and (args.output or args.svg):
        args.misuse("--check writes no file; expected neither OUTPUT nor --svg")
    files = [os.path.realpath(path) for path in (args.input, args.check, args.output, args.svg) if path]
    if len(set(files)) < len(files):
        args.misuse("the same file is named twice; expected different files")
    position = _read_position(args)
    try:
        return _check(args, position) if args.check else _print(args, position)
    except LimitReached:
        expected = "a smaller --depth, or --force to print it"
        raise ClaimevenError(f"the tree has more than {MAX_LINES:,} lines; expected {expected}") from None


def _read_position(args: argparse.Namespace) -> Position:
    """The position in INPUT; raises ClaimevenError naming the file if it cannot be read or is none."""
    try:
        data = read_bytes(args.input, MAX_BYTES + 1)
        position = parse_columns(data[:MAX_BYTES].decode("utf-8-sig", "replace"), first=args.first)
        if len(data) > MAX_BYTES:
            raise FormatError(f"more than {MAX_BYTES:,} bytes; expected {EXPECTED}")
    except FormatError as error:
        raise ClaimevenError(f"{name_of(args.input)}: {error}") from None
    except OSError as error:
        raise ClaimevenError(f"{error.filename}: {error.strerror}; expected a file of {EXPECTED}") from None
    return position


def _grow(args: argparse.Namespace, position: Position, estimate: str) -> Node:
    return build_tree(
        position,
        depth=args.depth,
        estimate=estimate,
        first=args.first,
        pruning=not args.no_pruning,
        limit=NO_LIMIT if args.force else Limit(nodes=MAX_LINES),
    )


def _print(args: argparse.Namespace, position: Position) -> int:
    """Write the tree in the form and to the files that were asked for, and to stdout."""
    from claimeven.teaching.tree_dot import write_tree_dot
    from claimeven.teaching.tree_json import write_tree_json
    from claimeven.teaching.tree_svg import write_tree_svg
    from claimeven.teaching.tree_text import write_tree

    tree = _grow(args, position, args.estimate)
    text = (write_tree_json if args.json else write_tree_dot if args.dot else write_tree)(tree)
    drawing = write_tree_svg(tree) if args.svg else ""
    if args.output:
        atomic_write(args.output, text.encode())
    if args.svg:
        atomic_write(args.svg, drawing.encode())
    write_line(text.removesuffix("\n"))
    return 0


def _check(args: argparse.Namespace, position: Position) -> int:
    """Say whether the tree in the file --check is the true one, and if not, where and why."""
    from claimeven.teaching.tree_check import check_tree

    name = name_of(args.check)
    data = read_bytes(args.check, MAX_CHECKED + 1)
    if len(data) > MAX_CHECKED:
        raise ClaimevenError(f"{name}: more than {MAX_CHECKED:,} bytes; expected a printed tree")
    text = data.decode("utf-8" if args.strict else "utf-8-sig", "replace")
    check = check_tree(text, _grow(args, position, args.estimate))
    if check.is_equal:
        _tell(name, "the tree is right")
        return 0
    for difference in filter(None, (check.spacing, check.difference)):
        _tell(name, _words(difference))
    if check.difference is None:
        _tell(name, "apart from spacing the tree is right")
        return int(args.strict)
    for estimate in ESTIMATES:
        if check_tree(text, _grow(args, position, estimate)).difference is None:
            _tell(name, f"with --estimate {estimate} the tree is right")
    return 1


def _tell(name: str, words: str) -> None:
    """Write words that may repeat a student's, with every sign that a terminal cannot show spelled out."""
    signs = (sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in f"{name}: {words}")
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    write_line("".join(signs).encode(encoding, "backslashreplace").decode(encoding))


def _words(difference: Difference) -> str:
    """A difference in three lines, or in one where there is nothing to see."""
    if not difference.seen.strip() and not difference.expected:
        return f"line {difference.line}: {difference.reason}"
    seen, expected = (_shown(line) for line in (difference.seen, difference.expected))
    return f"line {difference.line}: {difference.reason}\n  seen:     {seen}\n  expected: {expected}"


def _shown(line: str) -> str:
    """A line as it is where that is legible, in quotes where its blanks or signs cannot be seen."""
    if not line:
        return "(nothing)"
    return line if line.isprintable() and line == line.strip() else shortened(line)
