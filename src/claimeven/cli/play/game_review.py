"""A game of `claimeven play` reviewed on the spot, and the command that reviews it later."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which

from claimeven.cli.boards import rules_options
from claimeven.cli.output import write_line
from claimeven.cli.play.session import COMPUTER, PERSON, Session
from claimeven.cli.review import SIDE_NAMES, show_review
from claimeven.formats.moves import write_moves
from claimeven.plural import pluralize
from claimeven.solver.limits import Limit
from claimeven.solver.review import Review, review_game

PROGRAM = "claimeven"


def review_session(session: Session, limit: Limit) -> Review:
    """Return the review of the current game; moves that cannot be judged within the limit are left out."""
    return review_game(session.start, session.game.moves, session.solver.context(limit))


def write_session_review(session: Session, review: Review, limit: Limit) -> None:
    """Write a review of the current game to stdout; the person is X, as on the board."""
    marks = (COMPUTER, PERSON) if session.person else (PERSON, COMPUTER)
    write_line(session.who_is_who_for(session.opponent))
    write_line("")
    show_review(session.game, review, marks, marks)
    if not review.is_complete:
        missing = pluralize(review.moves.count(None), "move")
        write_line(f"Not judged within {limit.seconds:g} seconds: {missing}. This judges them all:")
        write_line(review_command(session))


def farewell_lines(session: Session) -> list[str]:
    """Return the moves of the current game and the command that reviews them; nothing before the first."""
    if not session.game.moves:
        return []
    return [f"Moves: {write_moves(session.game.moves)}", f"Review them: {review_command(session)}"]


def review_command(session: Session) -> str:
    """Return the command that reviews the current game and addresses the person as you."""
    moves = write_moves(session.game.moves)
    side = SIDE_NAMES[session.person]
    return f"{_program()} review {moves} --as {side}{rules_options(session.start.rules)}"


def _program() -> str:
    """Return how this program is started: with its path if it is not on PATH."""
    started_as = Path(sys.argv[0])
    if started_as.name == PROGRAM and which(PROGRAM) is None:
        return str(started_as)
    return PROGRAM
