"""`claimeven play` on a terminal: a coloured window, redrawn in place after every line typed."""

from __future__ import annotations

import contextlib
import locale
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from claimeven.cli.output import discard_output
from claimeven.cli.play.drawing import ASCII, MARGIN, UNICODE, draw_board, draw_screen
from claimeven.cli.play.session import NOTHING_TO_UNDO, Command, InvalidEntry, Session, parse_entry
from claimeven.cli.signal_exit import exit_on_signals
from claimeven.cli.stdin import read_line
from claimeven.signals import defer_signals, replace_handlers

HELP = "Type a column, or hint (h), score (s), why (w), undo (u), quit (q)."
TAKEN_BACK = "Taken back. Your turn."
STOPPED = "Stopped. Press Ctrl-C again to quit."
THINKING_STOPPED = (
    "The computer stopped thinking. Press Enter to let it think again, u to take your move back, "
    "or Ctrl-C to quit."
)
Value = TypeVar("Value")
YES = ("y", "yes")
NO = ("n", "no", "q", Command.QUIT)
MAX_COLUMN_LENGTH = 4  # of a column number that a message repeats


def play_screen(session: Session) -> None:
    """Play game after game on the terminal until the person quits; the last board stays visible.

    SIGTERM and SIGHUP restore the terminal before the program exits.
    """
    screen = _Screen(session, Console(highlight=False))
    with exit_on_signals("the game is left unfinished", names=("SIGTERM", "SIGHUP")):
        try:
            screen.run()
        except KeyboardInterrupt:
            screen.show_final_board()
            raise
        except OSError:  # the terminal is closed
            discard_output(sys.stdout)
            raise
        screen.show_final_board()


class _Quit(Exception):
    """The person quits."""


