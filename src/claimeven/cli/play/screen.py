"""`claimeven play` on a terminal: a coloured window, redrawn in place after every line typed."""

from __future__ import annotations

import contextlib
import errno
import locale
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from claimeven.cli.output import discard_output
from claimeven.cli.play.drawing import (
    ASCII,
    MARGIN,
    UNICODE,
    KeyNote,
    draw_board,
    draw_screen,
    keys_after_game,
    keys_after_stop,
    keys_in_game,
)
from claimeven.cli.play.game_review import farewell_lines, review_session, write_session_review
from claimeven.cli.play.session import NOTHING_TO_UNDO, THE_COMPUTER, Command, InvalidEntry, Session
from claimeven.cli.play.ticker import every_second
from claimeven.cli.play.typed_line import TypedLine, cut
from claimeven.cli.play.window_entry import LevelEntry, WindowCommand, WindowEntry, parse_window_entry
from claimeven.cli.signal_exit import exit_on_signals
from claimeven.cli.stdin import discard_pending_keys, read_line, single_key_mode
from claimeven.players.level import LEVELS
from claimeven.signals import defer_signals, replace_handlers
from claimeven.solver.limits import Limit

MOVE_PROMPT = "Your move (? for help): "
CONTINUE_PROMPT = "Press Enter to continue ({keys}): "
AGAIN_PROMPT = "Play again? (y, n, u to take back, r to review) "
RETURN_PROMPT = "Press Enter to return to the game: "
HELP = (
    "Type a column, or hint (h), score (s), why (w), undo (u), quit (q). new starts another game, "
    f"swap changes sides, level 3 changes the strength (1 to {len(LEVELS)})."
)
ARROWS_HELP = "The left and right arrow keys choose a column, and Enter drops a disc there."
AGAIN_HELP = "Type y for another game, n to quit, u to take back, or r to review the game."
LEVEL_HELP = f"Type level and a number from 1 to {len(LEVELS)}, e.g. level 3."
TAKEN_BACK = "Taken back. Your turn."
SWAPPED = "Sides swapped."
STOPPED = "Stopped. Press Ctrl-C again to quit."
REVIEW_STOPPED = "The review was stopped. Press Ctrl-C again to quit."
IGNORED = "What you typed after that was ignored."
THINKING_STOPPED = (
    "The computer stopped thinking. Press Enter to let it think again{undo}, or Ctrl-C to quit."
)
ADVICE_LIMIT = Limit(seconds=5)
REVIEW_LIMIT = Limit(seconds=60)
Value = TypeVar("Value")
YES = ("y", "yes", WindowCommand.NEW)
NO = ("n", "no", "q", Command.QUIT)
REVIEW = ("r", "review")
MAX_COLUMN_LENGTH = 4  # of a column number that a message repeats


def play_screen(session: Session) -> None:
    """Play game after game on the terminal until the person quits; the last board stays visible.

    SIGTERM and SIGHUP restore the terminal before the program exits.
    """
    screen = _Screen(session, Console(highlight=False))
    with exit_on_signals("the game is left unfinished", names=("SIGTERM", "SIGHUP")):
        try:
            screen.run()
            screen.show_final_board()
        except KeyboardInterrupt:
            screen.show_final_board()
            raise
        except OSError as error:
            discard_output(sys.stdout)
            if error.errno == errno.EIO:  # the terminal is closed, and SIGHUP may still be on its way
                _raise_hangup()
            raise


def _raise_hangup() -> None:
    """Raise SIGHUP, unless the system does not have it."""
    if hasattr(signal, "SIGHUP"):
        signal.raise_signal(signal.SIGHUP)


class _Quit(Exception):
    """The person quits."""


