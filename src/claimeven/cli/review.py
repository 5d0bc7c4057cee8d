"""`claimeven review`: every move of a game judged, where the result turned, and what was overlooked."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from typing import Any

from claimeven.cli.boards import MARKS, PLAIN_WIDTH, QUIET, filled
from claimeven.cli.options import SEARCH_OPTIONS, add_shared, answer_of, rules_of, shown_moves, solver_of
from claimeven.cli.output import is_terminal, say, write_line
from claimeven.formats.moves import parse_moves
from claimeven.reasons.overlooked import Overlooked, overlooked
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, Rules
from claimeven.search.limit import Limit
from claimeven.search.review import RESULT_CHANGED, Judged, Review, review_game
from claimeven.search.within import Within

HELP = "a game judged move by move, and what was overlooked"
DESCRIPTION = """
Judge every move of a game, finished or not: what the player could have had, what the move led to, and which
column was better; for each mistake what was overlooked, and where the result turned.
"""
HEADINGS = ("move", "player", "column", "could have", "has now", "judgement", "better")
STYLES = {"best": "", "weaker_win": "yellow", "weaker_loss": "yellow"}
MISTAKE = "bold red"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One move: its number, side and column, the judgement and what was overlooked, as far as known."""

    number: int
    side: int
    column: str
    judged: Judged | None
    missed: Overlooked | None

    @property
    def better(self) -> str:
        """The better column as people write it; empty if the move was the best."""
        judged = self.judged
        if judged is None or judged.better is None:
            return ""
        return judged.before.rules.column_name(judged.better)

    @property
    def is_mistake(self) -> bool:
        """True when the move changed the result."""
        return self.judged is not None and self.judged.judgement in RESULT_CHANGED


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("moves", metavar="MOVES", help="columns in the order played, as 4453")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_shared(parser, *SEARCH_OPTIONS)


def run(args: argparse.Namespace) -> int:
    """Review the game; 1 when it is none or takes too long for some moves."""
    name, solver = shown_moves(args.moves), solver_of(args)
    if not args.moves:
        say(f"{name}: there is no move to review")
        return 1

    def search(position: Position, limit: Limit, *, progress: Any) -> Review:
        exact = Within(solver, limit, progress)
        return review_game(Position(rules=position.rules), parse_moves(args.moves, position.rules), exact)

    review = answer_of(search, args.moves, name, args)
    if review is None:
        return 1
    reviewed = _reviewed(args.moves, rules_of(args), review)
    if args.json:
        write_line(json.dumps(_plain(args.moves, review, reviewed)))
    else:
        write_line((_draw if is_terminal(sys.stdout) else _write)(review, reviewed))
    if not review.is_complete:
        count = review.moves.count(None)
        say(f"{name}: {count} of {len(reviewed)} moves not judged within {args.seconds:g} s")
    return int(not review.is_complete)


def _reviewed(moves: str, rules: Rules, review: Review) -> list[Reviewed]:
    """Every move with what was overlooked by it."""
    reviewed, position = [], Position(rules=rules)
    for number, (name, judged) in enumerate(zip(moves, review.moves, strict=True), start=1):
        missed = None if judged is None else overlooked(position, judged)
        reviewed.append(Reviewed(number, position.ply % 2, name, judged, missed))
        position = position.play(rules.column_named(name))
    return reviewed


def _plain(moves: str, review: Review, reviewed: list[Reviewed]) -> dict[str, Any]:
    """The review as JSON has it, in the words of GET /api/review where both say the same."""
    from claimeven.web.answers import SIDES

    shares = [review.share_of_best(side) for side in (0, 1)]
    turn = review.turning_point
    return {
        "moves": moves,
        "complete": review.is_complete,
        "plies": [_plain_ply(one) for one in reviewed],
        "turning_point": None if turn is None else turn + 1,
        "mistakes": {name: review.mistakes_of(side) for side, name in enumerate(SIDES)},
        "accuracy": {
            name: None if share is None else round(share, 3)
            for name, share in zip(SIDES, shares, strict=True)
        },
        "words": " ".join(_summary(review, reviewed)),
    }


def _plain_ply(one: Reviewed) -> dict[str, Any]:
    from claimeven.web.answers import SIDES
    from claimeven.web.answers_why import missed

    judged = one.judged
    answer = None if judged is None else missed(one.missed, judged.before.rules)
    return {
        "ply": one.number,
        "player": SIDES[one.side],
        "column": COLUMN_NAMES.index(one.column) + 1,
        "before": None if judged is None else int(judged.before),
        "after": None if judged is None else int(judged.after),
        "judgement": None if judged is None else judged.judgement,
        "words": None if judged is None else judged.words,
        "better": None if judged is None or judged.better is None else judged.better + 1,
        "overlooked": None if answer is None else answer.plain(),
    }


def _write(review: Review, reviewed: list[Reviewed]) -> str:
    """The plain form: aligned text."""
    rows = [HEADINGS, *(_row(one) for one in reviewed)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
    return "\n\n".join((table, _told(review, reviewed, PLAIN_WIDTH)))


def _draw(review: Review, reviewed: list[Reviewed]) -> str:
    """The form for a terminal, in colour."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console, Group
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for heading in HEADINGS:
        table.add_column(heading)
    for one in reviewed:
        style = QUIET if one.judged is None else STYLES.get(one.judged.judgement, MISTAKE)
        table.add_row(*_row(one), style=style)
    console = Console(highlight=False)
    with console.capture() as captured:
        console.print(Group(table, "", _told(review, reviewed, console.width)))
    return captured.get().rstrip("\n")


def _row(one: Reviewed) -> tuple[str, ...]:
    """The cells of a move in the table."""
    seen = (str(one.number), MARKS[one.side], one.column)
    if one.judged is None:
        return (*seen, "", "", "not judged", "")
    judged = one.judged
    return (*seen, judged.before.result, judged.after.result, judged.words, one.better)


def _told(review: Review, reviewed: list[Reviewed], width: int) -> str:
    """What was overlooked move by move, then the summary."""
    said = [_missed_words(one) for one in reviewed if one.missed is not None or one.is_mistake]
    parts = (said, _summary(review, reviewed))
    return "\n\n".join(filled(part, width) for part in parts if part)


def _missed_words(one: Reviewed) -> str:
    assert one.judged is not None
    said = f"Move {one.number}, {MARKS[one.side]} in column {one.column}, {one.judged.words}."
    if one.missed is None:
        return f"{said} Column {one.better} was better."
    if one.missed.kind == "better-move":
        return f"{said} {one.missed.text}"
    title = one.missed.title
    return f"{said} {title[0].upper()}{title[1:]}. {one.missed.text} Column {one.better} was better."


def _summary(review: Review, reviewed: list[Reviewed]) -> list[str]:
    """Where the result turned, and how many moves of each side were best."""
    said = []
    turn = review.turning_point
    if turn is None:
        said.append(f"No {'' if review.is_complete else 'judged '}move changed the result.")
    else:
        one = reviewed[turn]
        said.append(f"Turning point: move {one.number}, {MARKS[one.side]} in column {one.column}.")
    shares = [(mark, review.judged_of(side), review.share_of_best(side)) for side, mark in enumerate(MARKS)]
    counts = [
        f"{mark} {sum(move.judgement == 'best' for move in moves)} of {len(moves)} ({share:.0%})"
        for mark, moves, share in shares
        if share is not None
    ]
    if counts:
        said.append(f"Best moves: {', '.join(counts)}.")
    return said
