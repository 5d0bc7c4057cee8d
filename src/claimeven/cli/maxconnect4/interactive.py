"""`maxconnect4 interactive`: play against a person, and save every state."""

from __future__ import annotations

import argparse
import re
from functools import cache

from claimeven.cli.maxconnect4.one_move import choose
from claimeven.cli.maxconnect4.state import (
    NAMES,
    after_text,
    before_text,
    escaped,
    full_name,
    result_text,
    save_state,
)
from claimeven.cli.output import write_line
from claimeven.cli.stdin import read_line
from claimeven.errors import IllegalMove, shortened
from claimeven.formats.statefile import State, other_player
from claimeven.solver import lookahead

COMPUTER_FILE = "computer.txt"  # in the current directory
HUMAN_FILE = "human.txt"
PROMPT = "enter your move, a column from 1 to 7:"


def run(args: argparse.Namespace, state: State) -> None:
    """Play from ``state`` until the board is full or the input ends.

    Raise KeyboardInterrupt, after a message, and OSError naming a file that could not be saved.
    """
    get_chooser = cache(lookahead.Lookahead)  # created at the computer's first turn
    computers_turn: bool = args.turn.startswith("computer")
    write_line(before_text(state, numbered=True))
    if not state.is_over:
        person = other_player(state.player) if computers_turn else state.player
        write_line(f"You are {NAMES[person]}; the computer is {NAMES[other_player(person)]}.")
    try:
        while not state.is_over:
            column = choose(state, get_chooser(), args.depth) if computers_turn else _ask(state)
            if column is None:
                write_line("End of input. The game is left unfinished.")
                return
            after = state.play(column)
            save_state(COMPUTER_FILE if computers_turn else HUMAN_FILE, after)
            write_line(after_text(state, column, numbered=True))
            state = after
            computers_turn = not computers_turn
    except KeyboardInterrupt:
        write_line("Interrupted. The game is left unfinished.")
        raise
    write_line(result_text(state, named=True))


def _ask(state: State) -> int | None:
    """Return the first valid column (0-based) that the person enters, None at the end of the input."""
    while True:
        write_line(f"{full_name(state.player)}, {PROMPT}")
        line = read_line()
        if line is None:
            return None
        try:
            return _parse_column(line.strip(), state)
        except IllegalMove as error:
            write_line(escaped(f"Not a valid move: {error}."))


def _parse_column(entry: str, state: State) -> int:
    """Return the playable column (0-based) that the person typed; raise IllegalMove if it is not one."""
    if not re.fullmatch("[+-]?[0-9]+", entry):
        seen = shortened(entry) if entry else "an empty line"
        names = " ".join(str(column + 1) for column in state.playable)
        raise IllegalMove(f"{seen} is not a number; playable columns are {names}")
    column = int(entry) - 1
    state.drop(column)
    return column
