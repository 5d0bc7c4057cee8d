"""What commands that explain share: boards with colours and marks, and pages, plain or for a terminal."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from claimeven.cli.output import is_terminal, write_line
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, Rules

if TYPE_CHECKING:
    from rich.console import Console

MARKS = ("X", "O")  # the first player, the second player
VERDICTS = {"win": "green", "draw": "yellow", "loss": "red"}
QUIET = "dim"
PLAIN_WIDTH = 79
GAP = 4  # blanks between parts that stand side by side


class Mark(NamedTuple):
    """Text, as up to three signs in a cell of the board, and how it looks on a terminal."""

    text: str
    style: str = ""


EMPTY = Mark(" . ", QUIET)


class Page:
    """What a person is shown, part by part: plain text or, where stdout is a terminal, in colour."""

    def __init__(self) -> None:
        self._parts: list[Any] = []  # texts or, for a terminal, what rich can draw
        self.console: Console | None = None
        if is_terminal(sys.stdout):
            from rich.console import Console

            self.console = Console(highlight=False)
        self._width = PLAIN_WIDTH if self.console is None else self.console.width

    def add(self, *marks: Mark) -> None:
        """Add a part as it is; a terminal wraps what does not fit."""
        if self.console is None:
            self._parts.append("".join(mark.text for mark in marks))
            return
        from rich.text import Text

        self._parts.append(Text.assemble(*marks))

    def add_paragraph(self, *marks: Mark) -> None:
        """Add running text."""
        if self.console is None:
            marks = (Mark(textwrap.fill("".join(mark.text for mark in marks), self._width)),)
        self.add(*marks)

    def add_sentences(self, said: Iterable[str]) -> None:
        """Add sentences that begin a line each; what does not fit goes on below, indented."""
        lines = (textwrap.fill(one, self._width, subsequent_indent="  ") for one in said)
        self.add(Mark("\n".join(lines)))

    def add_table(self, headings: Iterable[str], rows: Iterable[Sequence[str]], *, right: int = 0) -> None:
        """Add a table; a row ends with its style, and so many columns are aligned to the right."""
        if self.console is None:
            columns = enumerate(zip(headings, *(cells for *cells, _ in rows), strict=True))
            padded = (
                [(str.rjust if number < right else str.ljust)(cell, max(map(len, column))) for cell in column]
                for number, column in columns
            )
            self.add(Mark("\n".join("  ".join(row).rstrip() for row in zip(*padded, strict=True))))
            return
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for number, heading in enumerate(headings):
            table.add_column(heading, justify="right" if number < right else "left")
        for *cells, style in rows:
            table.add_row(*cells, style=style)
        self._parts.append(table)

    def put_beside(self) -> None:
        """Put the last two parts side by side on a terminal that has room for both."""
        if self.console is None:
            return
        both = self._parts[-2:]
        if sum(self.console.measure(part).maximum for part in both) + GAP <= self._width:
            from rich.table import Table

            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_row(*both)
            self._parts[-2:] = [grid]

    def write(self) -> None:
        """Write the parts with an empty line between them."""
        if self.console is None:
            write_line("\n\n".join(self._parts))
            return
        from rich.console import Group

        with self.console.capture() as captured:
            self.console.print(Group(*(line for part in self._parts for line in (part, ""))))
        write_line(captured.get().rstrip("\n"))


def turn_words(position: Position) -> str:
    """Who is to move, for somebody who sees the board for the first time."""
    mark, ordinal = MARKS[position.turn], "second" if position.turn else "first"
    discs = f"{position.ply} discs" if position.ply != 1 else "1 disc"
    return f"{mark} is to move: the {ordinal} player, with {discs} on the board."


def disc_styles(rules: Rules) -> tuple[str, str]:
    """The colours of the two players."""
    first, second = rules.colours
    return f"bold bright_{first}", f"bold bright_{second}"


def marked_board(
    position: Position, marks: Mapping[int, Mark] = {}, styles: Sequence[str] = ()
) -> list[Mark]:
    """The board with ``marks`` in cells, which are masks, and ``styles`` for the names of its columns."""
    rules = position.rules
    first, second = (Mark(f" {mark} ", style) for mark, style in zip(MARKS, disc_styles(rules), strict=True))

    def row_of(row: int) -> Iterator[Mark]:
        for cell in (rules.cell(column, row) for column in range(rules.columns)):
            disc = first if position.first & cell else second if position.second & cell else EMPTY
            yield marks.get(cell, disc)
        yield Mark("\n")

    rows = [mark for row in reversed(range(rules.rows)) for mark in row_of(row)]
    names = zip_longest(COLUMN_NAMES[: rules.columns], styles, fillvalue="")
    edge = Mark(f" {'-' * (3 * rules.columns - 2)}\n", QUIET)
    return [*rows, edge, *(Mark(f" {name} ", style) for name, style in names)]
