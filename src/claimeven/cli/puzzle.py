"""`claimeven puzzle`: set a puzzle, take answers on a terminal, and explain the solution."""

from __future__ import annotations

import argparse
import json
import sys
from random import Random

from claimeven.cli.boards import PLAYER_MARKS, marked_board, turn_text
from claimeven.cli.document import Document, StyledText, new_document
from claimeven.cli.explain import add_marked_board
from claimeven.cli.options import Exclusive, NoResult, argument, choice, flag, shared, whole_number
from claimeven.cli.output import is_terminal, write_line
from claimeven.cli.stdin import read_line
from claimeven.errors import IllegalMove
from claimeven.puzzles.puzzle import GRADES, PUZZLE_KINDS, Puzzle
from claimeven.puzzles.puzzle_file import all_puzzles, puzzle_numbered
from claimeven.reasons.columns import explain_column
from claimeven.reasons.explanation import explain
from claimeven.solver.solver import Solver

HELP = "solve a puzzle: find the only right column"
DESCRIPTION = """
Show a position of Connect Four in which exactly one column is right: the only one that wins, or the only one
that does not lose. On a terminal, type the column; elsewhere, only the puzzle is printed.
"""
EPILOG = """
"Win in 3" counts the discs of the side to move: with the right column and best defence, its third disc from
now, the one in the right column included, completes four. "Hold the draw": every other column loses.
"Zugzwang": after the right column the other side has to play right below a threat in the end.
"""
OPTIONS = {
    "number": argument(
        whole_number("the number of a puzzle"), "NUMBER", "the puzzle (default: a random one)", nargs="?"
    ),
    "--kind": choice(PUZZLE_KINDS, "choose a random puzzle of this kind"),
    "--grade": choice(GRADES, "choose a random puzzle of this grade"),
    "--seed": argument(int, "N", "random seed, for a repeatable choice"),
    "--solution": Exclusive(flag("also show the right column, and explain it")),
    "--json": Exclusive(shared("--json")["--json"] | {"help": "print one JSON object, with the solution"}),
}
PROMPT = "Type a column, or hint, solution or quit:"


def run(args: argparse.Namespace) -> None:
    """Show a puzzle and let a person at a terminal answer; raise NoResult or BadArgument if there is none."""
    puzzle = _chosen_puzzle(args)
    if args.json:
        write_line(_write_json(puzzle))
        return
    _show_task(puzzle)
    if args.solution:
        write_line("")
        _show_solution(puzzle)
    elif is_terminal(sys.stdin) and is_terminal(sys.stdout):
        write_line("")
        _take_answers(puzzle)
    else:
        write_line(f"\nRun `claimeven puzzle {puzzle.number} --solution` for the solution.")


def _chosen_puzzle(args: argparse.Namespace) -> Puzzle:
    """Return the puzzle with the number, or a random one of --kind and --grade."""
    if args.number is not None:
        if args.kind is not None or args.grade is not None or args.seed is not None:
            args.usage_error("--kind, --grade and --seed choose a random puzzle; omit them or NUMBER")
        return puzzle_numbered(args.number)
    candidates = []
    for puzzle in all_puzzles():
        is_kind = args.kind in (None, puzzle.kind)
        is_grade = args.grade in (None, puzzle.grade)
        if is_kind and is_grade:
            candidates.append(puzzle)
    if not candidates:
        raise NoResult(f"there is no puzzle {args.kind} of grade {args.grade}; choose another grade or kind")
    return Random(args.seed).choice(candidates)


def _write_json(puzzle: Puzzle) -> str:
    from claimeven.schemas.puzzle import puzzle_schema

    return json.dumps(puzzle_schema(puzzle, PLAYER_MARKS).to_dict())


def _show_task(puzzle: Puzzle) -> None:
    """Print the board and what to find."""
    document = new_document()
    document.add_text(StyledText(f"Puzzle {puzzle.number}: {puzzle.title} ({puzzle.grade})", "bold"))
    document.add_text(*marked_board(puzzle.position))
    document.add_text(StyledText(turn_text(puzzle.position)))
    document.add_paragraph(StyledText(puzzle.task(PLAYER_MARKS)))
    document.write()


def _take_answers(puzzle: Puzzle) -> None:
    """Read answers until one is right, or until the person quits or asks for the solution."""
    solver = Solver()
    hints = list(puzzle.hints)
    while True:
        write_line(PROMPT)
        line = read_line()
        entry = "quit" if line is None else line.strip().lower()
        if entry == "quit":
            write_line(f"Run `claimeven puzzle {puzzle.number}` to try this one again.")
            return
        if entry == "solution":
            _show_solution(puzzle)
            return
        if entry == "hint":
            write_line(hints.pop(0) if hints else "There are no more hints; type solution to see it.")
        elif _is_right_answer(entry, puzzle, solver):
            write_line("Right.\n")
            _show_solution(puzzle)
            return


def _is_right_answer(entry: str, puzzle: Puzzle, solver: Solver) -> bool:
    """Return whether ``entry`` is the right column; say what is wrong with any other entry."""
    position = puzzle.position
    try:
        column = position.rules.column_named(entry)
        position.drop(column)
    except IllegalMove as error:
        message = str(error)
        write_line(f"{message[0].upper()}{message[1:]}.")
        return False
    if column == puzzle.solution:
        return True
    why = explain_column(position, column, solver.score(position), solver, PLAYER_MARKS)
    write_line(f"Not that one. {why.text}")
    return False


def _show_solution(puzzle: Puzzle) -> None:
    """Print the right column and the whole explanation."""
    document = new_document()
    name = puzzle.position.rules.column_name(puzzle.solution)
    document.add_text(StyledText(f"Solution: column {name}", "bold"))
    _add_explanation(document, puzzle)
    document.write()


def _add_explanation(document: Document, puzzle: Puzzle) -> None:
    explanation = explain(puzzle.position, Solver())
    add_marked_board(document, explanation)
    document.add_sentences([sentence.text for sentence in explanation.sentences])
