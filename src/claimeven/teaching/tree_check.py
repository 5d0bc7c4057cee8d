"""Compare a printed tree, e.g. a student's, with the true one: find the first line that differs, and why.

Differences in spacing and blank lines are reported, but the comparison continues after them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from claimeven.teaching.tree import Node
from claimeven.teaching.tree_text import BAR, write_tree

SPACING = "only spacing differs, which is commonly accepted"
BLANK_LINE = "a blank line, which is commonly accepted"
NO_LINE = ""  # where a text has ended

_LABEL = r"\s*(?P<bars>(?:\|\s*-\s*)*)(?P<player>[A-Z])\s*(?P<depth>[1-9][0-9]?)\s*:\s*"
_MOVE = re.compile(_LABEL + r"(?P<columns>\w)\s*(?:;\s*h\s*=\s*(?P<h>\S+)\s*)?")
_CUT = re.compile(
    _LABEL
    + r"pruning\b(?P<columns>[^;]*);\s*alpha\s*=\s*(?P<alpha>[^\s,]+)\s*,\s*beta\s*=\s*(?P<beta>\S+)\s*"
)
_FIRST_MOVE = re.compile(r"\s*first\s+move\s*:\s*(?P<columns>\S+)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The number (from 1) of a wrong line, its text, the line expected there, and a message in ``reason``."""

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
    true_lines = printed.splitlines()
    seen_lines = text.removesuffix("\n").split("\n") if text else []
    spacing: Difference | None = None
    compared = 0  # true lines that were found in the text
    for number, seen in enumerate(seen_lines, start=1):
        if not seen.strip():
            found = Difference(line=number, reason=BLANK_LINE, seen=seen, expected=NO_LINE)
        else:
            expected = true_lines[compared] if compared < len(true_lines) else NO_LINE
            compared += 1
            if seen == expected:
                continue
            mistake = _mistake(seen, expected)
            if mistake:
                difference = Difference(line=number, reason=mistake, seen=seen, expected=expected)
                return Check(difference=difference, spacing=spacing)
            found = Difference(line=number, reason=SPACING, seen=seen, expected=expected)
        if spacing is None:
            spacing = found
    if compared < len(true_lines):
        return Check(difference=_early_end(len(seen_lines), true_lines[compared:]), spacing=spacing)
    if spacing is None:  # only the last line end can be missing
        last = true_lines[-1]
        spacing = Difference(line=len(seen_lines), reason=SPACING, seen=last, expected=f"{last}\n")
    return Check(difference=None, spacing=spacing)


def _early_end(last_line: int, missing: list[str]) -> Difference:
    """Return the difference where the text ends before the tree does."""
    reason = f"the text ends too early, lines missing: {len(missing)}; {_missing(_parse_line(missing[0]))}"
    return Difference(line=last_line + 1, reason=reason, seen=NO_LINE, expected=missing[0])


@dataclass(frozen=True, slots=True)
class _Line:
    """A parsed line. Only a leaf has an ``h``, and only a cut has an ``alpha`` and a ``beta``."""

    label: str
    depth: int  # 0 for the first move at the end
    bars: int
    columns: tuple[str, ...]
    h: str
    alpha: str
    beta: str

    @property
    def is_cut(self) -> bool:
        return self.alpha != ""

    def __str__(self) -> str:
        if self.depth == 0:
            return f"the first move {self.columns[0]}"
        noun = "column" if len(self.columns) == 1 else "columns"
        return f"{self.label} in {noun} {', '.join(self.columns)}"


def _parse_line(line: str) -> _Line | None:
    """Parse a line of a tree with any spacing; return None if it is not one."""
    match = _CUT.fullmatch(line) or _MOVE.fullmatch(line) or _FIRST_MOVE.fullmatch(line)
    if match is None:
        return None
    parts = match.groupdict("")
    depth = parts.get("depth", "0")
    columns = [parts["columns"]]
    if parts.get("alpha"):  # only a cut may have several; a stray comma makes an empty one
        columns = [column.strip() for column in parts["columns"].split(",")]
    return _Line(
        label=parts.get("player", "") + depth,
        depth=int(depth),
        bars=parts.get("bars", "").count("|"),
        columns=tuple(columns),
        h=parts.get("h", ""),
        alpha=parts.get("alpha", ""),
        beta=parts.get("beta", ""),
    )


def _mistake(seen_line: str, expected_line: str) -> str:
    """Return a message on what is wrong with a line; an empty string if only its spacing differs."""
    seen = _parse_line(seen_line)
    expected = _parse_line(expected_line)
    if expected is None:
        return "a line after the end of the tree"
    if seen is None:
        return "not a valid tree line; expected a move, a pruning or the first move"
    if seen.depth > 0 and seen.bars != seen.depth - 1:
        return f"wrong indentation: {seen.bars} x {BAR} before {seen.label}; expected {seen.depth - 1} x"
    if seen.depth > expected.depth:
        return f"{seen} does not belong here; the next line should be {expected}"
    if seen.depth < expected.depth:
        return _missing(expected)
    if seen.label != expected.label:
        return f"wrong player: {seen.label} instead of {expected.label}"
    return _mistake_in_ply(seen, expected)


def _mistake_in_ply(seen: _Line, expected: _Line) -> str:
    """Return what is wrong with a line of the expected ply and player."""
    if seen.is_cut and expected.is_cut:
        return _mistake_in_cut(seen, expected)
    if expected.is_cut:
        return f"a branch that should have been pruned: {seen}"
    if seen.is_cut:
        return f"pruned too early: {expected} must still be searched"
    return _mistake_in_move(seen, expected)


def _mistake_in_move(seen: _Line, expected: _Line) -> str:
    """Return what is wrong with a move where one of the same ply was expected."""
    if seen.columns != expected.columns:
        if expected.depth == 0:
            return f"wrong first move: {seen.columns[0]} instead of {expected.columns[0]}"
        if seen.columns > expected.columns:
            return _missing(expected)
        return f"{seen} is not possible or was already searched; the next line should be {expected}"
    if seen.h == expected.h:
        return ""
    if not seen.h:
        return f"a leaf without its estimate; expected h={expected.h}"
    if not expected.h:
        return "an estimate on a move that is not a leaf; the search goes deeper here"
    return f"wrong estimate: h={seen.h} instead of h={expected.h}"


def _mistake_in_cut(seen: _Line, expected: _Line) -> str:
    """Return what is wrong with a cut where one of the same ply was expected."""
    compared = (
        ("columns pruned", ", ".join(seen.columns), ", ".join(expected.columns)),
        ("alpha", seen.alpha, expected.alpha),
        ("beta", seen.beta, expected.beta),
    )
    mistakes = []
    for name, seen_text, expected_text in compared:
        if seen_text != expected_text:
            mistakes.append(f"wrong {name}: {seen_text} instead of {expected_text}")
    return "; ".join(mistakes)


def _missing(expected: _Line | None) -> str:
    """Return a message for an expected line that is missing."""
    if expected is None or expected.depth == 0:
        return "a missing first move"
    noun = "pruning" if expected.is_cut else "move"
    return f"a missing {noun}: {expected}"
