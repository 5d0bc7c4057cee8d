"""`maxconnect4 referee`: a game between two one-move programs, every answer of which is checked."""

from __future__ import annotations

import os
import signal
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.cli.maxconnect4 import program
from claimeven.cli.maxconnect4.program import run_program
from claimeven.cli.maxconnect4.state import (
    MOST_BYTES,
    before_text,
    board_text,
    decode_state,
    move_text,
    result_text,
    save_state,
    spelled_out,
)
from claimeven.cli.options import shortened
from claimeven.cli.output import say, write_line
from claimeven.errors import FormatError, IllegalMove
from claimeven.formats.statefile import FIRST, SECOND, State, other_player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimeven.cli.maxconnect4.program import Run

INPUT, OUTPUT = "{input}", "{output}"


@dataclass(slots=True)
class Side:
    """A player's program, and what it has used so far."""

    command: Sequence[str]
    cpu_seconds: float = 0.0
    moves: int = 0


def referee(
    commands: Sequence[Sequence[str]], state: State, *, seconds: float, clock_seconds: float, keep: str | None
) -> None:
    """Play from ``state`` to the end and print the game; the first command is player 1's.

    Files are kept in the folder ``keep`` if one is named. Raises OSError if a file cannot be written.
    """
    sides = {player: Side(command) for player, command in zip((FIRST, SECOND), commands, strict=True)}
    write_line(before_text(state))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as passing:
        folder = os.path.abspath(keep) if keep else passing
        fault = None
        while not state.is_over:
            try:
                column = _play(sides[state.player], state, folder, seconds, clock_seconds)
            except IllegalMove as error:
                fault = str(error)
                break
            write_line(move_text(state, column))
            state = state.play(column)
    write_line(f"game state at the end:\n{board_text(state)}\n{_cpu_text(sides)}")
    write_line(spelled_out(_forfeit_text(state, fault)) if fault else result_text(state))


def check_answer(before: State, data: bytes) -> int:
    """The column (0-based) of the one legal move from ``before`` to the state in ``data``.

    Raises IllegalMove saying in words why there is none.
    """
    try:
        answer = decode_state(data)
    except FormatError as error:
        raise IllegalMove(f"its output file holds no state: {error}") from None
    after, mover = answer.state, before.player
    for player in (FIRST, SECOND):
        if before.discs_of(player) & ~after.discs_of(player):
            raise IllegalMove(f"it removed or recoloured a disc of player {player}")
    added = after.filled ^ before.filled
    if added.bit_count() != 1:
        raise IllegalMove(f"it added {added.bit_count()} discs; expected exactly one")
    column = (added.bit_length() - 1) // before.rules.stride
    if not added & after.discs_of(mover):
        raise IllegalMove(f"it added a disc of player {other_player(mover)} in column {column + 1}")
    if added != before.drop(column):
        raise IllegalMove(f"its disc is not in the lowest empty cell of column {column + 1}")
    if not answer.names_player:
        raise IllegalMove("its output file does not say who moves next; expected a seventh line")
    if after.player == mover:
        raise IllegalMove(
            f"its output file says that player {mover} moves next; expected {other_player(mover)}"
        )
    return column


def _play(side: Side, state: State, folder: str, seconds: float, clock_seconds: float) -> int:
    """The column that a program answers, its CPU time added up; raises IllegalMove saying why it has none."""
    name = os.path.join(folder, f"move-{state.ply + 1:02}")
    source, target, log = f"{name}-input.txt", f"{name}-output.txt", f"{name}-log.txt"
    save_state(source, state)
    command = [part.replace(INPUT, source).replace(OUTPUT, target) for part in side.command]
    try:
        run = run_program(command, cpu_seconds=seconds, clock_seconds=clock_seconds, log=log)
    except OSError as error:
        raise IllegalMove(
            f"its program could not be started: {shortened(command[0])}: {error.strerror}"
        ) from None
    side.cpu_seconds += run.cpu_seconds
    side.moves += 1
    say(f"move {state.ply + 1}: player {state.player} used {run.cpu_seconds:.3f} s of CPU time")
    _check_run(run, seconds, clock_seconds, log)
    if not os.path.isfile(target):
        raise IllegalMove("it wrote no output file")
    with open(target, "rb") as file:
        return check_answer(state, file.read(MOST_BYTES + 1))


def _check_run(run: Run, seconds: float, clock_seconds: float, log: str) -> None:
    """Raise IllegalMove if the program took too long or did not end well."""
    if run.cpu_seconds > seconds:
        raise IllegalMove(f"it used {run.cpu_seconds:.2f} s of CPU time; {seconds:g} s are allowed")
    if run.is_late:
        raise IllegalMove(f"it did not end within {clock_seconds:g} s on the clock")
    if run.code == -signal.SIGXFSZ:
        mebibytes = program.MOST_FILE_BYTES >> 20
        raise IllegalMove(f"it wrote more than {mebibytes} MiB to a file, or printed so much")
    if run.code:
        how = f"exit code {run.code}" if run.code > 0 else _signal_name(-run.code)
        words = _last_line(log)
        raise IllegalMove(f"it crashed ({how})" + (f", and its last words were {words}" if words else ""))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _last_line(log: str) -> str:
    """The last line that a program printed, in quotes; empty if it printed nothing."""
    with open(log, "rb") as file:
        file.seek(max(0, os.path.getsize(log) - MOST_BYTES))
        lines = file.read(MOST_BYTES).decode(errors="replace").split("\n")
    return next((shortened(line.strip()) for line in reversed(lines) if line.strip()), "")


def _cpu_text(sides: dict[int, Side]) -> str:
    used = (f"Player {player} = {side.cpu_seconds:.3f} s" for player, side in sides.items())
    return f"CPU time: {', '.join(used)}"


def _forfeit_text(state: State, fault: str) -> str:
    winner = other_player(state.player)
    return f"Player {state.player} loses with move {state.ply + 1}: {fault}. Player {winner} wins."
