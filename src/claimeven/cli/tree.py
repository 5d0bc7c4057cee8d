"""`claimeven tree`: print, draw or check the alpha-beta tree of a position of Alice and Bill."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress

from claimeven.cli.options import Exclusive, argument, choice, flag, output_path, shared
from claimeven.cli.output import write_line
from claimeven.errors import ClaimevenError, FormatError, LimitReached, shortened
from claimeven.files import atomic_write, display_name, read_bytes
from claimeven.formats.columns import ALICE, NAMES, Name, other_name, parse_columns
from claimeven.rules.position import Position
from claimeven.solver.limits import NO_LIMIT, Limit
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.tree import DEFAULT_DEPTH, DEFAULT_ESTIMATE, Node, build_tree
from claimeven.teaching.tree_check import Difference, check_tree
from claimeven.teaching.tree_dot import write_tree_dot
from claimeven.teaching.tree_json import write_tree_json
from claimeven.teaching.tree_svg import write_tree_svg
from claimeven.teaching.tree_text import write_tree

MAX_LINES = 1_000_000
MAX_BYTES = 1 << 16  # of INPUT; a position needs at most 70 besides blanks
MAX_CHECKED_BYTES = 1 << 26  # of STUDENT; a million lines need less
EXPECTED = "seven lines, each e or 1 to 6 letters a and b"

HELP = "print the alpha-beta tree of a position"
DESCRIPTION = """
Print the tree that alpha-beta searches from a position of Alice and Bill: every move, every cut, and the
chosen first move. INPUT has seven lines, one for each column from the left: e if it is empty, else its discs
from bottom to top, a for Alice's and b for Bill's.
"""
EPILOG = """
The estimate of a leaf counts unterminated lines: Alice's runs of two minus Bill's, plus five times the same
for runs of three. A run counts once if at least one of its ends is free (lines, the default), once for each
free end (open-ends), or as with lines but only where there is room for four (strict). The estimate windows is
the one of `claimeven minimax`. Alice wants the largest value and Bill the smallest, even with --first bill,
where Bill makes the first move of the tree. If anything fails, no file is written.
"""
CHECK_HELP = (
    "compare a printed tree with the true one, ignoring spacing; exit with 0 if it is correct, else 1"
)
SVG_FILE = output_path("a drawing", (".svg",))
OPTIONS = {
    "input": argument(str, "INPUT", "file with the position; - is standard input"),
    "output": argument(str, "OUTPUT", "also write the output to this file", nargs="?"),
    "--estimate --heuristic": choice(ESTIMATES, "how to value leaves", DEFAULT_ESTIMATE),
    **shared("--depth", default=DEFAULT_DEPTH),
    "--first": choice(NAMES, "who makes the first move", ALICE),
    "--no-pruning": flag("print the full tree"),
    "--json": Exclusive(flag("print nested JSON objects instead of lines")),
    "--dot": Exclusive(flag("print a Graphviz graph instead of lines")),
    "--check": Exclusive(argument(str, "STUDENT", CHECK_HELP)),
    "--strict": flag("with --check: compare spacing as well, byte for byte"),
    "--svg": argument(SVG_FILE, "FILE", "also draw the tree, as an SVG file"),
    "--force": flag(f"allow trees of over {MAX_LINES:,} lines"),
}


def run(args: argparse.Namespace) -> int:
    """Print or check a tree; return 1 if the checked tree is wrong, else 0.

    Raise ClaimevenError if INPUT is not a position or the tree is too large.
    """
    _require_consistent_options(args)
    position = _read_position(args)
    try:
        if args.check:
            return _check(args, position)
        _print(args, position)
    except LimitReached:
        raise ClaimevenError(
            f"the tree has more than {MAX_LINES:,} lines; use a smaller --depth, or --force to print it"
        ) from None
    return 0


def _require_consistent_options(args: argparse.Namespace) -> None:
    """Exit with a usage error if options contradict one another."""
    if args.strict and not args.check:
        args.usage_error("--strict needs --check")
    if args.check and (args.output or args.svg):
        args.usage_error("--check writes no file; omit OUTPUT and --svg")
    files = [os.path.realpath(path) for path in (args.input, args.check, args.output, args.svg) if path]
    if len(set(files)) < len(files):
        args.usage_error("the same file is named twice; expected different files")


def _read_position(args: argparse.Namespace) -> Position:
    """Return the position in INPUT; raise ClaimevenError naming the file if there is none."""
    try:
        data = read_bytes(args.input, MAX_BYTES + 1)
        position = _parse_position(data[:MAX_BYTES].decode("utf-8-sig", "replace"), args.first)
        if len(data) > MAX_BYTES:
            raise FormatError(f"more than {MAX_BYTES:,} bytes; expected {EXPECTED}")
    except FormatError as error:
        raise ClaimevenError(f"{display_name(args.input)}: {error}") from None
    except OSError as error:
        raise ClaimevenError(f"{error.filename}: {error.strerror}; expected a file of {EXPECTED}") from None
    return position


def _parse_position(text: str, first: Name) -> Position:
    """Return the position with ``first`` to move; an error says so if only the other side can be."""
    try:
        return parse_columns(text, first=first)
    except FormatError as error:
        other = other_name(first)
        with suppress(FormatError):
            parse_columns(text, first=other)
            reason = f"{error.reason}; if it is {other.title()}'s turn, use --first {other}"
            error = FormatError(reason, line=error.line, column=error.column)
        raise error from None


def _build(args: argparse.Namespace, position: Position, estimate: str) -> Node:
    return build_tree(
        position,
        depth=args.depth,
        estimate=estimate,
        first=args.first,
        pruning=not args.no_pruning,
        limit=NO_LIMIT if args.force else Limit(nodes=MAX_LINES),
    )


def _print(args: argparse.Namespace, position: Position) -> None:
    """Print the tree in the requested format, and write the requested files."""
    tree = _build(args, position, args.estimate)
    if args.json:
        text = write_tree_json(tree)
    elif args.dot:
        text = write_tree_dot(tree)
    else:
        text = write_tree(tree)
    drawing = write_tree_svg(tree) if args.svg else ""
    if args.output:
        atomic_write(args.output, text.encode())
    if args.svg:
        atomic_write(args.svg, drawing.encode())
    write_line(text.removesuffix("\n"))


def _check(args: argparse.Namespace, position: Position) -> int:
    """Print whether the tree in STUDENT is the true one, and if not, the first difference; return 0 or 1."""
    name = display_name(args.check)
    data = read_bytes(args.check, MAX_CHECKED_BYTES + 1)
    if len(data) > MAX_CHECKED_BYTES:
        raise ClaimevenError(f"{name}: more than {MAX_CHECKED_BYTES:,} bytes; expected a printed tree")
    text = data.decode("utf-8" if args.strict else "utf-8-sig", "replace")
    check = check_tree(text, _build(args, position, args.estimate))
    if check.is_equal:
        _write_printable(f"{name}: the tree is correct")
        return 0
    for difference in (check.spacing, check.difference):
        if difference is not None:
            _write_printable(f"{name}: {_difference_text(difference)}")
    if check.difference is None:
        _write_printable(f"{name}: apart from spacing the tree is correct")
        return int(args.strict)
    for estimate in ESTIMATES:
        if check_tree(text, _build(args, position, estimate)).difference is None:
            _write_printable(f"{name}: with --estimate {estimate} the tree is correct")
    return 1


def _write_printable(text: str) -> None:
    """Write a text that may quote a student's, with every unprintable character escaped."""
    escaped = []
    for char in text:
        is_safe = char.isprintable() or char == "\n"
        escaped.append(char if is_safe else repr(char)[1:-1])
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    write_line("".join(escaped).encode(encoding, "backslashreplace").decode(encoding))


def _difference_text(difference: Difference) -> str:
    """Return a difference in three lines, or in one if there is no line to show."""
    summary = f"line {difference.line}: {difference.reason}"
    if not difference.seen.strip() and not difference.expected:
        return summary
    seen = _shown(difference.seen)
    expected = _shown(difference.expected)
    return f"{summary}\n  seen:     {seen}\n  expected: {expected}"


def _shown(line: str) -> str:
    """Return a line as it is if it is legible, in quotes if blanks or characters could not be seen."""
    if not line:
        return "(nothing)"
    is_legible = line.isprintable() and line == line.strip()
    return line if is_legible else shortened(line)
