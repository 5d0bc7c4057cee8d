"""Print text, tables and boards: plain, or styled where stdout is a terminal."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from claimeven.cli.output import is_terminal, write_line

PLAIN_WIDTH = 79
INDENT = "  "  # of the second and later lines of a sentence


class StyledText(NamedTuple):
    """A text and its style on a terminal, in the words of rich."""

    text: str
    style: str = ""


class TableRow(NamedTuple):
    """The cells of a row of a table and their style on a terminal."""

    cells: Sequence[str]
    style: str = ""


class Document(Protocol):
    """Blocks of output, printed with an empty line between them."""

    is_plain: bool

    def add_text(self, *spans: StyledText) -> None:
        """Add a block as it is."""

    def add_paragraph(self, *spans: StyledText) -> None:
        """Add a block of running text, wrapped to the width of the output."""

    def add_sentences(self, sentences: Iterable[str]) -> None:
        """Add sentences, each on a line of its own; continuation lines are indented."""

    def add_table(self, headings: Sequence[str], rows: Sequence[TableRow], *, right_aligned: int = 0) -> None:
        """Add a table whose first ``right_aligned`` columns are aligned to the right."""

    def join_last_two(self) -> None:
        """Put the last two blocks side by side on a terminal that is wide enough."""

    def write(self) -> None:
        """Write all blocks to stdout; raise OSError naming stdout if that fails."""


def new_document() -> Document:
    """Return a document with styles if stdout is a terminal, else a plain one."""
    if is_terminal(sys.stdout):
        from claimeven.cli.rich_document import RichDocument

        return RichDocument()
    return PlainDocument()


def wrapped_sentences(sentences: Iterable[str], width: int) -> str:
    """Return sentences as lines of at most ``width`` characters, with continuation lines indented."""
    return "\n".join(textwrap.fill(sentence, width, subsequent_indent=INDENT) for sentence in sentences)


class PlainDocument:
    """A document for pipes and files: plain text of at most PLAIN_WIDTH characters a line."""

    is_plain = True

    def __init__(self) -> None:
        self._blocks: list[str] = []

    def add_text(self, *spans: StyledText) -> None:
        """Add a block as it is."""
        self._blocks.append(_joined(spans))

    def add_paragraph(self, *spans: StyledText) -> None:
        """Add a block of running text."""
        self._blocks.append(textwrap.fill(_joined(spans), PLAIN_WIDTH))

    def add_sentences(self, sentences: Iterable[str]) -> None:
        """Add sentences, each on a line of its own."""
        self._blocks.append(wrapped_sentences(sentences, PLAIN_WIDTH))

    def add_table(self, headings: Sequence[str], rows: Sequence[TableRow], *, right_aligned: int = 0) -> None:
        """Add a table whose first ``right_aligned`` columns are aligned to the right."""
        lines = [headings]
        for row in rows:
            lines.append(row.cells)
        widths = []
        for column in zip(*lines, strict=True):
            widths.append(max(len(cell) for cell in column))
        self._blocks.append("\n".join(_table_line(cells, widths, right_aligned) for cells in lines))

    def join_last_two(self) -> None:
        """Do nothing: plain blocks are always printed one below the other."""

    def write(self) -> None:
        """Write all blocks to stdout."""
        write_line("\n\n".join(self._blocks))


def _joined(spans: Iterable[StyledText]) -> str:
    return "".join(span.text for span in spans)


def _table_line(cells: Sequence[str], widths: Sequence[int], right_aligned: int) -> str:
    """Return one line of a plain table."""
    padded = []
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        if number < right_aligned:
            padded.append(cell.rjust(width))
        else:
            padded.append(cell.ljust(width))
    return "  ".join(padded).rstrip()
