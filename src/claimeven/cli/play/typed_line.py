"""TypedLine: what a person has typed at a prompt so far, and the column chosen with the arrow keys."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len, set_cell_size

from claimeven.cli.stdin import MAX_LINE_BYTES, Key, read_key
from claimeven.rules.position import Position

DIGITS = "0123456789"
ERASE_TO_END = "\x1b[K"


class TypedLine:
    """A line that is edited key by key.

    With a ``position``, the person is asked for a move: arrow keys choose a column, and a digit at the start
    of the line is a line by itself, unless there are columns with two digits. ``starts_at`` is the column
    that an arrow key chooses first. Enter alone does nothing, unless the prompt ``accepts_empty`` lines.
    """

    def __init__(
        self,
        position: Position | None = None,
        *,
        starts_at: int | None = None,
        accepts_empty: bool = False,
    ) -> None:
        self.text = ""
        self.chosen: int | None = None
        self._position = position
        self._starts_at = starts_at
        self._accepts_empty = accepts_empty

    def read(
        self, width: Callable[[], int], echo: Callable[[str], None], redraw: Callable[[], None]
    ) -> str | None:
        """Return the line when it is complete, None at the end of input.

        ``width`` is the room for the line; ``echo`` writes control characters and text behind the line so
        far, and ``redraw`` draws the window again after another column was chosen.
        """
        while True:
            key = read_key()
            if key is Key.END_OF_INPUT and not self.text:
                return None
            if key is Key.ENTER and self._is_complete:
                return self._line()
            if self._is_move(key):
                return str(key)
            before = self.text
            was_chosen = self.chosen
            self._press(key)
            if self.chosen != was_chosen:
                redraw()
            else:
                echo(_difference(cut(before, width()), cut(self.text, width())))

    @property
    def _is_complete(self) -> bool:
        """True if Enter ends the line."""
        return self._accepts_empty or bool(self.text.strip()) or self.chosen is not None

    def _line(self) -> str:
        if self.chosen is None or self._position is None:
            return self.text
        return self._position.rules.column_name(self.chosen)

    def _is_move(self, key: str | Key) -> bool:
        """Return True if the key alone is a whole line."""
        if self._position is None or self.text:
            return False
        return key in tuple(DIGITS) and self._position.rules.columns < len(DIGITS)

    def _press(self, key: str | Key) -> None:
        """Change the text or the chosen column; there is never both."""
        if key in (Key.LEFT, Key.RIGHT):
            self._choose(1 if key is Key.RIGHT else -1)
            return
        if key is Key.BACKSPACE:
            self.text = self.text[:-1]
        elif key is Key.ERASE_LINE:
            self.text = ""
        elif isinstance(key, str) and len(self.text) < MAX_LINE_BYTES:
            self.text += key
        else:
            return
        self.chosen = None

    def _choose(self, step: int) -> None:
        """Choose the next column to the left or right that is not full."""
        if self._position is None:
            return
        self.text = ""
        playable = self._position.playable
        if self.chosen is not None:
            place = playable.index(self.chosen) + step
            if 0 <= place < len(playable):
                self.chosen = playable[place]
        elif self._starts_at is not None:
            self.chosen = self._starts_at
        else:
            centre_first = self._position.rules.centre_first
            self.chosen = next(column for column in centre_first if column in playable)


def _difference(before: str, after: str) -> str:
    """Return what to write to a terminal to turn the text before the cursor from one into the other."""
    if before == after:
        return ""
    kept = 0
    while kept < min(len(before), len(after)) and before[kept] == after[kept]:
        kept += 1
    return "\b" * cell_len(before[kept:]) + after[kept:] + ERASE_TO_END


def cut(text: str, width: int) -> str:
    """Return as much of ``text`` as fits into ``width`` cells of a terminal."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width))
