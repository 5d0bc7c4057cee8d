"""`claimeven play` as plain lines of text, for pipes and ``--plain``.

    Hello, welcome to Connect 4.
    You have the first turn.
    To drop a piece, enter the column you want to drop it at (starting at 1).
    Enter your move:

Every text is a line of its own, even the prompt, so that a program can recognize the lines of a board. The
board is printed after every move; at the start it is empty and not printed. If the computer moves first, its
first disc and the board come before the instructions. In Max-Connect4 a line says who has which discs, and
the running score is printed after every board and before the first prompt.
"""

from __future__ import annotations

from claimeven.cli.output import write_line
from claimeven.cli.play.session import (
    COMPUTER,
    NOTHING_TO_UNDO,
    PERSON,
    Command,
    InvalidEntry,
    Session,
    parse_entry,
)
from claimeven.cli.stdin import read_line
from claimeven.formats.board import write_board

INSTRUCTIONS = "To drop a piece, enter the column you want to drop it at (starting at 1)."
HELP = "Enter the number of a column, or hint, score, why, undo, help or quit."
TRY_AGAIN = "Invalid action. Please try again."
INVALID_ENTRIES = {
    InvalidEntry.NOT_A_NUMBER: TRY_AGAIN,
    InvalidEntry.OUT_OF_RANGE: f"Index out of range.\n{TRY_AGAIN}",
    InvalidEntry.COLUMN_FULL: f"This column is already full.\n{TRY_AGAIN}",
}


def play_plain(session: Session) -> None:
    """Play one game on standard input and output; return at its end, at the end of input, or at ``quit``."""
    try:
        _start(session)
        while not session.position.is_over:
            if session.is_persons_turn:
                if not _prompt(session):
                    return
            else:
                session.reply()
                _write_board(session)
    except KeyboardInterrupt:
        write_line("Interrupted. The game is left unfinished.")
        raise
    write_line(session.result)


def _start(session: Session) -> None:
    """Write everything up to the first prompt, with the computer's move if it moves first."""
    write_line(f"Hello, welcome to {session.game_name}.")
    if session.points_line:
        write_line(session.who_is_who)
    if session.is_persons_turn:
        write_line("You have the first turn.")
        write_line(INSTRUCTIONS)
        _write_points(session)
    else:
        write_line("AI has the first turn.")
        session.reply()
        _write_board(session)
        write_line(INSTRUCTIONS)


def _prompt(session: Session) -> bool:
    """Read a line from the person and act on it; return False if the person quits."""
    write_line("Enter your move:")
    line = read_line()
    if line is None:
        write_line("End of input. The game is left unfinished.")
        return False
    match parse_entry(line, session.position):
        case int(column):
            session.drop(column)
            _write_board(session)
        case InvalidEntry() as invalid:
            write_line(INVALID_ENTRIES[invalid])
        case Command.QUIT:
            write_line("Goodbye. The game is left unfinished.")
            return False
        case Command.HELP:
            write_line(HELP)
        case Command.UNDO:
            if session.undo():
                _write_board(session)
            else:
                write_line(NOTHING_TO_UNDO)
        case Command() as command:
            if command is Command.SCORE:
                _write_points(session)
            write_line(session.advice(command))
    return True


def _write_board(session: Session) -> None:
    marks = (COMPUTER, PERSON) if session.person else (PERSON, COMPUTER)
    write_line(write_board(session.position, *marks))
    _write_points(session)


def _write_points(session: Session) -> None:
    if session.points_line:
        write_line(session.points_line)
