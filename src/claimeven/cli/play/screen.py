"""The game on a real terminal: one coloured window, drawn anew in place after every line typed."""

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
from claimeven.cli.play.session import NOTHING_TO_UNDO, Session, Word, parse_entry
from claimeven.cli.signal_exit import exit_on_signals
from claimeven.cli.stdin import read_line
from claimeven.signals import defer_signals, replace_handlers

HELP = "Type a column, or hint (h), score (s), why (w), undo (u), quit (q)."
TAKEN_BACK = "Taken back. Your turn."
STOPPED = "Stopped. Press Ctrl-C again to leave."
THINKING_STOPPED = (
    "The computer stopped thinking. Press Enter to let it think again, u to take your move back, "
    "or Ctrl-C to leave."
)
Found = TypeVar("Found")
YES, NO = ("y", "yes"), ("n", "no", "q", Word.QUIT)


def play_screen(session: Session) -> None:
    """Game after game on the terminal until the person leaves; the last board stays in sight.

    A signal that asks the program to end leaves the terminal as it was.
    """
    screen = _Screen(session, Console(highlight=False))
    with exit_on_signals("the game is left unfinished", names=("SIGTERM", "SIGHUP")):
        try:
            screen.run()
        except KeyboardInterrupt:
            screen.take_leave()
            raise
        except OSError:  # the terminal is gone
            discard_output(sys.stdout)
            raise
        screen.take_leave()


class _Leave(Exception):
    """The person has left."""


class _Screen:
    def __init__(self, session: Session, console: Console) -> None:
        self._session = session
        self._console = console
        self._glyphs = UNICODE if _shows_unicode(console) else ASCII
        self._status = ""
        self._prompt = ""
        self._is_stale = False
        self._is_waiting = False

    def run(self) -> None:
        """Play until the person leaves."""
        resizing = replace_handlers(("SIGWINCH",), self._resized)  # Windows does not tell
        with self._alternate_screen(), resizing, contextlib.suppress(_Leave):
            self._greet()
            while True:
                self._play()
                self._play_again()

    def take_leave(self) -> None:
        """Show how the game stands on the ordinary screen, which the person sees again now."""
        session = self._session
        if session.game.moves:
            for line in draw_board(session, self._glyphs, self._console.width, self._console.height - 2):
                self._print(line)
        words = session.result if session.position.is_over else f"{session.lines} Goodbye.".lstrip()
        self._print(Text(words))

    def _greet(self) -> None:
        session = self._session
        begins = "You begin" if session.is_persons_turn else f"{session.player.name} begins"
        self._status = f"Hello, welcome to {session.game_name}. {begins}.\n{session.who_is_who}"

    def _play(self) -> None:
        """The game from here to its end."""
        name = self._session.player.name
        while not self._session.position.is_over:
            if self._session.is_persons_turn:
                self._obey(self._ask("Your move (? for help): "))
            else:
                choice = self._think(f"{name} is thinking{self._glyphs.ellipsis}", self._session.reply)
                if choice is not None:
                    column = self._session.position.rules.column_name(choice.column)
                    self._status = f"{name} plays {column}. Your turn."
                elif not self._session.is_persons_turn:
                    self._ask_how_to_go_on()

    def _ask_how_to_go_on(self) -> None:
        """After Ctrl-C stopped the computer's thinking: it thinks again, or the person takes a move back."""
        self._status = THINKING_STOPPED
        match parse_entry(self._ask("Press Enter to go on (u, q): "), self._session.position):
            case Word.QUIT:
                raise _Leave
            case Word.UNDO:
                self._status = TAKEN_BACK if self._session.undo() else NOTHING_TO_UNDO

    def _play_again(self) -> None:
        """A new game, or the old one with the last move taken back; raises _Leave if neither is wanted."""
        self._status = self._session.result
        while True:
            answer = self._ask("Play again? (y, n, or u to take back) ").strip().lower()
            if answer in YES:
                self._session.begin()
                self._greet()
                return
            if answer in ("u", Word.UNDO) and self._session.undo():
                self._status = TAKEN_BACK
                return
            if answer in NO:
                raise _Leave

    def _obey(self, line: str) -> None:
        match parse_entry(line, self._session.position):
            case int(column):
                self._session.drop(column)
            case Word.QUIT:
                raise _Leave
            case Word.UNDO:
                self._status = TAKEN_BACK if self._session.undo() else NOTHING_TO_UNDO
            case Word.HELP:
                self._status = HELP
            case Word() as word:
                words = self._think(f"Thinking{self._glyphs.ellipsis}", partial(self._session.answer, word))
                self._status = STOPPED if words is None else words
            case refusal if line.strip():  # an empty line only draws anew
                self._status = " ".join(refusal)

    def _think(self, status: str, work: Callable[[], Found]) -> Found | None:
        """Show a status while something is worked out; None if Ctrl-C stopped that."""
        try:
            self._tell(status)
            return work()
        except KeyboardInterrupt:
            return None

    def _tell(self, status: str) -> None:
        """Show a status while something is being worked out."""
        self._status, self._prompt = status, ""
        self._draw()

    def _ask(self, prompt: str) -> str:
        """A line from the person; raises _Leave at the end of input."""
        self._prompt, self._is_stale = prompt, True
        self._refresh()
        line = read_line()
        self._is_waiting = False
        if line is None:
            raise _Leave
        return line

    def _refresh(self) -> None:
        """Draw until what is shown is true, and leave the person at the prompt."""
        while self._is_stale:
            self._is_stale = self._is_waiting = False
            self._draw()
            self._is_waiting = True

    def _draw(self) -> None:
        """The whole window in one go, so that it does not flicker and no signal leaves half of it."""
        with defer_signals(), self._console:
            self._console.clear()
            for line in draw_screen(self._session, self._status, self._glyphs, self._console):
                self._print(line)
            self._print(Text(" " * MARGIN + self._prompt), end="")

    def _print(self, line: Text, *, end: str = "\n") -> None:
        self._console.print(line, end=end, no_wrap=True, overflow="crop")

    @contextlib.contextmanager
    def _alternate_screen(self) -> Iterator[None]:
        """Draw on a screen of our own; whatever ends that, the ordinary one is back."""
        try:
            with defer_signals():
                self._console.set_alt_screen(True)
            yield
        finally:
            with defer_signals():
                self._console.set_alt_screen(False)

    def _resized(self, *_: object) -> None:
        """Draw anew in a window of another size; a drawing that this interrupts is completed first."""
        self._is_stale = True
        if self._is_waiting:
            self._refresh()


def _shows_unicode(console: Console) -> bool:
    """True when Python and the locale speak UTF-8; Python alone does so even in the C locale."""
    return all(name.lower().replace("-", "") == "utf8" for name in (console.encoding, locale.getencoding()))