class _Screen:
    def __init__(self, session: Session, console: Console) -> None:
        self._session = session
        self._console = console
        self._glyphs = UNICODE if _supports_unicode(console) else ASCII
        self._status = ""
        self._prompt = ""
        self._line = TypedLine()
        self._keys: list[KeyNote] = []
        self._reads_keys = False
        self._is_stale = False
        self._is_waiting = False
        self._is_drawing = False

    def run(self) -> None:
        """Play until the person quits."""
        handle_resize = replace_handlers(("SIGWINCH",), self._resized)  # Windows does not have it
        with (
            self._alternate_screen(),
            single_key_mode(self._resumed) as self._reads_keys,
            handle_resize,
            contextlib.suppress(_Quit),
        ):
            self._greet()
            while True:
                self._play()
                self._play_again()

    def show_final_board(self) -> None:
        """Print the board, the result and the moves on the ordinary screen, which is visible again."""
        session = self._session
        if session.game.moves:
            for line in draw_board(session, self._glyphs, self._console.width, self._console.height - 2):
                self._print(line)
        farewell = f"{session.points_line} Goodbye.".lstrip()
        self._print(Text(self._result() if session.position.is_over else farewell))
        for text in farewell_lines(session):
            self._console.print(Text(text), soft_wrap=True)

    def _opponent(self) -> str:
        """Return the name of the opponent as a sentence begins with it."""
        name = self._session.opponent
        return f"{name[0].upper()}{name[1:]}"

    def _result(self) -> str:
        """Return a sentence on how the finished game ended."""
        opponent = self._session.opponent
        return self._session.result_for("Computer" if opponent == THE_COMPUTER else opponent)

    def _greet(self) -> None:
        """Set the status to the greeting."""
        session = self._session
        first = "You move first" if session.is_persons_turn else f"{self._opponent()} moves first"
        who_is_who = session.who_is_who_for(session.opponent)
        self._status = f"Hello, welcome to {session.game_name}. {first}.\n{who_is_who}"

    def _play(self) -> None:
        """Play the current game to its end."""
        note = ""
        while not self._session.position.is_over:
            if self._session.is_persons_turn:
                note = self._handle_entry(self._ask_move())
            else:
                self._computer_moves(note)

    def _computer_moves(self, note: str) -> None:
        """Make the computer's move; if Ctrl-C stops it, ask the person how to continue.

        ``note`` is put before the status that says which move it was.
        """
        thinking = f"{self._opponent()} is thinking{self._glyphs.ellipsis}"
        choice = self._interruptible(thinking, self._session.reply)
        if choice is not None:
            column = self._session.position.rules.column_name(choice.column)
            self._status = f"{note} {self._opponent()} plays {column}. Your turn.".lstrip()
        elif not self._session.is_persons_turn:
            self._ask_how_to_continue()

    def _ask_how_to_continue(self) -> None:
        """After Ctrl-C stopped the computer, let it think again, or let the person take back or quit."""
        can_undo = self._session.can_undo
        self._status = THINKING_STOPPED.format(undo=", u to take your move back" if can_undo else "")
        self._keys = keys_after_stop(self._session)
        prompt = CONTINUE_PROMPT.format(keys="u, q" if can_undo else "q")
        line = self._ask(prompt, TypedLine(accepts_empty=True))
        entry = parse_window_entry(line, self._session.position)
        if entry is Command.QUIT:
            raise _Quit
        if entry is Command.UNDO:
            self._undo()

    def _undo(self) -> None:
        self._status = TAKEN_BACK if self._session.undo() else NOTHING_TO_UNDO

    def _play_again(self) -> None:
        """Start a new game, or take back the last move of the old one; raise _Quit if neither is wanted."""
        self._status = self._result()
        self._discard_rest()
        self._keys = keys_after_game()
        while True:
            answer = self._ask(AGAIN_PROMPT).strip().lower()
            if answer in YES:
                self._session.begin()
                self._greet()
                return
            if answer in ("u", Command.UNDO) and self._session.undo():
                self._status = TAKEN_BACK
                return
            if answer in NO:
                raise _Quit
            if answer in REVIEW:
                self._review()
            elif answer:
                self._status = f"{self._result()} {AGAIN_HELP}"

    def _review(self) -> None:
        """Review the game, and show the review on the ordinary screen until the person presses Enter."""
        review = self._interruptible(
            f"Reviewing the game{self._glyphs.ellipsis}",
            partial(review_session, self._session, REVIEW_LIMIT),
        )
        if review is None:
            self._status = REVIEW_STOPPED
            return
        self._status = self._result()
        try:
            with defer_signals():
                self._console.set_alt_screen(False)
            write_session_review(self._session, review, REVIEW_LIMIT)
            self._print(Text(f"\n{RETURN_PROMPT}"), end="")
            self._line = TypedLine(accepts_empty=True)
            self._read()
        except KeyboardInterrupt:
            pass
        finally:
            with defer_signals():
                self._print(Text())  # what is written there after the game begins on a line of its own
                self._console.set_alt_screen(True)

    def _handle_entry(self, line: str) -> str:
        """Act on a line that the person typed; return what to say before the computer's next move."""
        entry = parse_window_entry(line, self._session.position)
        note = ""
        match entry:
            case int(column):
                self._session.drop(column)
            case InvalidEntry():
                self._refuse(entry, line.strip())
            case WindowCommand() | LevelEntry():
                note = self._change_game(entry)
            case Command.QUIT:
                raise _Quit
            case Command.UNDO:
                self._undo()
            case Command.HELP:
                self._status = f"{HELP} {ARROWS_HELP}" if self._reads_keys else HELP
            case Command():
                advice = self._interruptible(
                    f"Thinking{self._glyphs.ellipsis}",
                    partial(self._session.advice, entry, ADVICE_LIMIT),
                )
                self._status = STOPPED if advice is None else advice
        return note

    def _change_game(self, entry: WindowEntry) -> str:
        """Start a new game, swap sides or change the level; return what to say before the computer's move."""
        session = self._session
        if entry is WindowCommand.NEW:
            session.begin()
            self._greet()
        elif entry is WindowCommand.SWAP:
            session.swap()
            return f"{SWAPPED} {session.who_is_who_for(session.opponent)}"
        elif isinstance(entry, LevelEntry) and entry.number is not None:
            session.set_level(entry.number)
            self._status = f"Your opponent is now {session.opponent}."
        else:
            self._status = f"{LEVEL_HELP} Your opponent is {session.opponent}."
        return ""

    def _refuse(self, invalid: InvalidEntry, entry: str) -> None:
        """Say why an entry is not a move, and discard what was typed after it; ignore an empty line."""
        if not entry:
            return
        self._status = self._invalid_text(invalid, entry)
        self._discard_rest()

    def _discard_rest(self) -> None:
        """Discard what was typed ahead, and say so if there was anything."""
        if self._reads_keys and discard_pending_keys():
            self._status = f"{self._status} {IGNORED}"

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
        """Show a status while ``compute`` runs, and return its result; return None if Ctrl-C stopped it.

        After the first second the status shows how long it has taken.
        """

        def show_seconds(seconds: int) -> None:
            if not self._is_drawing:
                self._status = f"{status} {seconds} s (Ctrl-C stops it)"
                self._draw()

        try:
            self._status = status
            self._prompt = ""
            self._line = TypedLine()
            self._draw()
            with every_second(show_seconds):
                return compute()
        except KeyboardInterrupt:
            return None

    def _ask_move(self) -> str:
        """Return what the person types when it is their turn; raise _Quit at the end of input."""
        session = self._session
        self._keys = keys_in_game(session, self._glyphs, has_arrows=self._reads_keys)
        return self._ask(MOVE_PROMPT, TypedLine(session.position, starts_at=session.hinted_column))

    def _ask(self, prompt: str, line: TypedLine | None = None) -> str:
        """Return a line from the person; raise _Quit at the end of input."""
        self._prompt = prompt
        self._line = TypedLine() if line is None else line
        self._is_stale = True
        self._refresh()
        try:
            return self._read()
        finally:
            self._is_waiting = False

    def _read(self) -> str:
        """Return the line that the person types; raise _Quit at the end of input."""
        line = self._line.read(self._room, self._echo, self._draw) if self._reads_keys else read_line()
        if line is None:
            raise _Quit
        return line

    def _room(self) -> int:
        """Return how many cells the typed line may take, so that it does not wrap."""
        return self._console.width - MARGIN - len(self._prompt) - 1

    def _echo(self, text: str) -> None:
        """Write text at the cursor, behind what was typed before."""
        with defer_signals():
            self._console.file.write(text)
            self._console.file.flush()

    def _refresh(self) -> None:
        """Draw until the window is up to date, and leave the cursor at the prompt."""
        while self._is_stale:
            self._is_stale = False
            self._is_waiting = False
            self._draw()
            self._is_waiting = True

    def _draw(self) -> None:
        """Draw the whole window at once, so that it does not flicker and no signal leaves half of it."""
        self._is_drawing = True
        with defer_signals(), self._console:
            self._console.clear()
            lines = draw_screen(
                self._session,
                self._status,
                self._glyphs,
                self._console,
                keys=self._keys,
                chosen=self._line.chosen,
            )
            for line in lines:
                self._print(line)
            typed = cut(self._line.text, self._room())
            self._print(Text(" " * MARGIN + self._prompt + typed), end="")
        self._is_drawing = False

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

    def _resumed(self) -> None:
        """Redraw when the program continues after Ctrl-Z: the shell has written to the window."""
        self._resized()

    def _resized(self, *_: object) -> None:
        """Redraw after the window was resized; a drawing that this interrupts is completed first."""
        self._is_stale = True
        if self._is_waiting:
            self._refresh()


def _supports_unicode(console: Console) -> bool:
    """Return True if both the output and the locale use UTF-8; Python's output does even in the C locale."""
    encodings = (console.encoding, locale.getencoding())
    return all(name.lower().replace("-", "") == "utf8" for name in encodings)
