"""`maxconnect4 referee`: a game between two one-move programs, every answer of which is checked."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from claimeven.cli.maxconnect4 import INPUT, OUTPUT, program, supervisor
from claimeven.cli.maxconnect4.program import (
    Folder,
    Run,
    exit_text,
    log_file,
    private_folder,
    run_program,
)
from claimeven.cli.maxconnect4.state import (
    MAX_BYTES,
    NAMES,
    before_text,
    board_text,
    decode_state,
    full_name,
    move_text,
    result_text,
    spelled_out,
)
from claimeven.cli.output import write_line, write_message
from claimeven.cli.signal_exit import exit_on_signals
from claimeven.errors import FormatError, IllegalMove, shortened
from claimeven.formats.statefile import FIRST, SECOND, State, other_player, write_state

INPUT_NAME, OUTPUT_NAME = "input.txt", "output.txt"
REPORTED = re.compile(r"\bCPU time[^0-9]{1,20}([0-9]{1,9}\.[0-9]{1,9}) s\b")  # as one-move says it
COST_ROW = "{:<21}{:>20}{:>15}{:>15}"


@dataclass(frozen=True, slots=True)
class Side:
    """A program, what its processes have used move by move, and what it says that its searches have."""

    command: Sequence[str]
    cpu_seconds: list[float] = field(default_factory=list)
    search_seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What holds for every move of a game: the limits, and the folder that keeps its files, if any."""

    seconds: float
    clock_seconds: float
    kept: Folder | None = None

    def keep(self, state: State, what: str, data: bytes) -> None:
        """Keep a file of the next move; one that a program has put there in its place is not touched.

        A file that cannot be kept does not stop the game: a program that loses could see to that.
        """
        if self.kept:
            try:
                self.kept.write_new(f"move-{state.ply + 1:02}-{what}.txt", data)
            except FileExistsError as error:
                write_message(f"warning: {error.filename}: there was such a file already; not kept")
            except OSError as error:
                write_message(f"warning: {error.filename}: {error.strerror}; not kept")


def run(args: argparse.Namespace, state: State) -> None:
    """Let CMD1 and CMD2 play; leaves with a usage error if the folder of --keep holds something."""
    program.require_system()
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        if os.listdir(args.keep):
            args.usage_error(
                f"the folder {shortened(args.keep)} of --keep is not empty; expected a new or empty one"
            )
    folder = Folder(args.keep) if args.keep else contextlib.nullcontext()
    with exit_on_signals("the game has no result"), folder as kept:
        table = Table(seconds=args.seconds, clock_seconds=2 * args.seconds + 10, kept=kept)
        referee({FIRST: Side(args.command1), SECOND: Side(args.command2)}, state, table)


def referee(sides: Mapping[int, Side], state: State, table: Table) -> None:
    """Play from ``state`` to the end and print the game; raises OSError if an input cannot be written."""
    write_line(before_text(state, numbered=True))
    fault = None
    while not state.is_over:
        try:
            column = _play(sides[state.player], state, table)
        except IllegalMove as error:
            fault = str(error)
            break
        write_line(move_text(state, column))
        state = state.play(column)
    write_line(f"game state at the end:\n{board_text(state, numbered=True)}\n{_cost_text(sides)}")
    write_line(spelled_out(_forfeit_text(state, fault)) if fault else result_text(state, named=True))


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
        if before.discs_of_player(player) & ~after.discs_of_player(player):
            raise IllegalMove(f"it removed or recoloured a disc of player {player}")
    added = after.filled ^ before.filled
    if added.bit_count() != 1:
        raise IllegalMove(f"it added {added.bit_count()} discs; expected exactly one")
    column = before.rules.column_of(added)
    if not added & after.discs_of_player(mover):
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


