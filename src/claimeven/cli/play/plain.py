"""The game as plain lines of text: what a pipe or ``--plain`` gets.

    Hello, welcome to Connect 4.
    You have the first turn.
    To drop a piece, enter the column you want to drop it at (starting at 1).
    Enter your move:

Every text is a line of its own, also the prompt, so that the lines of a board can always be told apart. The
board follows every move; at the start it is empty and not shown. When the system begins, its first disc and
the board come before the person is told how to drop one. In Max-Connect4 a line says who has which discs, and
the running score stands under every board, and before the first.
"""

from __future__ import annotations

from claimeven.cli.output import write_line
from claimeven.cli.play.session import NOTHING_TO_UNDO, PERSON, SYSTEM, Session, Word, parse_entry
from claimeven.cli.stdin import read_line
from claimeven.formats.board import write_board

HOW_TO = "To drop a piece, enter the column you want to drop it at (starting at 1)."
HELP = "Enter the number of a column, or hint, score, why, undo, help or quit."


def play_plain(session: Session) -> None:
    """One game on standard input and output; returns at the end of the game, of the input, or at ``quit``."""
    try:
        _open(session)
        while not session.position.is_over:
            if session.is_persons_turn:
                if not _ask(session):
                    return
            else:
                session.reply()
                _show_board(session)
    except KeyboardInterrupt:
        write_line("Interrupted. The game is left unfinished.")
        raise
    write_line(session.result)


def _open(session: Session) -> None:
    """The first lines, up to the first prompt."""
    write_line(f"Hello, welcome to {session.game_name}.")
    if session.lines:
        write_line(session.who_is_who)
    if session.is_persons_turn:
        write_line(f"You have the first turn.\n{HOW_TO}")
        _show_lines(session)
    else:
        write_line("AI has the first turn.")
        session.reply()
        _show_board(session)
        write_line(HOW_TO)


def _ask(session: Session) -> bool:
    """One line from the person, obeyed or refused; False when the person leaves."""
    write_line("Enter your move:")
    line = read_line()
    if line is None:
        write_line("End of input. The game is left unfinished.")
        return False
    match parse_entry(line, session.position):
        case int(column):
            session.drop(column)
            _show_board(session)
        case Word.QUIT:
            write_line("Goodbye. The game is left unfinished.")
            return False
        case Word.HELP:
            write_line(HELP)
        case Word.UNDO if session.undo():
            _show_board(session)
        case Word.UNDO:
            write_line(NOTHING_TO_UNDO)
        case Word() as word:
            if word is Word.SCORE:
                _show_lines(session)
            write_line(session.answer(word))
        case refusal:
            write_line("\n".join(refusal))
    return True


def _show_board(session: Session) -> None:
    marks = (SYSTEM, PERSON) if session.person else (PERSON, SYSTEM)
    write_line(write_board(session.position, *marks))
    _show_lines(session)


def _show_lines(session: Session) -> None:
    if session.lines:
        write_line(session.lines)
