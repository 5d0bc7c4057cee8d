"""Print text, tables and boards in colour on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from claimeven.cli.document import StyledText, TableRow, wrapped_sentences
from claimeven.cli.output import write_line

GAP = 4  # blanks between two blocks side by side


class RichDocument:
    """A document for a terminal, with styles and the width of the window."""

    is_plain = False

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        self._blocks: list[RenderableType] = []

    def add_text(self, *spans: StyledText) -> None:
        """Add a block as it is; the terminal wraps lines that are too long."""
        self._blocks.append(Text.assemble(*spans))

    def add_paragraph(self, *spans: StyledText) -> None:
        """Add a block of running text."""
        self.add_text(*spans)

    def add_sentences(self, sentences: Iterable[str]) -> None:
        """Add sentences, each on a line of its own."""
        self._blocks.append(Text(wrapped_sentences(sentences, self._console.width)))

    def add_table(self, headings: Sequence[str], rows: Sequence[TableRow], *, right_aligned: int = 0) -> None:
        """Add a table whose first ``right_aligned`` columns are aligned to the right."""
        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for number, heading in enumerate(headings):
            table.add_column(heading, justify="right" if number < right_aligned else "left")
        for row in rows:
            table.add_row(*row.cells, style=row.style)
        self._blocks.append(table)

    def join_last_two(self) -> None:
        """Put the last two blocks side by side if the window is wide enough."""
        left, right = self._blocks[-2:]
        needed = self._console.measure(left).maximum + GAP + self._console.measure(right).maximum
        if needed <= self._console.width:
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_row(left, right)
            self._blocks[-2:] = [grid]

    def write(self) -> None:
        """Write all blocks to stdout in one go."""
        with self._console.capture() as captured:
            for block in self._blocks:
                self._console.print(block)
                self._console.print("")
        write_line(captured.get().rstrip("\n"))