class _Screen:
    def __init__(self, session: Session, console: Console) -> None:
        self._session = session
        self._console = console
        self._glyphs = UNICODE if _supports_unicode(console) else ASCII
        self._status = ""
        self._prompt = ""
        self._is_stale = False
        self._is_waiting = False

    def run(self) -> None:
        """Play until the person quits."""
        handle_resize = replace_handlers(("SIGWINCH",), self._resized)  # Windows does not have it
        with self._alternate_screen(), handle_resize, contextlib.suppress(_Quit):
            self._greet()
            while True:
                self._play()
                self._play_again()

    def show_final_board(self) -> None:
        """Print the board and the result on the ordinary screen, which is visible again."""
        session = self._session
        if session.game.moves:
            for line in draw_board(session, self._glyphs, self._console.width, self._console.height - 2):
                self._print(line)
        farewell = f"{session.points_line} Goodbye.".lstrip()
        self._print(Text(session.result if session.position.is_over else farewell))

    def _greet(self) -> None:
        """Set the status to the greeting."""
        session = self._session
        first = "You move first" if session.is_persons_turn else "The computer moves first"
        self._status = f"Hello, welcome to {session.game_name}. {first}.\n{session.who_is_who}"

    def _play(self) -> None:
        """Play the current game to its end."""
        while not self._session.position.is_over:
            if self._session.is_persons_turn:
                self._handle_entry(self._ask("Your move (? for help): "))
            else:
                self._computer_moves()

    def _computer_moves(self) -> None:
        """Make the computer's move; if Ctrl-C stops it, ask the person how to continue."""
        choice = self._interruptible(f"The computer is thinking{self._glyphs.ellipsis}", self._session.reply)
        if choice is not None:
            column = self._session.position.rules.column_name(choice.column)
            self._status = f"The computer plays {column}. Your turn."
        elif not self._session.is_persons_turn:
            self._ask_how_to_continue()

    def _ask_how_to_continue(self) -> None:
        """After Ctrl-C stopped the computer, let it think again, or let the person take back or quit."""
        self._status = THINKING_STOPPED
        entry = parse_entry(self._ask("Press Enter to continue (u, q): "), self._session.position)
        if entry is Command.QUIT:
            raise _Quit
        if entry is Command.UNDO:
            self._undo()

    def _undo(self) -> None:
        self._status = TAKEN_BACK if self._session.undo() else NOTHING_TO_UNDO

    def _play_again(self) -> None:
        """Start a new game, or take back the last move of the old one; raise _Quit if neither is wanted."""
        self._status = self._session.result
        while True:
            answer = self._ask("Play again? (y, n, or u to take back) ").strip().lower()
            if answer in YES:
                self._session.begin()
                self._greet()
                return
            if answer in ("u", Command.UNDO) and self._session.undo():
                self._status = TAKEN_BACK
                return
            if answer in NO:
                raise _Quit

    def _handle_entry(self, line: str) -> None:
        """Act on a line that the person typed; an empty one only redraws the window."""
        match parse_entry(line, self._session.position):
            case int(column):
                self._session.drop(column)
            case InvalidEntry() as invalid:
                if line.strip():
                    self._status = self._invalid_text(invalid, line.strip())
            case Command.QUIT:
                raise _Quit
            case Command.UNDO:
                self._undo()
            case Command.HELP:
                self._status = HELP
            case Command() as command:
                advice = self._interruptible(
                    f"Thinking{self._glyphs.ellipsis}", partial(self._session.advice, command)
                )
                self._status = STOPPED if advice is None else advice

    def _invalid_text(self, invalid: InvalidEntry, entry: str) -> str:
        """Return why ``entry`` is not a move, and what to type instead."""
        rules = self._session.position.rules
        columns = f"1 to {rules.column_name(rules.columns - 1)}"
        if invalid is InvalidEntry.COLUMN_FULL:
            return "That column is full. Pick another."
        if invalid is InvalidEntry.NOT_A_NUMBER:
            return f"That is not a column. Pick {columns}, or type ? for help."
        column = f"column {entry}" if len(entry) <= MAX_COLUMN_LENGTH else "such column"
        return f"There is no {column}. Pick {columns}."

    def _interruptible(self, status: str, compute: Callable[[], Value]) -> Value | None:
        """Show a status while ``compute`` runs, and return its result; return None if Ctrl-C stopped it."""
        try:
            self._status = status
            self._prompt = ""
            self._draw()
            return compute()
        except KeyboardInterrupt:
            return None

    def _ask(self, prompt: str) -> str:
        """Return a line from the person; raise _Quit at the end of input."""
        self._prompt = prompt
        self._is_stale = True
        self._refresh()
        line = read_line()
        self._is_waiting = False
        if line is None:
            raise _Quit
        return line

    def _refresh(self) -> None:
        """Draw until the window is up to date, and leave the cursor at the prompt."""
        while self._is_stale:
            self._is_stale = False
            self._is_waiting = False
            self._draw()
            self._is_waiting = True

    def _draw(self) -> None:
        """Draw the whole window at once, so that it does not flicker and no signal leaves half of it."""
        with defer_signals(), self._console:
            self._console.clear()
            for line in draw_screen(self._session, self._status, self._glyphs, self._console):
                self._print(line)
            self._print(Text(" " * MARGIN + self._prompt), end="")

    def _print(self, line: Text, *, end: str = "\n") -> None:
        self._console.print(line, end=end, no_wrap=True, overflow="crop")

    @contextlib.contextmanager
    def _alternate_screen(self) -> Iterator[None]:
        """Draw on the alternate screen; restore the ordinary one however the block ends."""
        try:
            with defer_signals():
                self._console.set_alt_screen(True)
            yield
        finally:
            with defer_signals():
                self._console.set_alt_screen(False)

    def _resized(self, *_: object) -> None:
        """Redraw after the window was resized; a drawing that this interrupts is completed first."""
        self._is_stale = True
        if self._is_waiting:
            self._refresh()


def _supports_unicode(console: Console) -> bool:
    """Return True if both the output and the locale use UTF-8; Python's output does even in the C locale."""
    encodings = (console.encoding, locale.getencoding())
    return all(name.lower().replace("-", "") == "utf8" for name in encodings)
