"""A printed tree, say a student's, compared with the true one: the first line that differs, and why.

Differences in blanks and blank lines are reported, but the comparison goes on after them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from claimeven.teaching.tree import Node
from claimeven.teaching.tree_text import BAR, write_tree

SPACING = "only spacing differs, which is commonly accepted"
BLANK_LINE = "a blank line, which is commonly accepted"
NOTHING = ""  # what stands where a text has no line

_LABEL = r"\s*(?P<bars>(?:\|\s*-\s*)*)(?P<player>[A-Z])\s*(?P<depth>[1-9][0-9]?)\s*:\s*"
_MOVE = re.compile(_LABEL + r"(?P<columns>\w)\s*(?:;\s*h\s*=\s*(?P<h>\S+)\s*)?")
_CUT = re.compile(
    _LABEL
    + r"pruning\b(?P<columns>[^;]*);\s*alpha\s*=\s*(?P<alpha>[^\s,]+)\s*,\s*beta\s*=\s*(?P<beta>\S+)\s*"
)
_FIRST = re.compile(r"\s*first\s+move\s*:\s*(?P<columns>\S+)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A line (from 1) of the text that was checked, what should stand there, and what is wrong in words."""

    line: int
    reason: str
    seen: str
    expected: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The first line that means something else, and the first before it that differs only in spacing."""

    difference: Difference | None
    spacing: Difference | None

    @property
    def is_equal(self) -> bool:
        """True when the text is right to the character."""
        return self.difference is None and self.spacing is None


def check_tree(text: str, root: Node) -> Check:
    """Compare ``text`` with the printed tree of ``root``."""
    printed = write_tree(root)
    if text == printed:
        return Check(difference=None, spacing=None)
    truth = printed.splitlines()
    rest = iter(truth)
    number = 0
    difference = spacing = None
    lines = text.removesuffix("\n").split("\n") if text else []
    for number, seen in enumerate(lines, start=1):
        expected, reason = NOTHING, BLANK_LINE
        if seen.strip():
            expected, reason = next(rest, NOTHING), SPACING
            if seen == expected:
                continue
            if wrong := _wrong(seen, expected):
                difference = Difference(line=number, reason=wrong, seen=seen, expected=expected)
                break
        spacing = spacing or Difference(line=number, reason=reason, seen=seen, expected=expected)
    else:
        if missing := list(rest):
            wrong = _missing(_parse(missing[0]))
            reason = f"the text ends too early, lines missing: {len(missing)}; {wrong}"
            difference = Difference(line=number + 1, reason=reason, seen=NOTHING, expected=missing[0])
        else:  # what is left is a last line without its line end
            ending = Difference(line=number, reason=SPACING, seen=truth[-1], expected=f"{truth[-1]}\n")
            spacing = spacing or ending
    return Check(difference=difference, spacing=spacing)


@dataclass(frozen=True, slots=True)
class _Line:
    """What one line says. ``h`` is empty but for a leaf, ``alpha`` and ``beta`` are empty but for a cut."""

    label: str
    depth: int  # 0 for the first move at the end
    bars: int
    columns: tuple[str, ...]
    h: str = ""
    alpha: str = ""
    beta: str = ""

    @property
    def is_cut(self) -> bool:
        return self.alpha != ""

    def __str__(self) -> str:
        if self.depth == 0:
            return f"the first move {self.columns[0]}"
        return f"{self.label} in column{'s' if self.is_cut else ''} {', '.join(self.columns)}"


def _parse(line: str) -> _Line | None:
    """What a line says, whatever its spacing; None if it is no line of a tree."""
    found = _CUT.fullmatch(line) or _MOVE.fullmatch(line) or _FIRST.fullmatch(line)
    if not found:
        return None
    parts = {"bars": "", "player": "", "depth": "0", **found.groupdict("")}
    bars, player, depth = parts.pop("bars"), parts.pop("player"), parts.pop("depth")
    columns = re.findall(r"[^\s,]+", parts.pop("columns"))
    return _Line(player + depth, int(depth), bars.count("|"), tuple(columns), **parts)


def _wrong(seen_line: str, wanted_line: str) -> str:
    """What is wrong with a line, in words; nothing if only its spacing is."""
    seen, wanted = _parse(seen_line), _parse(wanted_line)
    if wanted is None:
        return "a line after the end of the tree"
    if seen is None:
        return "this is no line of a tree; expected a move, a pruning or the first move"
    if seen.depth and seen.bars != seen.depth - 1:
        return (
            f"wrong indentation: {BAR} stands {seen.bars} x before {seen.label}; expected {seen.depth - 1} x"
        )
    if seen.depth > wanted.depth:
        return f"{seen} does not belong here; the tree goes on with {wanted}"
    if seen.depth < wanted.depth:
        return _missing(wanted)
    if seen.label != wanted.label:
        return f"wrong player: {seen.label} instead of {wanted.label}"
    if seen.is_cut and wanted.is_cut:
        return _wrong_cut(seen, wanted)
    if wanted.is_cut:
        return f"a branch that should have been pruned: {seen}"
    if seen.is_cut:
        return f"pruned too early: {wanted} must still be searched"
    return _wrong_move(seen, wanted)


def _wrong_move(seen: _Line, wanted: _Line) -> str:
    """What is wrong with a move, where one of the same ply was expected."""
    if seen.columns != wanted.columns:
        if wanted.depth == 0:
            return f"wrong first move: {seen.columns[0]} instead of {wanted.columns[0]}"
        if seen.columns > wanted.columns:
            return _missing(wanted)
        return f"{seen} is not possible or was searched before; the tree goes on with {wanted}"
    if seen.h == wanted.h:
        return ""
    if not seen.h:
        return f"a leaf without its estimate; expected h={wanted.h}"
    if not wanted.h:
        return "an estimate on a move that is no leaf; the search goes deeper here"
    return f"wrong estimate: h={seen.h} instead of h={wanted.h}"


def _wrong_cut(seen: _Line, wanted: _Line) -> str:
    """What is wrong with a cut, where one of the same ply was expected."""
    pairs = {
        "columns pruned": (", ".join(seen.columns), ", ".join(wanted.columns)),
        "alpha": (seen.alpha, wanted.alpha),
        "beta": (seen.beta, wanted.beta),
    }
    return "; ".join(
        f"wrong {name}: {one} instead of {two}" for name, (one, two) in pairs.items() if one != two
    )


def _missing(wanted: _Line | None) -> str:
    """The line that should have come, as something that is missing."""
    if wanted is None or wanted.depth == 0:
        return "a missing first move"
    return f"a missing {'pruning' if wanted.is_cut else 'move'}: {wanted}"