def _play(side: Side, state: State, table: Table) -> int:
    """The column that a program answers, its CPU time charged; raises IllegalMove saying why it has none.

    Before the move its folder holds the input alone; when the output is read, all its processes have ended.
    """
    data = write_state(state).encode()
    table.keep(state, "input", data)
    with private_folder() as folder, log_file() as (printed, log):
        folder.write_new(INPUT_NAME, data)
        run = _run(side, folder, table, printed)
        side.cpu_seconds.append(run.cpu_seconds)
        side.search_seconds.extend(_reported_seconds(log))
        write_message(f"move {state.ply + 1}: {NAMES[state.player]} used {run.cpu_seconds:.3f} s of CPU time")
        table.keep(state, "log", os.pread(log.fileno(), program.MAX_FILE_BYTES, 0))
        if fault := _fault(run, table, log):
            raise IllegalMove(fault)
        try:
            answer = folder.read(OUTPUT_NAME, MAX_BYTES + 1)
        except FileNotFoundError:
            raise IllegalMove("it wrote no output file") from None
        except OSError as error:
            raise IllegalMove(f"its output file cannot be read: {error.strerror}") from None
    table.keep(state, "output", answer)
    return check_answer(state, answer)


def _run(side: Side, folder: Folder, table: Table, printed: BinaryIO) -> Run:
    source, target = (os.path.join(folder.path, name) for name in (INPUT_NAME, OUTPUT_NAME))
    command = [part.replace(INPUT, source).replace(OUTPUT, target) for part in side.command]
    try:
        return run_program(command, cpu_seconds=table.seconds, clock_seconds=table.clock_seconds, log=printed)
    except OSError as error:
        raise IllegalMove(
            f"its program could not be started: {shortened(command[0])}: {error.strerror}"
        ) from None


def _fault(run: Run, table: Table, log: BinaryIO) -> str:
    """Why the program loses: it took too long or did not end well. Empty if neither."""
    if not run.is_watched:
        return "the process that measures it was killed, stopped or disturbed"
    if run.cpu_seconds > table.seconds:
        return f"it used {run.cpu_seconds:.2f} s of CPU time; {table.seconds:g} s are allowed"
    if run.is_left:
        return f"it started a process that could not be ended within {supervisor.PATIENCE:g} s"
    if run.is_late:
        return f"it did not end within {table.clock_seconds:g} s on the clock"
    if run.code == -signal.SIGXFSZ:
        return f"it wrote more than {program.MAX_FILE_BYTES >> 20} MiB to a file, or printed so much"
    if not run.code:
        return ""
    words = next((shortened(line.strip()) for line in _last_lines(log) if line.strip()), "")
    return f"it crashed ({exit_text(run.code)})" + (f", and its last words were {words}" if words else "")


def _last_lines(log: BinaryIO) -> list[str]:
    """What a program printed at the end, the last line first."""
    size = os.fstat(log.fileno()).st_size
    data = os.pread(log.fileno(), MAX_BYTES, max(0, size - MAX_BYTES))
    return data.decode(errors="replace").split("\n")[::-1]


def _reported_seconds(log: BinaryIO) -> list[float]:
    """The CPU time of its search that a program has printed last, if it has."""
    return [float(found[1]) for found in map(REPORTED.search, _last_lines(log)) if found][:1]


def _cost_text(sides: Mapping[int, Side]) -> str:
    """What the moves cost either side; what a program says of its own search is only repeated."""
    rows = [("CPU seconds", "search (its words)", "all processes", "largest move")]
    for player, side in sides.items():
        search = f"{sum(side.search_seconds):.6f}" if side.search_seconds else "-"
        total, most = sum(side.cpu_seconds), max(side.cpu_seconds, default=0.0)
        rows.append((NAMES[player], search, f"{total:.3f}", f"{most:.3f}"))
    return "\n".join(COST_ROW.format(*row) for row in rows)


def _forfeit_text(state: State, fault: str) -> str:
    loser, winner = full_name(state.player), full_name(other_player(state.player))
    return f"{loser} loses with move {state.ply + 1}: {fault}. {winner} wins."
